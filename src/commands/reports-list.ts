import { deliver, isStandardOutput } from '../output/deliver.ts';
import { chooseFormat } from '../output/format.ts';
import type { Column } from '../platform/records.ts';
import { reports } from '../platform/reports/index.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import type { World } from '../program.ts';
import type { GlobalOptions } from './flags.ts';
import type { OutputOptions } from './output-flags.ts';
import { writeRecords } from './output-plan.ts';
import { startRuntime } from './runtime.ts';

export const listColumns: readonly Column[] = [
  { name: 'name', type: 'text' },
  { name: 'summary', type: 'text' },
  { name: 'description', type: 'text' },
  { name: 'method', type: 'text' },
  { name: 'flags', type: 'text' },
  { name: 'limits', type: 'text' },
  { name: 'views', type: 'text' },
  { name: 'versions', type: 'text' },
];

const recordOf = (report: ReportDefinition) => ({
  name: report.name,
  summary: report.summary,
  description: report.description,
  method: report.method,
  flags: report.parameters.map(({ flag, kind, required, repeatable }) => {
    const word = `--${flag} ${kind.placeholder}${repeatable ? '...' : ''}`;
    return required ? word : `[${word}]`;
  }),
  limits: report.rules.map(rule => rule.sentence),
  views: report.views,
  versions: report.versions,
});

/** `hotelctl reports list`: for each report what it answers, what it takes, its limits and its views. */
export async function listReports(world: World, options: GlobalOptions & OutputOptions): Promise<void> {
  const { context } = world;
  const records = reports.map(recordOf);
  // Sentences read better below each other than in the cells of a table.
  if (chooseFormat(options) === 'table' && options.columns === undefined) {
    const isColoured = isStandardOutput(options.output) && context.stdout.colour;
    await deliver(
      [`${records.map(record => inLines(record, isColoured)).join('\n\n')}\n`],
      options.output,
      context,
    );
    return;
  }
  const runtime = await startRuntime(world, options, { mayBeNew: true });
  await writeRecords(runtime, options, { name: 'reports', columns: listColumns }, () => records);
}

function inLines(report: ReturnType<typeof recordOf>, isColoured: boolean): string {
  const [bold, off] = isColoured ? ['\u001b[1m', '\u001b[0m'] : ['', ''];
  return [
    `${bold}${report.name}${off}`,
    `  ${report.summary}`,
    `  ${report.description}`,
    `  flags:  ${report.flags.join(' ')}`,
    ...report.limits.map(limit => `  limit:  ${limit}`),
    `  views:  ${report.views.join(', ')}`,
    `  API:    ${report.versions.join(', ')}`,
  ].join('\n');
}

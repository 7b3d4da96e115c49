import { oneOf } from '../../base/choices.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Column } from '../../platform/records.ts';
import { reports } from '../../platform/reports/index.ts';

export const columnColumns: readonly Column[] = [
  { name: 'view', type: 'text', heading: 'View' },
  { name: 'column', type: 'text', heading: 'Column' },
  { name: 'heading', type: 'text', heading: 'Heading' },
  { name: 'type', type: 'text', heading: 'Type' },
];

/** `hotelctl reports columns NAME`: every view of a report with its columns, as accepted by `--columns`. */
export async function listReportColumns(
  open: OpenInvocation,
  given: string,
  options: OutputOptions,
): Promise<void> {
  const name = oneOf(
    'the report',
    given,
    reports.map(report => report.name),
  );
  const invocation = await open(options, { withoutProfiles: true });
  await writeRecords(invocation, options, { name: 'columns', columns: columnColumns }, async () => {
    const { views } = (await reports.find(report => report.name === name)?.response()) ?? { views: [] };
    return views.flatMap(view =>
      view.columns.map(column => ({
        view: view.name,
        column: column.name,
        heading: column.heading ?? null,
        type: column.type,
      })),
    );
  });
}

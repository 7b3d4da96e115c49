import { reports } from '../platform/reports/index.ts';
import type { World } from '../program.ts';

/** `hotelctl reports list`: for each report what it answers, what it takes, its limits and its views. */
export async function listReports({ context }: World): Promise<void> {
  const [bold, off] = context.stdout.colour ? ['\u001b[1m', '\u001b[0m'] : ['', ''];
  const text = reports.map(report =>
    [
      `${bold}${report.name}${off}`,
      `  ${report.summary}`,
      `  ${report.description}`,
      `  flags:  ${report.parameters
        .map(({ flag, kind, required, repeatable }) => {
          const word = `--${flag} ${kind.placeholder}${repeatable ? '...' : ''}`;
          return required ? word : `[${word}]`;
        })
        .join(' ')}`,
      ...report.rules.map(rule => `  limit:  ${rule.sentence}`),
      `  views:  ${report.views.join(', ')}`,
      `  API:    ${report.versions.join(', ')}`,
    ].join('\n'),
  );
  await context.stdout.write(`${text.join('\n\n')}\n`);
}

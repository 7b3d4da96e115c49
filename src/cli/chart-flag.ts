import { UsageError } from '../base/errors.ts';
import type { Format } from '../output/format.ts';
import { reports } from '../platform/reports/index.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';
import type { OutputOptions } from './output-flags.ts';

/** `--chart` draws in place of the table: it needs a report with a picture, and nothing that asks for other things. */
export function checkChart(report: ReportDefinition, options: OutputOptions, format: Format): void {
  if (!options.chart) return;
  if (report.chartView === undefined) {
    throw new UsageError(`--chart: ${report.name} has no picture`, {
      hint: `these have: ${reports.flatMap(({ name, chartView }) => (chartView ? [name] : [])).join(', ')}`,
    });
  }
  if (format !== 'table') {
    throw new UsageError(`--chart draws in place of the table, and the format is ${format}`, {
      hint: format === 'html' ? 'a page has its charts without --chart' : 'leave one of them out',
    });
  }
  if (options.view !== undefined && options.view !== report.chartView) {
    throw new UsageError(`--chart: ${report.name} is drawn from its view ${report.chartView}`, {
      hint: 'leave --view out, or --chart',
    });
  }
  if (options.columns !== undefined) {
    throw new UsageError('--columns does not go with --chart, which draws in place of the table', {
      hint: 'leave one of them out',
    });
  }
}

import { UsageError } from '../base/errors.ts';
import { render } from '../output/render.ts';
import { stringifyJson } from '../platform/json.ts';
import type { ReportRecord } from '../platform/records.ts';
import type { ComparedView } from '../reports/figures/booked-figures.ts';
import { eachProperty, throwFailures } from './each-property.ts';
import type { Invocation } from './invocation.ts';
import type { OutputOptions } from './output-flags.ts';
import { renderOptions } from './render-options.ts';
import { deliverOutput, noteNoRows } from './write-records.ts';

/**
 * Writes the records of several properties in the format that the flags name; `--chart` draws each property. A property that
 * fails does not stop the others: they are written, and the command ends with exit 7.
 */
export async function writeComparison<Item extends { readonly property: string }>(
  invocation: Invocation,
  options: OutputOptions,
  view: ComparedView,
  properties: () => Promise<readonly Item[]>,
  recordsOf: (item: Item) => Promise<readonly ReportRecord[]>,
): Promise<void> {
  const plan = await renderOptions(invocation, options, view);
  if (options.chart && (plan.format !== 'table' || options.columns !== undefined)) {
    throw new UsageError(
      '--chart replaces the table, and cannot be combined with --columns or another format',
      { hint: 'omit --chart' },
    );
  }
  const compared = await eachProperty(invocation, await properties(), recordsOf);
  const results = compared
    .filter(outcome => outcome.error === undefined)
    .map(({ item, result }) => ({
      parameters: { propertyId: item.property },
      json: () => [stringifyJson(result, 2)],
      records: () => [result],
    }));
  if (results.length === 0) throwFailures(compared, '', '');
  const several = results.length > 1;
  const about = {
    title: view.name,
    madeAt: invocation.context.clock.now(),
    sectionOf: ({ propertyId }: Record<string, unknown>) => ({ heading: String(propertyId), details: [] }),
  };
  const rendered = render({ ...plan, about, several, chart: options.chart ?? false }, results);
  await deliverOutput(invocation, rendered, options.output);
  await noteNoRows(invocation, options, rendered.rows());
  throwFailures(compared, 'written', 'run the command for one of them with --property to see its error');
}

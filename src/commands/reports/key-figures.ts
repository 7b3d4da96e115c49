import type { Invocation } from '../../cli/invocation.ts';
import type { RequestResult, Results } from '../../output/results.ts';
import type { View } from '../../platform/records.ts';

/** The key figures of a run, label and value, for the mail that is sent at its end. */
export type RunFigures = (readonly [label: string, value: string])[];

/** Whether the key figures are used: by `--mail-to` of this command, or by the job that runs it. */
export const wantsFigures = (
  { context }: Invocation,
  { mailTo }: { readonly mailTo?: readonly string[] },
): boolean => mailTo !== undefined || Boolean(context.env['HOTELCTL_RUN_FACTS']);

/** The same results; the key figures of each are added to the list after it has been written. */
export async function* withKeyFigures(
  results: Results,
  view: Pick<View<never>, 'whole'>,
  several: boolean,
  figures: RunFigures,
): AsyncGenerator<RequestResult> {
  const { figuresOf } = await import('../../output/chart/chart.ts');
  for await (const result of results) {
    yield result;
    const property = several ? `${String(result.parameters['propertyId'])}: ` : '';
    for (const { title, text, unit } of figuresOf(view.whole?.figures ?? [], result.whole?.())) {
      figures.push([`${property}${title}`, unit === '' || text.includes(unit) ? text : `${text} ${unit}`]);
    }
  }
}

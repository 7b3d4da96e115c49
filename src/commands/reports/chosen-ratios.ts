import { collected, type RequestResult } from '../../output/results.ts';
import { computeTotals, RunningTotals } from '../../output/totals.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';

/** What the platform's RevPAR of some rows divides: the amounts that are chosen, the other ones, or neither. */
type Basis = 'chosen' | 'other' | 'neither';

const findChosen = (columns: readonly Column[]) =>
  columns.find(({ aggregation }) => aggregation?.kind === 'ratio' && aggregation.isChosen);

/** Read from the data: RevPAR times the available units against net and gross revenue. */
export function findBasis(records: readonly ReportRecord[], columns: readonly Column[]): Basis {
  const chosen = findChosen(columns);
  if (chosen?.aggregation?.kind !== 'ratio') return 'chosen';
  const { isChosen: _isChosen, ...aggregation } = chosen.aggregation;
  const running = new RunningTotals([{ ...chosen, aggregation }]);
  for (const record of records) running.add(record);
  if (running.withoutBasis.length > 0) return 'neither';
  const { of = aggregation.of } = running.result().get(chosen.name) ?? {};
  return of === aggregation.of ? 'chosen' : 'other';
}

/**
 * Rows with the RevPAR of the amounts that the columns choose. It stays as the platform sent it where it has these amounts.
 *
 * @param unclear what it becomes where it agrees with neither net nor gross revenue
 */
export function withChosenRatios(
  records: readonly ReportRecord[],
  columns: readonly Column[],
  unclear: 'empty' | 'kept',
): readonly ReportRecord[] {
  const chosen = findChosen(columns);
  const basis = findBasis(records, columns);
  if (chosen?.aggregation?.kind !== 'ratio' || basis === 'chosen') return records;
  if (basis === 'neither' && unclear === 'kept') return records;
  const { currency = '' } = chosen.aggregation;
  const [field = ''] = chosen.name.split('.');
  return records.map(record => {
    const total = basis === 'other' ? computeTotals([record], [chosen]).get(chosen.name) : undefined;
    return { ...record, [field]: { amount: total?.value ?? null, currency: valueReader(currency)(record) } };
  });
}

/** The result of a report as people read it: the title says net or gross, and RevPAR has these amounts too. */
export function makeReadable(result: RequestResult, view: View<never>): RequestResult {
  const choose = (records: readonly ReportRecord[]) =>
    withChosenRatios(records, (result.view ?? view).columns, 'kept');
  const { inViews } = result;
  return {
    ...result,
    records: async function* () {
      yield choose(await collected(result.records()));
    },
    whole: () => {
      const whole = result.whole?.();
      return whole && choose([whole])[0];
    },
    ...(inViews ? { inViews: inViews.map(each => makeReadable(each, view)) } : {}),
  };
}

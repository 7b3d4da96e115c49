import Big from 'big.js';
import { isExactNumber, plainNumber } from '../platform/numbers.ts';
import { valueReader } from '../platform/record-paths.ts';
import type { Aggregation, MeasureUnit, ReportRecord } from '../platform/records.ts';
import { decimalsOfCurrency, percentDecimals } from './number-format.ts';

/**
 * How well the values of a ratio agree with one of the columns that it may divide: RevPAR times the available units
 * with net or with gross revenue.
 */
export class RatioBasis {
  readonly #parts: readonly ((record: ReportRecord) => unknown)[];
  readonly #currency: (record: ReportRecord) => unknown;
  readonly #factor: number;
  /** The sum of all deviations; undefined once a row differs by more than rounding explains. */
  deviation: Big | undefined = new Big(0);

  constructor(
    name: string,
    unit: MeasureUnit | undefined,
    { of, per, less, factor = 1 }: Extract<Aggregation, { kind: 'ratio' }>,
  ) {
    this.#parts = [name, of, per, ...(less === undefined ? [] : [less])].map(valueReader);
    this.#currency = unit?.kind === 'money' ? valueReader(unit.currency) : () => undefined;
    this.#factor = factor;
  }

  /** A row without all parts says nothing, and neither does one without units to divide by. */
  add(record: ReportRecord): void {
    const values = this.#parts.map(read => read(record)).filter(isExactNumber);
    const [value, above, whole, less = new Big(0)] = values.map(number => new Big(plainNumber(number)));
    if (values.length < this.#parts.length || !value || !above || !whole || !this.deviation) return;
    const below = whole.minus(less);
    const deviation = value.times(below).minus(above.times(this.#factor)).abs();
    const currency = this.#currency(record);
    const decimals = currency === undefined ? percentDecimals : decimalsOfCurrency(currency);
    const most = below.abs().times(new Big(10).pow(-decimals));
    if (below.eq(0)) return;
    this.deviation = deviation.gt(most) ? undefined : this.deviation.plus(deviation);
  }
}

/** The candidate that agrees best with all rows, the first of equal ones; undefined if none agrees with every row. */
export function closestBasis<Candidate extends { readonly basis: RatioBasis | undefined }>(
  candidates: readonly Candidate[],
): Candidate | undefined {
  let closest: Candidate | undefined;
  for (const candidate of candidates) {
    if (!candidate.basis) return candidate;
    const { deviation } = candidate.basis;
    const least = closest?.basis?.deviation;
    if (deviation && (!least || deviation.lt(least))) closest = candidate;
  }
  return closest;
}

import { RefusedError } from '../../base/errors.ts';
import { withDelivery } from '../../cli/delivery.ts';
import { figureBasis, openBooks } from '../../cli/figures/books.ts';
import { readPortfolio, readRates } from '../../cli/figures/portfolio.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { hotelNames } from '../../cli/properties.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  describeNearest,
  periodFlag,
  snapshotOfDay,
} from '../../cli/snapshot-options.ts';
import { writeComparison } from '../../cli/write-comparison.ts';
import { anyDay } from '../../platform/dates.ts';
import { nameDays } from '../../reports/figures/books.ts';
import type { PickupOptions } from './flags.ts';

/** `hotelctl pickup`: compares two snapshots of each property, offline. */
export async function runPickup(open: OpenInvocation, options: PickupOptions): Promise<void> {
  dateFlag('--since', options.since, anyDay);
  periodFlag(options.for, anyDay);
  const invocation = await open(options);
  const { grouping = 'day', words, column } = await readPortfolio(invocation, options, options.by);
  const rates = await readRates(options);
  const basis = figureBasis(invocation, undefined, rates);
  const nearest = options.nearest ?? false;
  const books = openBooks(invocation, basis, rates, grouping === 'unit-group');
  const readSides = async (archived: ArchivedProperty) => {
    const period = periodFlag(options.for, archived.today);
    const now = await snapshotOfDay(invocation, archived, archived.today, nearest);
    const since = dateFlag('--since', options.since, now.taken);
    // The nearest snapshot to an earlier day may be this one, and the pick-up would be 0.
    const isOther = nearest && since < now.taken;
    const snapshots = archived.snapshots.filter(({ taken }) => !isOther || taken < now.taken);
    if (isOther && snapshots.length === 0) {
      throw new RefusedError(
        `${archived.property} has no snapshot before the one of ${now.taken} to compare it with`,
        { hint: 'run `hotelctl snapshot take --all-properties` every day' },
      );
    }
    const before = await snapshotOfDay(invocation, { ...archived, snapshots }, since, nearest);
    const taken = { beforeTaken: before.taken, nowTaken: now.taken };
    // Read concurrently, but awaited in order, so that of two refused snapshots the earlier one is always named.
    const reading = [before, now].map(snapshot => books.ofSnapshot(snapshot, period));
    await Promise.allSettled(reading);
    const [earlier = [], later = []] = [await reading[0], await reading[1]].map(side =>
      side?.days.map(day => ({ ...day, ...taken })),
    );
    const about = `snapshots of ${before.taken} and ${now.taken}`;
    return {
      ...{ earlier, later, names: nameDays(before.taken, now.taken), about },
      notes: [...describeNearest(now, archived.today), ...describeNearest(before, since)],
      window: { ...taken, since },
    };
  };
  const comparison = {
    ...{ kind: 'pickup' as const, grouping, amounts: basis.amounts, basis },
    words: words(await hotelNames(invocation, undefined)),
    regions: column('region'),
  } as const;
  const properties = async () => {
    const all = await archivedProperties(invocation, options);
    const lacking = all.filter(({ snapshots }) => snapshots.length < 2).map(({ property }) => property);
    if (!nearest || lacking.length === 0 || lacking.length === all.length) return all;
    await invocation.warn(`omitted, because there is only one snapshot of each: ${lacking.join(', ')}`);
    return all.filter(({ property }) => !lacking.includes(property));
  };
  await withDelivery(invocation, options, 'pickup', () =>
    writeComparison(invocation, options, comparison, properties, readSides),
  );
}

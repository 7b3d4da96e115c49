import { boundsOf, dateMatches, parseDateExpression } from '../../../platform/dates.ts';
import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import { type Day, isoDate, parseDate } from '../calendar.ts';

/** The range of days that match every expression of `dateFilter`, from `from` to `to` (exclusive). */
interface FilteredDays {
  readonly from: Day;
  readonly to: Day;
  readonly has: (day: Day) => boolean;
}

/** `dateFilter` as a range of days; without an expression, or if an end is open, the range is unbounded. */
export function filteredDays(parameters: Parameters): FilteredDays {
  const expressions = valuesOf(parameters, 'dateFilter').flatMap(text => parseDateExpression(text) ?? []);
  const { first = '', last = '' } = boundsOf(expressions);
  const known = new Map<Day, boolean>();
  return {
    from: parseDate(first) ?? Number.NEGATIVE_INFINITY,
    to: (parseDate(last) ?? Number.POSITIVE_INFINITY) + 1,
    has: day => {
      const matches = known.get(day) ?? dateMatches(isoDate(day), expressions);
      known.set(day, matches);
      return matches;
    },
  };
}

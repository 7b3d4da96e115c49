import { boundsOf, dateMatches, parseDateExpression } from '../../../platform/date-filter.ts';
import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import { type Day, isoDate, parseDate } from '../calendar.ts';

/** Days for which every expression of `dateFilter` holds: all of them lie from `from` to `to` (exclusive). */
export interface FilteredDays {
  readonly from: Day;
  readonly to: Day;
  readonly has: (day: Day) => boolean;
}

/** `dateFilter` as days; without an expression, or where an end is open, the days reach from or to infinity. */
export function filteredDays(parameters: Parameters): FilteredDays {
  const expressions = valuesOf(parameters, 'dateFilter').flatMap(text => parseDateExpression(text) ?? []);
  const { first = '', last = '' } = boundsOf(expressions);
  const known = new Map<Day, boolean>();
  return {
    from: parseDate(first) ?? Number.NEGATIVE_INFINITY,
    to: (parseDate(last) ?? Number.POSITIVE_INFINITY) + 1,
    has: day => {
      const answer = known.get(day) ?? dateMatches(isoDate(day), expressions);
      known.set(day, answer);
      return answer;
    },
  };
}

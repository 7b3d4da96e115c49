import { boundsOf, parseDateExpression } from '../date-filter.ts';
import { addMonths } from '../dates.ts';
import { type Parameters, type Rule, valuesOf } from '../parameters.ts';

/** Rules that several reports share. A rule is checked only if every value is well formed. */
const dateOf = (parameters: Parameters, wire: string) => valuesOf(parameters, wire)[0] ?? '';

export const fromBeforeTo: Rule = {
  sentence: 'from must be before to (to is exclusive)',
  holds: parameters => dateOf(parameters, 'from') < dateOf(parameters, 'to'),
};

export const fromNotAfterTo: Rule = {
  sentence: 'from must not be after to (to is inclusive)',
  holds: parameters => dateOf(parameters, 'from') <= dateOf(parameters, 'to'),
};

export const atMostOneYear: Rule = {
  sentence: 'the interval from..to must be at most one year',
  holds: parameters => dateOf(parameters, 'to') <= addMonths(dateOf(parameters, 'from'), 12),
};

/** An open end counts as longer than a month; without any expression there is no interval to limit. */
export const dateFilterAtMostOneMonth: Rule = {
  sentence: 'dateFilter must be an interval of at most one month, with a start and an end',
  holds: parameters => {
    const expressions = valuesOf(parameters, 'dateFilter').flatMap(text => parseDateExpression(text) ?? []);
    if (expressions.length === 0) return true;
    const { first, last } = boundsOf(expressions);
    return first !== undefined && last !== undefined && last < addMonths(first, 1);
  },
};

import { addDays, type CalendarDate, isDate } from './dates.ts';

/**
 * dateFilter expressions (platform.md, gross transactions and company invoices): `OPERATION_VALUE`; a request matches
 * if every expression matches.
 */
export const dateOperations = ['eq', 'neq', 'lt', 'gt', 'lte', 'gte'] as const;
type DateOperation = (typeof dateOperations)[number];

interface DateExpression {
  readonly operation: DateOperation;
  readonly value: CalendarDate;
}

/** The parsed expression; undefined if it does not have the documented format. */
export function parseDateExpression(text: string): DateExpression | undefined {
  const [, operation, value] = /^([a-z]+)_(.+)$/.exec(text) ?? [];
  if (!operation || !value || !isDate(value)) return undefined;
  const known = dateOperations.find(name => name === operation);
  return known && { operation: known, value };
}

const tests: Record<DateOperation, (date: CalendarDate, value: CalendarDate) => boolean> = {
  // ISO dates sort as text.
  eq: (date, value) => date === value,
  neq: (date, value) => date !== value,
  lt: (date, value) => date < value,
  gt: (date, value) => date > value,
  lte: (date, value) => date <= value,
  gte: (date, value) => date >= value,
};

export const dateMatches = (date: CalendarDate, expressions: readonly DateExpression[]): boolean =>
  expressions.every(({ operation, value }) => tests[operation](date, value));

/** The days that can match, both ends inclusive; undefined ends are open. `neq` does not limit the range. */
export function boundsOf(expressions: readonly DateExpression[]): {
  first?: CalendarDate;
  last?: CalendarDate;
} {
  const firsts = expressions.flatMap(({ operation, value }) =>
    operation === 'eq' || operation === 'gte' ? [value] : operation === 'gt' ? [addDays(value, 1)] : [],
  );
  const lasts = expressions.flatMap(({ operation, value }) =>
    operation === 'eq' || operation === 'lte' ? [value] : operation === 'lt' ? [addDays(value, -1)] : [],
  );
  const first = firsts.sort().at(-1);
  const last = lasts.sort()[0];
  return { ...(first ? { first } : {}), ...(last ? { last } : {}) };
}

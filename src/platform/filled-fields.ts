/**
 * The same fields in the same order, without those that are undefined, so that nothing is sent or written with empty
 * fields.
 */
export const filledFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

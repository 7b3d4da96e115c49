/** The same fields in the same order, without those that are undefined: what is sent or written has no empty fields. */
export const filledFields = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

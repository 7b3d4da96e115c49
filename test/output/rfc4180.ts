import { csvOptions } from '../../src/output/format.ts';
import { localeFormat } from '../../src/output/number-format.ts';

/** The dialect without any flag. */
export const rfc4180 = csvOptions({ header: true, formulaGuard: true }, [], 'csv');

/** How records are written without any flag. */
export const plainRendering = {
  columns: undefined,
  arrangement: {},
  locale: localeFormat(undefined),
  table: { width: 80, color: false, unicode: true, plain: false },
  csv: rfc4180,
  query: undefined,
  about: { title: '', madeAt: 0 },
} as const;

import { csvOptions } from '../../src/output/csv-options.ts';

/** The dialect without any flag. */
export const rfc4180 = csvOptions({ header: true, formulaGuard: true }, [], 'csv');

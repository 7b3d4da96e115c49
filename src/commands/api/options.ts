import type { QueryOptions } from '../../cli/query-flag.ts';

export interface ApiOptions extends QueryOptions {
  readonly rawField?: readonly string[];
  /** `-F`. */
  readonly field?: readonly string[];
  readonly header?: readonly string[];
  /** `--input`; commander uses `input` for `--no-input`. */
  readonly inputFile?: string;
  readonly include?: boolean;
  readonly paginate?: boolean;
  readonly idempotencyKey?: string;
  readonly dryRun?: boolean;
  readonly format?: string;
  readonly output?: string;
}

export const apiFormats = ['json', 'ndjson'] as const;

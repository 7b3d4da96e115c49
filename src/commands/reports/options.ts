import type { OutputOptions } from '../../cli/output-flags.ts';

/** Flags of every report, beside its own parameters. */
export interface ReportOptions extends OutputOptions {
  readonly propertyId?: readonly string[];
  readonly allProperties?: boolean;
  readonly period?: readonly string[];
  readonly concurrency?: string;
  readonly strict?: boolean;
}

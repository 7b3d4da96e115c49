import type { Schema } from '../models.ts';
import type { Parameter, Rule } from '../parameters.ts';
import type { View } from '../records.ts';

/**
 * One report of the platform: the table that its command, flags, help, validation, completion, reference page,
 * request, answer check, records, columns and the sandbox's route are all made from.
 */
export interface ReportDefinition {
  /** Name on the command line and last part of the path. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** One line: what it answers. */
  readonly summary: string;
  /** Who uses it for what, and what to know; help and reference. */
  readonly description: string;
  /** API versions that serve it; the first is the default of platform.md. */
  readonly versions: readonly ReportsVersion[];
  /** 204 is listed for it: an empty success. */
  readonly mayBeEmpty: boolean;
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
  /** Names of the views, the default first; the views themselves come with `response`. */
  readonly views: readonly string[];
  /** The view that its charts are made from, for `--chart` and for a page; without it there is none. */
  readonly chartView?: string;
  /** The body's array that may be larger than memory: its elements are streamed, and `views` read one at a time. */
  readonly listField?: string;
  /** How `--period` becomes parameters. */
  readonly period: PeriodForm;
  readonly examples: readonly { readonly command: string; readonly explains: string }[];
  /** The body's schema and its views: loaded with the first request, so that help stays quick. */
  readonly response: () => Promise<ReportResponse>;
}

/** What a report wants for a stretch of days, and how long one request may be. */
export type PeriodForm =
  /** month and year; whole months only. */
  | { readonly becomes: 'months' }
  | { readonly becomes: 'from-to'; readonly to: 'inclusive' | 'exclusive'; readonly atMostMonths?: number }
  /** `gte_` and `lt_` expressions of dateFilter. */
  | { readonly becomes: 'date-filter'; readonly atMostMonths?: number };

export interface ReportResponse {
  readonly body: Schema;
  /** The model of one element, for a report with a `listField`. */
  readonly item?: Schema;
  // biome-ignore lint/suspicious/noExplicitAny: each report's views read the body that its own schema checked.
  readonly views: readonly View<any>[];
}

export const reportsVersions = ['v0-nsfw', 'v1'] as const;
export type ReportsVersion = (typeof reportsVersions)[number];

/** `/reports/v0-nsfw/reports/room-nights` (platform.md, Endpoints). */
export const reportPath = (report: Pick<ReportDefinition, 'name'>, version: ReportsVersion): string =>
  `/reports/${version}/reports/${report.name}`;

/** Scopes of which one is enough for every report operation. */
export const reportScopes = ['reports.read', 'admin'] as const;

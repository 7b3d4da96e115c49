import type { ValueCheck } from '../../base/choices.ts';
import type { AssumptionKey } from '../assumptions.ts';
import { addDays, addMonths, findBounds } from '../dates.ts';
import type { Schema } from '../models.ts';
import { firstValue, type Parameter, type Rule, readDateFilter } from '../parameters.ts';
import type { View } from '../records.ts';

/** One report: its command, flags, help, completion, reference, request, response check and sandbox route come from this. */
export interface ReportDefinition {
  /** Name on the command line and last part of the path. */
  readonly name: string;
  /** Default: the words of its name. */
  readonly title?: string;
  readonly method: 'GET' | 'POST';
  /** One line: the question that the report answers. */
  readonly summary: string;
  /** What the report counts; for help and reference, and at the end of its pages. */
  readonly description: string;
  /** For the person who runs it; not on pages. */
  readonly advice?: string;
  /** API versions that serve it; the first is the default of platform.md. */
  readonly versions: readonly (typeof reportsVersions)[number][];
  /** Whether 204 is documented for it: an empty success. */
  readonly mayBeEmpty: boolean;
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
  /** Names of the views, the default first; the views themselves are part of `response`. */
  readonly views: readonly string[];
  /** A view whose rows are made of the records of all requests. */
  readonly gatheredView?: string;
  /** The view that `--chart` and pages draw, and `--compare` compares; default: its rows are single records. */
  readonly chartView?: string;
  /** A value of `--sort`, for the help. */
  readonly sortExample: string;
  /** The body's array that may be larger than memory: its elements are streamed, and `views` read one at a time. */
  readonly listField?: string;
  /** The path of the day of an element of the list, by which the platform selects it. */
  readonly dayField?: string;
  /** The assumption about the names of fields that the specification does not show, and which fields these are. */
  readonly assumes?: { readonly key: AssumptionKey; readonly about: RegExp };
  readonly period: PeriodForm;
  /** Command line -> what it is for. */
  readonly examples: Readonly<Record<string, string>>;
  /** The body's schema and its views, loaded with the first request, so that help stays fast. */
  readonly response: () => Promise<ReportResponse>;
}

export const listViews = ({ views, gatheredView }: Pick<ReportDefinition, 'views' | 'gatheredView'>) =>
  gatheredView ? [...views, gatheredView] : views;

/** The parameters that a report requires for a period, and how long one request may be. */
export type PeriodForm =
  /** month and year; whole months only. */
  | { readonly becomes: 'months' }
  | { readonly becomes: 'from-to'; readonly to: 'inclusive' | 'exclusive'; readonly atMostMonths?: number }
  /** `gte_` and `lt_` expressions of dateFilter. */
  | { readonly becomes: 'date-filter'; readonly atMostMonths?: number };

// biome-ignore lint/suspicious/noExplicitAny: each report's views read the body that its own schema checked.
type ReportView = View<any>;

export interface ReportResponse {
  readonly body: Schema;
  /** The model of one element, for a report with a `listField`. */
  readonly item?: Schema;
  readonly views: readonly ReportView[];
  /** The views with these amounts in their tables and charts. */
  readonly viewsIn?: (amounts: Amounts) => readonly ReportView[];
  /** The measures that show whether a part of the whole period is missing, for readers of no view that has `whole`. */
  readonly proofs?: readonly ReportView[];
  /** What a body counts besides bedrooms, by name. */
  readonly otherUnits?: (body: unknown) => readonly string[];
}

export const reportsVersions = ['v0-nsfw', 'v1'] as const;

export const isKnownVersion = (version: string): version is (typeof reportsVersions)[number] =>
  (reportsVersions as readonly string[]).includes(version);
/** The platform may have newer versions. */
export const versionCheck: ValueCheck = value =>
  /^v\d[\w.-]{0,40}$/.test(value) ? undefined : `a version such as ${reportsVersions.join(' or ')}`;
export const unitGroupTypes = ['BedRoom', 'MeetingRoom', 'EventSpace', 'ParkingLot', 'Other'];

/** `Munich (MUC)` where the name is known, else the id. */
export const propertyWords = (id: string, names: ReadonlyMap<string, string>): string => {
  const name = names.get(id);
  return name === undefined || name === id ? id : `${name} (${id})`;
};

/** ADR, RevPAR and revenue with taxes, or without. */
export type Amounts = 'gross' | 'net';

/** `/reports/v0-nsfw/reports/room-nights` (platform.md, Endpoints). */
export const reportPath = (report: Pick<ReportDefinition, 'name'>, version: string): string =>
  `/reports/${version}/reports/${report.name}`;

/** One of these scopes is sufficient for every report operation. */
export const reportScopes = ['reports.read', 'admin'] as const;

/** Rules that several reports share. A rule is checked only if every value is well formed. */
export const fromBeforeTo: Rule = {
  sentence: 'from must be before to (to is exclusive)',
  holds: parameters => firstValue(parameters, 'from') < firstValue(parameters, 'to'),
};

export const fromNotAfterTo: Rule = {
  sentence: 'from must not be after to (to is inclusive)',
  holds: parameters => firstValue(parameters, 'from') <= firstValue(parameters, 'to'),
};

export const atMostOneYear: Rule = {
  sentence: 'the interval from..to must be at most one year',
  holds: parameters => firstValue(parameters, 'to') <= addMonths(firstValue(parameters, 'from'), 12),
};

/** An open end counts as longer than a month; without any expression there is no interval to limit. */
export const dateFilterAtMostOneMonth: Rule = {
  sentence: 'dateFilter must be an interval of at most one month, with a start and an end',
  holds: parameters => {
    const expressions = readDateFilter(parameters);
    if (expressions.length === 0) return true;
    const { first, last } = findBounds(expressions);
    // 29 days are at most a month, also over the end of February.
    return (
      first !== undefined && last !== undefined && (last < addMonths(first, 1) || last < addDays(first, 29))
    );
  },
};

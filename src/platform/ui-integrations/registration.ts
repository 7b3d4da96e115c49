import * as z from 'zod/mini';
import { capitalized, isObject, ownValue } from '../../base/text.ts';
import { nullish } from '../models.ts';
import { joinSome, safeText } from '../safe-text.ts';
import { httpsUrlProblem } from './fetch-result.ts';

/** Registered UI integrations on the wire (platform.md, "UI integration service"; paths and casing: platform-facts). */
export const integrationsPath = '/integration/v1/ui-integrations';
export const integrationScopes: readonly string[] = ['integration:ui-integrations.manage'];

/** The body of POST; PUT replaces everything except the code. */
export interface Registration {
  readonly code?: string;
  readonly label: string;
  readonly labelTranslations?: Readonly<Record<string, string>>;
  readonly iconSource?: string;
  readonly sourceUrl: string;
  /** `Public`, `Private`, or a type that is not known here. */
  readonly sourceType: string;
  /** Default: all properties. */
  readonly propertyIds?: readonly string[];
  /** Only hotel users with one of these roles see it; default: all. */
  readonly roles?: readonly string[];
}

/** One integration, whose interface is not fully documented: unknown fields are kept, because an update must not lose them. */
export const registeredIntegration = z.looseObject({
  id: z.string(),
  target: nullish(z.string()),
  code: nullish(z.string()),
  label: nullish(z.string()),
  labelTranslations: z.optional(z.unknown()),
  iconSource: nullish(z.string()),
  sourceUrl: nullish(z.string()),
  sourceType: nullish(z.string()),
  propertyIds: nullish(z.array(z.string())),
  roles: z.optional(z.unknown()),
});
export type RegisteredIntegration = z.infer<typeof registeredIntegration>;

/** What a registration must have and this one lacks, as when its names differ: an update would remove it. */
export function lackingFields(found: RegisteredIntegration): string | undefined {
  const lacking = (['label', 'sourceUrl', 'sourceType'] as const).filter(name => found[name] === undefined);
  if (lacking.length === 0) return undefined;
  const had = joinSome(Object.keys(found), 10, ', ');
  return `the UI integration ${safeText(found.id, 100)} has no ${lacking.join(', ')}; it had: ${had}`;
}

export const registeredList = z.looseObject({ uiIntegrations: z.array(registeredIntegration) });
export const createdIntegration = z.looseObject({ id: z.string() });

/** The response of `$test` (platform-facts, UI integrations): HTTP 200 also for a suite that failed. */
export const testResponse = z.looseObject({
  success: nullish(z.boolean()),
  errorType: nullish(z.string()),
  errorMessage: nullish(z.string()),
  errorContent: z.optional(z.unknown()),
  receivedResponse: z.optional(z.unknown()),
});
export type TestResponse = z.infer<typeof testResponse>;

const registrationFields = Object.keys(registeredIntegration.shape);
export const isRegistrationField = (name: string) => registrationFields.includes(name);

const documentedNames = new Map(
  [...registrationFields, 'uiIntegrations', 'count', ...Object.keys(testResponse.shape)].map(name => [
    name.toLowerCase(),
    name,
  ]),
);

/**
 * platform.md writes `SourceUrl`, platform-facts `sourceUrl`: both are read. Only the documented fields are renamed;
 * the names of other fields and everything inside values stay unchanged, because an update sends them back.
 */
export function withDocumentedNames(body: unknown): unknown {
  if (!isObject(body)) return body;
  const fields = Object.entries(body).map(([name, value]) => {
    const known = documentedNames.get(name.toLowerCase()) ?? name;
    return [
      known,
      known === 'uiIntegrations' && Array.isArray(value) ? value.map(withDocumentedNames) : value,
    ];
  });
  return Object.fromEntries(fields);
}

/** The body of a request; with `specification`, its documented fields have the spelling of platform.md (`SourceUrl`). */
export function withNamesOnWire(body: Readonly<Record<string, unknown>>, spelling: string) {
  if (spelling !== 'specification') return body;
  const fields = Object.entries(body).map(([name, value]) => [
    documentedNames.get(name.toLowerCase()) === name ? capitalized(name) : name,
    value,
  ]);
  return Object.fromEntries(fields);
}

/** Response fields that PUT does not accept: the path contains them, or they can't change. */
const notReplaced: ReadonlySet<string> = new Set(['id', 'target', 'code']);

/** The body of PUT: the fields that were read, with the changes; a change to undefined removes a field. */
export function replacement(read: RegisteredIntegration, changes: Readonly<Record<string, unknown>>) {
  const kept = Object.entries({ ...read, ...changes }).filter(
    ([name, value]) => !notReplaced.has(name) && value !== undefined && value !== null,
  );
  return Object.fromEntries(kept);
}

/** How a field is named for its reader: `--label` on a command line, `label` in a 422. */
export type FieldName = 'code' | 'label' | 'sourceUrl' | 'sourceType' | 'propertyIds';

/** Everything that is wrong, one sentence each; checked before sending, and used as the sandbox's messages. */
export function registrationProblems(
  body: Readonly<Record<string, unknown>>,
  nameOf: (field: FieldName) => string,
): string[] {
  const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  const { sourceUrl, code, propertyIds } = body;
  const problems = (['label', 'sourceUrl', 'sourceType'] as const)
    .filter(field => !isText(body[field]))
    .map(field => `${nameOf(field)} is required`);
  const wrong = isText(sourceUrl) ? httpsUrlProblem(sourceUrl) : undefined;
  if (wrong !== undefined) problems.push(`${nameOf('sourceUrl')} must be ${wrong}`);
  if (code !== undefined && code !== null && !isText(code))
    problems.push(`${nameOf('code')} must be a string that is not empty`);
  const isList = Array.isArray(propertyIds) && propertyIds.every(id => typeof id === 'string' && id !== '');
  if (propertyIds !== undefined && propertyIds !== null && !isList)
    problems.push(`${nameOf('propertyIds')} must be a list of property ids`);
  return problems;
}

/** A serializer that omits `false` produces an error and no `success`; a response with neither is inconclusive: undefined. */
export function testPassed({ success, errorType, errorMessage }: TestResponse): boolean | undefined {
  if (typeof success === 'boolean') return success;
  return errorType || errorMessage ? false : undefined;
}

const fixes: Readonly<Record<string, string>> = {
  HttpRequestToPrivateUrlError:
    'the platform received no 2xx response from the private URL: allow its addresses and respond without a redirect',
  ResponseDoesNotMeetJsonSchemaError:
    'return {"url": "https://...", "expTimestamp": "2026-10-15T12:00:00Z"} as JSON',
  UrlIsNotValidError: 'both the private URL and the url in its response must be valid https:// addresses',
  ResponseContentFromPrivateUrlError: 'return a body whose expTimestamp is in UTC and a few minutes ahead',
};

/** How to fix a failure; `check` shows more detail. */
export const fixFor = (errorType: string | null | undefined): string =>
  ownValue(fixes, errorType ?? '') ??
  '`hotelctl ui-integration check` runs the same checks from here and shows more detail';

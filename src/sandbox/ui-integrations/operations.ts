import { empty, type HandlerResponse, json } from '../../http/local/handler.ts';
import { parseJson } from '../../platform/json.ts';
import {
  type Registration,
  registrationProblems,
  sourceTypeProblem,
  withDocumentedNames,
} from '../../platform/ui-integrations/registration.ts';
import type { SuiteResult } from '../../platform/ui-integrations/suite.ts';
import { isPublic, sourceTypeOnWire, targetNames } from '../../platform/ui-integrations/targets.ts';
import { checkSource, type ViewProbe } from '../../views/embedding.ts';
import { unprocessable } from '../routes.ts';
import type { Registered, Registry } from './registry.ts';

export interface RegistryWithProbe {
  readonly registry: Registry;
  readonly probe: ViewProbe;
}

/** GET of all integrations or of one target: 204 if there are none. */
export function listRegistrations(integrations: readonly Registered[]): HandlerResponse {
  if (integrations.length === 0) return empty(204);
  return json(200, { uiIntegrations: integrations, count: integrations.length });
}

export async function createRegistration(
  { registry, probe }: RegistryWithProbe,
  target: string,
  body: string,
): Promise<HandlerResponse> {
  if (!targetNames.includes(target))
    return unprocessable([`target ${target} is not one of ${targetNames.join(', ')}`]);
  const registration = await accepted(body, probe, read => registry.conflicts(target, read));
  if ('status' in registration) return registration;
  const { id } = registry.add(target, registration);
  return json(201, { id });
}

/** Replaces everything except the code, which can't change. */
export async function replaceIntegration(
  { registry, probe }: RegistryWithProbe,
  before: Registered,
  body: string,
): Promise<HandlerResponse> {
  const registration = await accepted(body, probe, read => [
    ...(read.code === undefined || read.code === before.code ? [] : ["code can't change"]),
    ...registry.conflicts(before.target, read, before),
  ]);
  if ('status' in registration) return registration;
  const { id, target, code } = before;
  registry.replace({ id, target, ...registration, code });
  return empty(204);
}

/** Only private integrations can be tested (platform.md, rule 2). */
export async function testRegistration(
  { probe }: RegistryWithProbe,
  integration: Registered,
): Promise<HandlerResponse> {
  if (isPublic(integration.sourceType)) return unprocessable(['Public integrations cannot be tested.']);
  return json(200, testResponseOf(await checkSource(integration, probe)));
}

/** The registration in a body that is valid and passes its test, or the 422 with every problem. */
async function accepted(
  body: string,
  probe: ViewProbe,
  conflicts: (registration: Registration) => readonly string[],
): Promise<Registration | HandlerResponse> {
  const fields = fieldsOf(body);
  if (!fields) return empty(400);
  const problems = registrationProblems(fields, field => field);
  const { sourceType } = fields;
  const unknownType = typeof sourceType === 'string' ? sourceTypeProblem(sourceType) : undefined;
  if (unknownType !== undefined) problems.push(unknownType);
  if (problems.length > 0) return unprocessable(problems);
  const registration = registrationOf(fields);
  const conflicting = conflicts(registration);
  if (conflicting.length > 0) return unprocessable(conflicting);
  const rejection = rejectionOf(await checkSource(registration, probe));
  return rejection.length > 0 ? unprocessable(rejection) : registration;
}

function fieldsOf(body: string): Record<string, unknown> | undefined {
  try {
    const value = withDocumentedNames(parseJson(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Null counts as absent. The body is validated before, so the types are correct. */
function registrationOf(fields: Readonly<Record<string, unknown>>): Registration {
  const names = ['code', 'label', 'labelTranslations', 'iconSource', 'sourceUrl', 'propertyIds', 'roles'];
  const given = Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null);
  return {
    ...(Object.fromEntries(given) as unknown as Registration),
    sourceType: sourceTypeOnWire(String(fields['sourceType'])),
  };
}

/** The suite's result as `$test` returns it (platform-facts, UI integrations). */
function testResponseOf({ failure }: SuiteResult): object {
  if (!failure) return { success: true };
  return {
    success: false,
    errorType: failure.errorType,
    errorMessage: `Check failed: ${failure.check}: ${failure.fix ?? ''}`,
    receivedResponse: failure.found,
  };
}

/** The same as a message of a 422: a private integration that fails the suite is rejected (platform.md, Errors). */
const rejectionOf = ({ failure }: SuiteResult): readonly string[] =>
  failure ? [`Test suite: ${failure.check}: ${failure.found}; ${failure.fix ?? ''}`] : [];

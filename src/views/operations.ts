import type { z } from 'zod/mini';
import { type HotelctlError, UndocumentedResponseError, withDetails } from '../base/errors.ts';
import { isSuccess, isUncertain, namedStatus } from '../base/http-status.ts';
import type { Secrets } from '../base/secrets.ts';
import { readJson, responseDetails } from '../http/body.ts';
import { type HttpRequest, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import { certainlyNotSent } from '../http/network-error.ts';
import { isWebPage, readRefusal, unknownOutcome } from '../http/refusal.ts';
import { restsOn } from '../platform/assumptions.ts';
import { WebPageError } from '../platform/json.ts';
import { checkAgainstModel } from '../platform/models.ts';
import { safeText } from '../platform/safe-text.ts';
import {
  createdIntegration,
  integrationScopes,
  integrationsPath,
  type RegisteredIntegration,
  registeredIntegration,
  registeredList,
  testResponse,
  withDocumentedNames,
  withNamesOnWire,
} from '../platform/ui-integrations/registration.ts';
import { targetNames } from '../platform/ui-integrations/targets.ts';

interface IntegrationConnection {
  readonly send: Send;
  readonly signInFailed: () => boolean;
  readonly host: string;
  readonly secrets: Secrets;
  /** The values of `assume.uiIntegrations`. */
  readonly assume: (what: 'names' | 'path' | 'update') => string;
}

/** The operations of the UI integration service (platform.md, "UI integration service"; platform-facts). */
export function integrationApi({ send, signInFailed, host, secrets, assume }: IntegrationConnection) {
  /** The list, or one integration, whose path the specification does not show. */
  const at = (...parts: readonly string[]) => pathBelow(assume('path'), parts);
  /** @param attempt completes the sentence "could not ..." of a refused change, and what is wrong with it if that is known */
  const request = async (
    method: HttpRequest['method'],
    path: string,
    what: string,
    { fields, attempt }: { readonly fields?: Fields; readonly attempt?: Attempt } = {},
  ) => {
    const body = fields && withNamesOnWire(fields, assume('names'));
    const isWrite = isOnceOnly(method);
    const response = await send({
      method,
      url: `${host}${path}`,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      repeatable: !isWrite,
      authorize: true,
    }).catch(error => {
      // Without a token nothing was sent to this host.
      const mayBeDone = isWrite && !signInFailed() && !certainlyNotSent(error);
      throw mayBeDone ? unknownOutcome(error, what) : error;
    });
    const { status } = response;
    if (status < 200 || status > 204) {
      const refusal = explained(await readRefusal(response, what, integrationScopes), method, attempt);
      throw isWrite && (isUncertain(status) || isSuccess(status)) ? unknownOutcome(refusal, what) : refusal;
    }
    if (!isWebPage(response)) return response;
    await response.discard();
    const page = new WebPageError(`the response to ${what}`, responseDetails(response));
    throw isWrite ? unknownOutcome(page, what) : page;
  };
  const register = <T extends RegisteredIntegration>(integration: T): T => {
    const { sourceUrl } = integration;
    if (typeof sourceUrl === 'string') secrets.registerUrl(sourceUrl);
    return integration;
  };
  const change = async (...given: Parameters<typeof request>) => (await request(...given)).discard();
  return {
    /** An empty list if none is registered. `body` is the platform's own, with its names and its envelope. */
    async list(target: string | undefined) {
      const parts = target === undefined ? [] : [target];
      const what = `the list of UI integrations${target === undefined ? '' : ` at ${target}`}`;
      const response = await request('GET', at(...parts), what);
      if (response.status === 204) {
        await response.discard();
        return { integrations: [], body: { uiIntegrations: [], count: 0 } };
      }
      const { value, body } = await read(response, registeredList, what);
      return { integrations: value.uiIntegrations.map(register), body };
    },
    async get(target: string, id: string) {
      const what = `the UI integration ${id}`;
      const response = await request('GET', at(target, id), what);
      const { value, body } = await read(response, registeredIntegration, what);
      return { integration: register(value), body };
    },
    /** @returns the id of the new integration */
    async create(target: string, body: Fields) {
      const what = `the creation of the UI integration at ${target}`;
      const attempt = { to: 'create the UI integration', target, code: String(body['code'] ?? target) };
      const response = await request('POST', pathBelow(integrationsPath, [target]), what, {
        fields: body,
        attempt,
      });
      const { value } = await read(response, createdIntegration, what).catch(error => {
        const unknown = unknownOutcome(error, what);
        const isUnreadable = error instanceof UndocumentedResponseError;
        throw isUnreadable ? restsOn(unknown, 'assume.uiIntegrations.fields') : unknown;
      });
      return value.id;
    },
    replace: (target: string, id: string, fields: Fields) =>
      change(assume('update') as 'PUT', at(target, id), `the update of UI integration ${id}`, {
        fields,
        attempt: { to: `update UI integration ${id}`, target },
      }),
    remove: (target: string, id: string) =>
      change('DELETE', at(target, id), `the deletion of UI integration ${id}`, {
        attempt: { to: `delete UI integration ${id}`, target },
      }),
    async test(target: string, id: string) {
      const what = `the test of UI integration ${id}`;
      const response = await request('GET', `${pathBelow(integrationsPath, [target, id])}/$test`, what, {
        attempt: { to: `test UI integration ${id}`, target },
      });
      return (await read(response, testResponse, what)).value;
    },
  };
}

/** Ids and targets come from outside. */
const pathBelow = (base: string, parts: readonly string[]) =>
  [base, ...parts.map(encodeURIComponent)].join('/');

type Fields = Readonly<Record<string, unknown>>;

export type IntegrationApi = ReturnType<typeof integrationApi>;

async function read<Schema extends z.ZodMiniType>(response: HttpResponse, schema: Schema, what: string) {
  const body = await readJson(response, sizeCaps.small);
  const value = withDocumentedNames(body);
  const [fault] = checkAgainstModel(schema, value).faults;
  if (fault === undefined) return { value: value as z.infer<Schema>, body };
  const problem = `the response to ${what} is not as documented: ${safeText(fault, 200)}`;
  const hint = 'check --integration-url; if it is correct, report this';
  const error = new UndocumentedResponseError(problem, { hint, ...responseDetails(response) });
  throw restsOn(error, 'assume.uiIntegrations.fields');
}

/** Repeating a replacement changes nothing; repeating a creation would create a second integration. */
const isOnceOnly = (method: HttpRequest['method']) => method === 'POST' || method === 'DELETE';

interface Attempt {
  readonly to: string;
  readonly target: string;
  /** That of a new integration. */
  readonly code?: string;
}

/** Only such a message is about what was sent: another one may be about the status code of the view, or its target window. */
function namesValue(message: string, field: string, value: string | undefined): boolean {
  const simple = (text: string) => text.replace(/[^\w .-]/g, '').toLowerCase();
  return value !== undefined && simple(message).includes(`${field} ${simple(value)}`);
}

/** With the assumption that may explain the refusal; for 404 also with where to find what exists. */
function explained(refusal: HotelctlError, method: HttpRequest['method'], attempt?: Attempt): HotelctlError {
  const { status = 0, messages = [] } = refusal.details;
  const says = (field: string, value?: string) => messages.some(text => namesValue(text, field, value));
  const namesTarget = status === 404 || says('target', attempt?.target);
  if (refusal.code === 'refused' && attempt && namesTarget && !targetNames.includes(attempt.target))
    return withDetails(
      refusal,
      { hint: 'run `hotelctl ui-integration targets` to see the targets' },
      `could not ${attempt.to}: unknown target ${attempt.target}`,
    );
  const words = attempt && `could not ${attempt.to}: ${namedStatus(status)}`;
  const other = says('code', attempt?.code) ? { hint: 'set another --code' } : {};
  const error = refusal.code === 'refused' && words ? withDetails(refusal, other, words) : refusal;
  const isRegistration = method !== 'GET' && method !== 'DELETE';
  if (isRegistration && (status === 400 || status === 422))
    return restsOn(error, 'assume.uiIntegrations.names', 'assume.uiIntegrations.sourceType');
  if (status === 405 && method !== 'GET') return restsOn(error, 'assume.uiIntegrations.update');
  if (status !== 404 && status !== 405) return error;
  const hint = '`hotelctl ui-integration list` shows the targets and ids that exist';
  return restsOn(withDetails(error, { hint }), 'assume.uiIntegrations.path');
}

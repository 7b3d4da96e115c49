import type { z } from 'zod/mini';
import { HotelctlError } from '../base/errors.ts';
import { isUncertain } from '../base/http-status.ts';
import type { Secrets } from '../base/secrets.ts';
import { readJson } from '../http/body.ts';
import { type HttpRequest, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import { certainlyNotSent } from '../http/network-error.ts';
import { isWebPage, notDocumented, refusalOf, unknownOutcome } from '../http/refusal.ts';
import { redactUrls } from '../http/trace.ts';
import { checkAgainstModel } from '../platform/model-check.ts';
import { safeText } from '../platform/safe-text.ts';
import {
  createdIntegration,
  integrationPath,
  integrationScopes,
  type RegisteredIntegration,
  registeredIntegration,
  registeredList,
  withDocumentedNames,
} from '../platform/ui-integrations/registration.ts';
import { type TestResponse, testResponse } from '../platform/ui-integrations/test-response.ts';

/** The operations of the UI integration service (platform.md, "UI integration service"; platform-facts). */
export interface IntegrationApi {
  list(target: string | undefined): Promise<ListedIntegrations>;
  get(
    target: string,
    id: string,
  ): Promise<{ readonly integration: RegisteredIntegration; readonly body: unknown }>;
  /** @returns the id of the new integration */
  create(target: string, body: object): Promise<string>;
  replace(target: string, id: string, body: object): Promise<void>;
  remove(target: string, id: string): Promise<void>;
  test(target: string, id: string): Promise<TestResponse>;
}

/** An empty list if none is registered. `body` is the platform's own, with its names and its envelope. */
interface ListedIntegrations {
  readonly integrations: readonly RegisteredIntegration[];
  readonly body: unknown;
}

interface IntegrationConnection {
  readonly send: Send;
  /** Whether a request failed before it was sent, because no token was available. */
  readonly signInFailed: () => boolean;
  readonly host: string;
  readonly secrets: Secrets;
}

export function integrationApi({ send, signInFailed, host, secrets }: IntegrationConnection): IntegrationApi {
  const request = async (method: HttpRequest['method'], path: string, what: string, body?: object) => {
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
      const refusal = explained(await refusalOf(response, what, integrationScopes));
      throw isWrite && isUncertain(status) ? unknownOutcome(refusal, what) : refusal;
    }
    if (!isWebPage(response)) return response;
    await response.discard();
    const page = notDocumented(`the response to ${what} is a web page`, response);
    throw isWrite ? unknownOutcome(page, what) : page;
  };
  const register = <T extends RegisteredIntegration>(integration: T): T => {
    const { sourceUrl } = integration;
    if (typeof sourceUrl === 'string') secrets.registerUrl(sourceUrl);
    return integration;
  };
  return {
    async list(target) {
      const parts = target === undefined ? [] : [target];
      const what = `the list of UI integrations${target === undefined ? '' : ` at ${target}`}`;
      const response = await request('GET', integrationPath(...parts), what);
      if (response.status === 204) {
        await response.discard();
        return { integrations: [], body: { uiIntegrations: [], count: 0 } };
      }
      const { value, body } = await read(response, registeredList, what);
      return { integrations: value.uiIntegrations.map(register), body };
    },
    async get(target, id) {
      const what = `the UI integration ${id}`;
      const response = await request('GET', integrationPath(target, id), what);
      const { value, body } = await read(response, registeredIntegration, what);
      return { integration: register(value), body };
    },
    async create(target, body) {
      const what = `the creation of the UI integration at ${target}`;
      const response = await request('POST', integrationPath(target), what, body);
      const { value } = await read(response, createdIntegration, what).catch(error => {
        throw unknownOutcome(error, what);
      });
      return value.id;
    },
    async replace(target, id, body) {
      const response = await request(
        'PUT',
        integrationPath(target, id),
        `the update of UI integration ${id}`,
        body,
      );
      await response.discard();
    },
    async remove(target, id) {
      const response = await request(
        'DELETE',
        integrationPath(target, id),
        `the deletion of UI integration ${id}`,
      );
      await response.discard();
    },
    async test(target, id) {
      const what = `the test of UI integration ${id}`;
      return (
        await read(await request('GET', integrationPath(target, id, '$test'), what), testResponse, what)
      ).value;
    },
  };
}

async function read<Schema extends z.ZodMiniType>(
  response: HttpResponse,
  schema: Schema,
  what: string,
): Promise<{ readonly value: z.infer<Schema>; readonly body: unknown }> {
  const body = await readJson(response, sizeCaps.small);
  const value = withDocumentedNames(body);
  const [fault] = checkAgainstModel(schema, value).faults;
  if (fault === undefined) return { value: value as z.infer<Schema>, body };
  throw notDocumented(`the response to ${what} is not as documented: ${safeText(fault, 200)}`, response);
}

/** Repeating a replacement changes nothing; repeating a creation would create a second integration. */
const isOnceOnly = (method: HttpRequest['method']) => method === 'POST' || method === 'DELETE';

/** The platform's messages without the query values of URLs, and a hint for an integration that does not exist. */
function explained(error: HotelctlError): HotelctlError {
  const { messages, status } = error.details;
  const hint =
    status === 404 ? '`hotelctl ui-integration list` shows the targets and ids that exist' : undefined;
  return new HotelctlError(error.code, error.message, {
    ...error.details,
    ...(hint === undefined ? {} : { hint }),
    ...(messages ? { messages: messages.map(redactUrls) } : {}),
  });
}

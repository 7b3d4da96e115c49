import type { z } from 'zod/mini';
import { HotelctlError } from '../base/errors.ts';
import { connect } from '../cli/connect.ts';
import type { Invocation } from '../cli/invocation.ts';
import { redactUrls } from '../cli/ui-integration-name.ts';
import { readJson } from '../http/body.ts';
import { type HttpRequest, type HttpResponse, sizeCaps } from '../http/exchange.ts';
import { certainlyNotSent } from '../http/network-error.ts';
import { refusalOf } from '../http/refusal.ts';
import { isUncertain } from '../http/status.ts';
import {
  camelCased,
  created,
  integrationPath,
  integrationScopes,
  type RegisteredIntegration,
  registeredIntegration,
  registeredList,
} from '../platform/integrations/registration.ts';
import { type TestAnswer, testAnswer } from '../platform/integrations/test-answer.ts';
import { checkAgainstModel } from '../platform/model-check.ts';
import { safeText } from '../platform/safe-text.ts';
import { isWebPage, notDocumented, unknownOutcome } from './write-outcome.ts';

/** The operations of the UI integration service (platform.md, "UI integration service"; platform-facts). */
export interface IntegrationApi {
  /** None registered is an empty list. */
  list(target: string | undefined): Promise<readonly RegisteredIntegration[]>;
  get(target: string, id: string): Promise<RegisteredIntegration>;
  create(target: string, body: object): Promise<string>;
  replace(target: string, id: string, body: object): Promise<void>;
  remove(target: string, id: string): Promise<void>;
  test(target: string, id: string): Promise<TestAnswer>;
}

/** Runs `work` with the operations, and closes the connections. @throws UsageError without a UI integration host */
export async function withIntegrations<T>(
  invocation: Invocation,
  work: (api: IntegrationApi) => Promise<T>,
): Promise<T> {
  const host = invocation.settings.requireHost('integrationUrl');
  const connection = connect(invocation, [host]);
  const ask = async (method: HttpRequest['method'], path: string, what: string, body?: object) => {
    const isWrite = isOnceOnly(method);
    const response = await connection.http
      .send({
        method,
        url: `${host}${path}`,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        repeatable: !isWrite,
        authorize: true,
      })
      .catch(error => {
        // Without a token nothing was sent to this host.
        const mayBeDone = isWrite && !connection.signInFailed() && !certainlyNotSent(error);
        throw mayBeDone ? unknownOutcome(error, what) : error;
      });
    const { status } = response;
    if (status < 200 || status > 204) {
      const refusal = withoutQueries(await refusalOf(response, what, integrationScopes));
      throw isWrite && isUncertain(status) ? unknownOutcome(refusal, what) : refusal;
    }
    if (!isWebPage(response)) return response;
    await response.discard();
    const page = notDocumented(`${what} was answered with a web page`, response);
    throw isWrite ? unknownOutcome(page, what) : page;
  };
  const known = <T extends RegisteredIntegration>(integration: T): T => {
    const { sourceUrl } = integration;
    if (typeof sourceUrl === 'string') invocation.context.secrets.registerUrl(sourceUrl);
    return integration;
  };
  const api: IntegrationApi = {
    async list(target) {
      const what =
        target === undefined ? 'the list of UI integrations' : `the list of UI integrations at ${target}`;
      const response = await ask(
        'GET',
        target === undefined ? integrationPath() : integrationPath(target),
        what,
      );
      if (response.status === 204) {
        await response.discard();
        return [];
      }
      return (await read(response, registeredList, what)).uiIntegrations.map(known);
    },
    async get(target, id) {
      const what = `the UI integration ${id}`;
      return known(
        await read(await ask('GET', integrationPath(target, id), what), registeredIntegration, what),
      );
    },
    async create(target, body) {
      const what = `the UI integration at ${target}`;
      const response = await ask('POST', integrationPath(target), what, body);
      const answer = await read(response, created, what).catch(error => {
        throw unknownOutcome(error, what);
      });
      return answer.id;
    },
    async replace(target, id, body) {
      await (
        await ask('PUT', integrationPath(target, id), `the change of UI integration ${id}`, body)
      ).discard();
    },
    async remove(target, id) {
      await (
        await ask('DELETE', integrationPath(target, id), `the removal of UI integration ${id}`)
      ).discard();
    },
    async test(target, id) {
      const what = `the test of UI integration ${id}`;
      return read(await ask('GET', integrationPath(target, id, '$test'), what), testAnswer, what);
    },
  };
  try {
    return await work(api);
  } finally {
    await connection.close();
  }
}

async function read<Schema extends z.ZodMiniType>(
  response: HttpResponse,
  schema: Schema,
  what: string,
): Promise<z.infer<Schema>> {
  const body = camelCased(await readJson(response, sizeCaps.small));
  const [fault] = checkAgainstModel(schema, body).faults;
  if (fault === undefined) return body as z.infer<Schema>;
  throw notDocumented(`the answer for ${what} is not as documented: ${safeText(fault, 200)}`, response);
}

/** A replacement twice is the same as once; a second creation would be another integration. */
const isOnceOnly = (method: HttpRequest['method']) => method === 'POST' || method === 'DELETE';

function withoutQueries(error: HotelctlError): HotelctlError {
  const { messages } = error.details;
  if (!messages) return error;
  return new HotelctlError(error.code, error.message, {
    ...error.details,
    messages: messages.map(redactUrls),
  });
}

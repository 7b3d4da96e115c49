import type { z } from 'zod/mini';
import { HotelctlError, OutcomeUnknownError, TemporaryError, UndocumentedAnswerError } from '../errors.ts';
import { readJson, refusalOf } from '../http/answer.ts';
import { type HttpRequest, type HttpResponse, sizeCaps } from '../http/exchange.ts';
import { NetworkError } from '../http/network-error.ts';
import { checkAnswer } from '../platform/check-answer.ts';
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
import { safeText } from '../platform/safe-text.ts';
import { connect } from './connect.ts';
import type { Runtime } from './runtime.ts';
import { redactUrls } from './ui-integration-shown.ts';

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
  runtime: Runtime,
  work: (api: IntegrationApi) => Promise<T>,
): Promise<T> {
  const host = runtime.settings.requireHost('integrationUrl');
  const connection = connect(runtime, [host]);
  const ask = async (method: HttpRequest['method'], path: string, what: string, body?: object) => {
    const isWrite = method === 'POST' || method === 'DELETE';
    const response = await connection.http
      .send({
        method,
        url: `${host}${path}`,
        headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // A replacement twice is the same as once; a second creation would be another integration.
        repeatable: !isWrite,
        authorize: true,
      })
      .catch(error => {
        throw isWrite ? unknownOutcome(error, what) : error;
      });
    if (response.status < 200 || response.status > 204)
      throw withoutQueries(await refusalOf(response, what, integrationScopes));
    return response;
  };
  const known = <T extends RegisteredIntegration>(integration: T): T => {
    const { sourceUrl } = integration;
    if (typeof sourceUrl === 'string') runtime.context.secrets.knowAddress(sourceUrl);
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
      return (await read(await ask('POST', integrationPath(target), what, body), created, what)).id;
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
  const [fault] = checkAnswer(schema, body).faults;
  if (fault === undefined) return body as z.infer<Schema>;
  throw new UndocumentedAnswerError(`the answer for ${what} is not as documented: ${safeText(fault, 200)}`, {
    hint: 'check --integration-url; report it if that is right',
  });
}

/** Exit 9: sent, and no answer came. What certainly never left this machine stays what it is. */
function unknownOutcome(error: unknown, what: string): unknown {
  const neverSent = error instanceof NetworkError && error.neverSent;
  if (!(error instanceof TemporaryError) || neverSent) return error;
  return new OutcomeUnknownError(`nobody knows what became of ${what}: ${error.message}`, {
    hint: 'look with `hotelctl ui-integration list` before you try again',
    cause: error,
  });
}

function withoutQueries(error: HotelctlError): HotelctlError {
  const { messages } = error.details;
  if (!messages) return error;
  return new HotelctlError(error.code, error.message, {
    ...error.details,
    messages: messages.map(redactUrls),
  });
}

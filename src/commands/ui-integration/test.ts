import {
  InterruptedError,
  RefusedError,
  SignInError,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';
import type { Secrets } from '../../base/secrets.ts';
import { shellWords } from '../../base/text.ts';
import { requirePassed } from '../../cli/checklist.ts';
import { knownIntegrations, rememberIntegration } from '../../cli/completion/known-lists.ts';
import { withIntegrations } from '../../cli/connect.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { certainlyNotSent } from '../../http/network-error.ts';
import { redactUrls } from '../../http/trace.ts';
import { restsOn } from '../../platform/assumptions.ts';
import { finding } from '../../platform/finding.ts';
import { stringifyJson } from '../../platform/json.ts';
import type { Column } from '../../platform/records.ts';
import { joinSome, safeText } from '../../platform/safe-text.ts';
import { fixFor, type TestResponse, testPassed } from '../../platform/ui-integrations/registration.ts';
import { isPublic } from '../../platform/ui-integrations/targets.ts';
import type { IntegrationApi } from '../../views/operations.ts';
import { integrationFrom, openWithHost } from './service.ts';

export const testColumns: readonly Column[] = [
  { name: 'field', type: 'text', heading: 'Result' },
  { name: 'value', type: 'text', heading: '' },
];

/**
 * `ui-integration test TARGET ID`: the platform's own suite on a registered integration; exit 10 when it fails. One that
 * was public when it was last seen is refused before any request. Otherwise it is read first, if the platform has that
 * operation, which platform.md does not show: a public one must not be tested, and the token in its URL must not be
 * shown if the result repeats it. `$test` is called whatever becomes of the reading.
 */
export async function testIntegration(
  open: OpenInvocation,
  givenTarget: string | undefined,
  givenId: string | undefined,
  options: OutputOptions,
) {
  const invocation = await openWithHost(open, options);
  const { target, id } = await integrationFrom(invocation, givenTarget, givenId);
  await refuseKnownPublic(invocation, target, id);
  const outcome: Outcome = { success: false };
  const load = () =>
    withIntegrations(invocation, async api => {
      const integration = await readIfOffered(api, target, id);
      if (integration) await rememberIntegration(invocation, target, id, integration);
      if (isPublic(integration?.sourceType)) {
        throw new RefusedError(publicMessage(id), {
          hint: 'no test was started; `hotelctl ui-integration check URL --source-type public` checks its URL',
        });
      }
      Object.assign(outcome, readOutcome(await api.test(target, id), invocation.context.secrets));
      return Object.entries(outcome).map(([field, value]) => ({ field, value: String(value) }));
    });
  await writeRecords(invocation, options, { name: 'test', columns: testColumns }, load, outcome);
  const { success, errorType = 'no error type', errorMessage, errorContent, receivedResponse, fix } = outcome;
  const received = receivedResponse && `received: ${receivedResponse}`;
  requirePassed(
    [finding('suite', success ? 'passed' : 'failed', errorType, fix)],
    ({ found }) => `the platform's test suite did not pass: ${found}`,
    { hint: '', messages: [errorMessage, errorContent, received].filter(text => text !== undefined) },
  );
  await invocation.note('The test suite passed.');
}

type Outcome = { readonly success: boolean } & Partial<
  Record<'errorType' | 'errorMessage' | 'errorContent' | 'receivedResponse' | 'fix', string>
>;

/** Undefined if it fails. Without a connection, or a token, the test would have none either. */
async function readIfOffered(api: IntegrationApi, target: string, id: string) {
  try {
    return (await api.get(target, id)).integration;
  } catch (error) {
    const endsTheTest =
      error instanceof SignInError || error instanceof InterruptedError || certainlyNotSent(error);
    if (endsTheTest) throw error;
    return undefined;
  }
}

const publicMessage = (id: string) =>
  `the UI integration ${safeText(id, 100)} is public; only private ones can be tested`;

async function refuseKnownPublic(invocation: Invocation, target: string, id: string) {
  const known = (await knownIntegrations(invocation)).find(one => one.target === target && one.id === id);
  if (!isPublic(known?.sourceType)) return;
  throw new UsageError(publicMessage(id), {
    hint: `if it was changed elsewhere, run \`hotelctl ui-integration get ${shellWords([target, id].map(word => safeText(word, 100)))}\` first`,
  });
}

function readOutcome(response: TestResponse, secrets: Secrets): Outcome {
  const success = testPassed(response);
  if (success === undefined) {
    const had = joinSome(Object.keys(response), 10, ', ') || 'no fields';
    const error = new UndocumentedResponseError(`the response to the test has no result; it had: ${had}`, {
      hint: '`hotelctl ui-integration check` runs the same checks from here',
    });
    throw restsOn(error, 'assume.uiIntegrations.fields');
  }
  const { errorType, errorMessage, errorContent, receivedResponse } = response;
  const fields = { errorType, errorMessage, errorContent, receivedResponse };
  for (const value of Object.values(fields)) registerUrls(toText(value), secrets);
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    const text = toText(value);
    return text === '' ? [] : [[name, safeText(secrets.redact(redactUrls(text)), 1000)] as const];
  });
  return {
    success,
    ...Object.fromEntries(shown),
    ...(success ? {} : { fix: fixFor(errorType) }),
  };
}

/** A message may repeat the token of a private URL that another field of the same response contains. */
function registerUrls(text: string, secrets: Secrets): void {
  for (const [url] of text.replaceAll('\\/', '/').matchAll(/\bhttps?:\/\/[^\s"'<>\\]+/gi)) {
    secrets.registerUrl(url.replace(/[.,;:)\]]+$/, ''));
  }
}

/** The received response may contain anything, and the URL in it is a secret. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

import { readChoice } from '../../base/choices.ts';
import {
  CheckFailedError,
  InterruptedError,
  RefusedError,
  SignInError,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';
import type { Secrets } from '../../base/secrets.ts';
import { shellWords } from '../../base/text.ts';
import { planChecklist, requirePassed } from '../../cli/checklist.ts';
import { recallList, rememberIntegrations } from '../../cli/completion/known-lists.ts';
import { withIntegrations } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { certainlyNotSent } from '../../http/network-error.ts';
import { redactUrl, redactUrls, registerUrls } from '../../http/trace.ts';
import { restsOn } from '../../platform/assumptions.ts';
import type { Finding } from '../../platform/finding.ts';
import { filledFields, stringifyJson } from '../../platform/json.ts';
import { type Column, textColumns } from '../../platform/records.ts';
import { joinSome, safeText } from '../../platform/safe-text.ts';
import {
  fixFor,
  type Registration,
  type TestResponse,
  testPassed,
} from '../../platform/ui-integrations/registration.ts';
import {
  contextFor,
  exampleContext,
  findTarget,
  isPrivate,
  isPublic,
  sourceTypes,
  withContext,
} from '../../platform/ui-integrations/targets.ts';
import {
  privateFindings,
  secretFinding,
  viewFindings,
  wrongSecrets,
} from '../../platform/ui-integrations/view-findings.ts';
import type { IntegrationApi } from '../../views/operations.ts';
import { checkSource, type ViewProbe } from '../../views/preview.ts';
import type { CheckOptions } from './flags.ts';
import { addressFrom, openViews, planIntegration, type TargetAndId, warnOfUnknownTarget } from './service.ts';

export const checkColumns: readonly Column[] = [
  { name: 'suite', type: 'text', holds: 'boolean' },
  { name: 'number', type: 'number', storage: 'int32' },
  ...textColumns('check', 'result', 'seen', 'fix'),
];

type Source = Pick<Registration, 'sourceUrl' | 'sourceType'>;

export async function planCheck(invocation: Invocation, options: CheckOptions, given: string) {
  const sourceType = readChoice('--source-type', options.sourceType, sourceTypes);
  const write = await planChecklist(invocation, options, { name: 'checks', columns: checkColumns });
  if (options.target !== undefined) await warnOfUnknownTarget(options.target, invocation);
  const source = { sourceUrl: await addressFrom(invocation, given, sourceType), sourceType };
  const probe = await openViews(invocation, options);
  return async () => {
    const { suite, findings } = await examineView(source, options.target, probe);
    const { failure, checks } = suite;
    const url = redactUrl(source.sourceUrl, 'all');
    const rowFor = ({ check: name, state, found: seen, fix }: Finding) =>
      filledFields({ name, result: resultWord(state), seen, fix });
    const results = checks.map(check => ({ number: check.number, ...rowFor(check) }));
    const further = findings.map(rowFor);
    await write({
      parts: [
        { title: `The platform's checks of ${url} (${sourceType})`, isNumbered: true, findings: checks },
        { title: 'Additional checks', findings },
      ],
      records: [
        ...results.map(({ name, number, ...rest }) => ({ suite: true, number, check: name, ...rest })),
        ...further.map(({ name, ...rest }) => ({ suite: false, check: name, ...rest })),
      ],
      body: { url, sourceType, passed: failure === undefined, checks: results, further },
    });
    requirePassed([...checks, ...findings]);
  };
}

/** The platform's suite, and what the platform does not check. */
export async function examineView(source: Source, target: string | undefined, probe: ViewProbe) {
  const suite = await checkSource(source, probe);
  const { publicUrl, failure } = suite;
  // With the context that the target forwards, because a view may respond differently without it.
  const forwarded = target === undefined ? [] : contextFor(findTarget(target), exampleContext);
  const view =
    publicUrl === undefined
      ? undefined
      : await probe.fetch(withContext(publicUrl, forwarded, probe.parameters));
  const findings: Finding[] = [];
  if (isPrivate(source.sourceType)) {
    findings.push(...privateFindings(source.sourceUrl, suite));
    for (const [secret, url] of failure ? [] : wrongSecrets(source.sourceUrl))
      findings.push(secretFinding(secret, await probe.fetch(url)));
  }
  return { suite, findings: [...findings, ...viewFindings(publicUrl, view)] };
}

const resultWord = (state: Finding['state']) => (state === 'skipped' ? 'not reached' : state);

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
export async function planTest(opened: Invocation, options: OutputOptions, ...given: TargetAndId) {
  const { invocation, find } = await planIntegration(opened, ...given);
  const write = await planRecords(invocation, options, { name: 'test', columns: testColumns });
  return async () => {
    const { target, id } = await find();
    await refuseKnownPublic(invocation, target, id);
    const outcome: Outcome = { success: false };
    const load = () =>
      withIntegrations(invocation, async api => {
        const integration = await readIfOffered(api, target, id);
        if (integration) await rememberIntegrations(invocation, [integration], target, id);
        if (isPublic(integration?.sourceType))
          throw new RefusedError(publicMessage(id), {
            hint: 'no test was started; `hotelctl ui-integration check URL --source-type public` checks its URL',
          });
        Object.assign(outcome, readOutcome(await api.test(target, id), invocation.context.secrets));
        return Object.entries(outcome).map(([field, value]) => ({ field, value: String(value) }));
      });
    await write(load, outcome);
    const { success, errorType = 'no error type', receivedResponse, fix = '' } = outcome;
    const received = receivedResponse && `received: ${receivedResponse}`;
    const said = [outcome.errorMessage, outcome.errorContent, received];
    const messages = said.filter(text => text !== undefined);
    if (!success)
      throw new CheckFailedError(`the platform's test suite did not pass: ${errorType}`, {
        messages,
        hint: fix,
      });
    await invocation.note('The test suite passed.');
  };
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
  const all = await recallList(invocation, 'ui-integrations');
  const known = all.find(one => one.target === target && one.id === id);
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
  // A message may repeat the token of a private URL that another field of the same response contains.
  for (const value of Object.values(fields)) registerUrls(toText(value), secrets);
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    const text = toText(value);
    return text === '' ? [] : [[name, safeText(secrets.redact(redactUrls(text)), 1000)] as const];
  });
  return { success, ...Object.fromEntries(shown), ...(success ? {} : { fix: fixFor(errorType) }) };
}

/** The received response may contain anything, and the URL in it is a secret. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

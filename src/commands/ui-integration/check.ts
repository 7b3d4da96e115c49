import { readChoice } from '../../base/choices.ts';
import { requirePassed, writeChecklist } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { redactUrl } from '../../http/trace.ts';
import type { Finding } from '../../platform/finding.ts';
import { filledFields } from '../../platform/json.ts';
import type { Column } from '../../platform/records.ts';
import { httpsUrlProblem } from '../../platform/ui-integrations/fetch-result.ts';
import { runPublicCheck, runSuite, type SuiteResult } from '../../platform/ui-integrations/suite.ts';
import {
  contextFor,
  exampleContext,
  findTarget,
  sourceTypes,
  withContext,
} from '../../platform/ui-integrations/targets.ts';
import {
  privateFindings,
  secretFinding,
  viewFindings,
  wrongSecrets,
} from '../../platform/ui-integrations/view-findings.ts';
import type { CheckOptions } from './flags.ts';
import { addressFrom, openViews, warnOfUnknownTarget } from './service.ts';

export const checkColumns = ['suite', 'check', 'result', 'seen', 'fix'].map(
  (name): Column => ({ name, type: 'text' }),
);

/** `ui-integration check URL`: the platform's suite, then additional checks; exit 10 if the suite fails. */
export async function checkAddress(open: OpenInvocation, given: string, options: CheckOptions) {
  const invocation = await open(options, { mayBeNew: true });
  const type = readChoice('--source-type', options.sourceType, sourceTypes);
  if (options.target !== undefined) await warnOfUnknownTarget(options.target, invocation);
  const address = await addressFrom(invocation, given);
  const views = await openViews(invocation, options);
  if (options.watch)
    return watch(invocation, () => examine(address, type, options.target, views, invocation));
  const checked = await examine(address, type, options.target, views, invocation);
  await show(invocation, options, { url: redactUrl(address, 'all'), sourceType: type }, checked);
  const { failure, checks } = checked.suite;
  requirePassed(
    checks,
    ({ check, found }) => `check ${failure?.number} of ${checks.length} failed: ${check}: ${found}`,
    { hint: '' },
  );
}

const watchInterval = 2000;

async function watch({ context }: Invocation, look: () => Promise<Checked>) {
  const { stdout, clock, interrupted } = context;
  let before = new Map<string, string>();
  while (!interrupted.aborted) {
    const { suite, findings } = await look();
    const lines = [...suite.checks, ...findings].map(({ check, state, found, fix }): [string, string] => [
      check,
      `${check}: ${[resultWord(state), found, fix].filter(Boolean).join(': ')}`,
    ]);
    const changed = lines.filter(([check, line]) => before.get(check) !== line);
    before = new Map(lines);
    if (changed.length > 0) await stdout.write(`${changed.map(([, line]) => line).join('\n')}\n`);
    await clock.sleep(watchInterval, interrupted).catch(() => {});
  }
}

interface Checked {
  readonly suite: SuiteResult;
  readonly findings: readonly Finding[];
}

async function examine(
  address: string,
  type: 'public' | 'private',
  target: string | undefined,
  { fetch: visit, parameters }: Awaited<ReturnType<typeof openViews>>,
  { context }: Invocation,
): Promise<Checked> {
  const isValid = httpsUrlProblem(address) === undefined;
  const fetched = type === 'private' && isValid ? await visit(address) : undefined;
  const suite =
    type === 'private' ? runSuite(address, fetched, context.clock.now()) : runPublicCheck(address);
  const { publicUrl, expires, otherFields } = suite;
  // With the context that the target forwards, because a view may respond differently without it.
  const forwarded = target === undefined ? [] : contextFor(findTarget(target), exampleContext);
  const view =
    publicUrl === undefined ? undefined : await visit(withContext(publicUrl, forwarded, parameters));
  const secrets: Finding[] = [];
  if (type === 'private' && suite.passed)
    for (const [secret, url] of wrongSecrets(address)) secrets.push(secretFinding(secret, await visit(url)));
  return {
    suite,
    findings: [
      ...(type === 'private' ? privateFindings(address, fetched, expires, otherFields) : []),
      ...secrets,
      ...viewFindings(publicUrl, view),
    ],
  };
}

async function show(
  invocation: Invocation,
  options: CheckOptions,
  checked: { readonly url: string; readonly sourceType: string },
  { suite, findings }: Checked,
) {
  const rowFor = ({ check: name, state, found: seen, fix }: Finding) =>
    filledFields({ name, result: resultWord(state), seen, fix });
  const results = suite.checks.map((check, index) => ({ number: index + 1, ...rowFor(check) }));
  const further = findings.map(rowFor);
  await writeChecklist(
    invocation,
    options,
    { name: 'checks', columns: checkColumns },
    {
      parts: [
        {
          title: `The platform's checks of ${checked.url} (${checked.sourceType})`,
          isNumbered: true,
          findings: suite.checks,
        },
        { title: 'Additional checks', findings },
      ],
      records: [
        ...results.map(({ name, number, ...rest }) => ({ suite: true, number, check: name, ...rest })),
        ...further.map(({ name, ...rest }) => ({ suite: false, check: name, ...rest })),
      ],
      body: { ...checked, passed: suite.passed, checks: results, further },
    },
  );
}

const resultWord = (state: Finding['state']) => (state === 'skipped' ? 'not reached' : state);

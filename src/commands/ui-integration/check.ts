import { readChoice } from '../../base/choices.ts';
import { requirePassed, writeChecklist } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { redactUrl } from '../../http/trace.ts';
import type { Finding } from '../../platform/finding.ts';
import { filledFields } from '../../platform/json.ts';
import type { Column } from '../../platform/records.ts';
import type { Registration } from '../../platform/ui-integrations/registration.ts';
import {
  contextFor,
  exampleContext,
  findTarget,
  isPrivate,
  sourceTypes,
  withContext,
} from '../../platform/ui-integrations/targets.ts';
import {
  privateFindings,
  secretFinding,
  viewFindings,
  wrongSecrets,
} from '../../platform/ui-integrations/view-findings.ts';
import { checkSource, type ViewProbe } from '../../views/embedding.ts';
import type { CheckOptions } from './flags.ts';
import { addressFrom, openViews, warnOfUnknownTarget } from './service.ts';

export const checkColumns: readonly Column[] = [
  { name: 'suite', type: 'text', holds: 'boolean' },
  { name: 'number', type: 'number', storage: 'int32' },
  ...['check', 'result', 'seen', 'fix'].map((name): Column => ({ name, type: 'text' })),
];

type Source = Pick<Registration, 'sourceUrl' | 'sourceType'>;

/** `ui-integration check URL`: the platform's suite, then additional checks; exit 10 if one fails. */
export async function checkAddress(open: OpenInvocation, given: string, options: CheckOptions) {
  const invocation = await open(options, { mayBeNew: true });
  const sourceType = readChoice('--source-type', options.sourceType, sourceTypes);
  if (options.target !== undefined) await warnOfUnknownTarget(options.target, invocation);
  const source = { sourceUrl: await addressFrom(invocation, given), sourceType };
  const isReadable =
    given !== '-' && isPrivate(sourceType) && URL.canParse(given) && new URL(given).search !== '';
  if (isReadable) {
    const how = 'pass the URL on standard input: `hotelctl ui-integration check - < address.txt`';
    await invocation.warn(
      `warning: other users of this machine can read a URL's secret on the command line; ${how}`,
    );
  }
  const probe = await openViews(invocation, options);
  const checked = await examineView(source, options.target, probe);
  await show(invocation, options, source, checked);
  const { failure, checks } = checked.suite;
  requirePassed(
    [...checks, ...checked.findings],
    ({ check, found }) =>
      `${failure ? `check ${failure.number} of ${checks.length} failed: ` : ''}${check}: ${found}`,
    { hint: '' },
  );
}

type Checked = Awaited<ReturnType<typeof examineView>>;

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

async function show(
  invocation: Invocation,
  options: CheckOptions,
  { sourceUrl, sourceType }: Source,
  { suite, findings }: Checked,
) {
  const url = redactUrl(sourceUrl, 'all');
  const rowFor = ({ check: name, state, found: seen, fix }: Finding) =>
    filledFields({ name, result: resultWord(state), seen, fix });
  const results = suite.checks.map(check => ({ number: check.number, ...rowFor(check) }));
  const further = findings.map(rowFor);
  await writeChecklist(
    invocation,
    options,
    { name: 'checks', columns: checkColumns },
    {
      parts: [
        {
          title: `The platform's checks of ${url} (${sourceType})`,
          isNumbered: true,
          findings: suite.checks,
        },
        { title: 'Additional checks', findings },
      ],
      records: [
        ...results.map(({ name, number, ...rest }) => ({ suite: true, number, check: name, ...rest })),
        ...further.map(({ name, ...rest }) => ({ suite: false, check: name, ...rest })),
      ],
      body: { url, sourceType, passed: suite.failure === undefined, checks: results, further },
    },
  );
}

const resultWord = (state: Finding['state']) => (state === 'skipped' ? 'not reached' : state);

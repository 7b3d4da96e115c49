import { oneOf } from '../../base/choices.ts';
import { CheckFailedError } from '../../base/errors.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { tableFor } from '../../cli/render-options.ts';
import { openUntrustedFetch } from '../../cli/untrusted-fetch-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { redactUrl } from '../../http/trace.ts';
import { type ChecklistItem, checklistText } from '../../output/checklist.ts';
import { deliver } from '../../output/deliver.ts';
import { chooseFormat } from '../../output/format.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import {
  contextFor,
  exampleContext,
  withContext,
} from '../../platform/ui-integrations/context-parameters.ts';
import type { UntrustedFetch } from '../../platform/ui-integrations/fetch-result.ts';
import type { ViewFinding } from '../../platform/ui-integrations/finding.ts';
import { httpsUrlProblem } from '../../platform/ui-integrations/https-url.ts';
import { privateFindings } from '../../platform/ui-integrations/private-findings.ts';
import { sourceTypes } from '../../platform/ui-integrations/source-type.ts';
import { runPublicCheck, runSuite, type SuiteResult } from '../../platform/ui-integrations/suite.ts';
import { findTarget } from '../../platform/ui-integrations/targets.ts';
import { viewFindings } from '../../platform/ui-integrations/view-findings.ts';
import { addressFrom } from './address-argument.ts';
import type { CheckOptions } from './flags.ts';
import { warnOfUnknownTarget } from './service.ts';

export const checkColumns: readonly Column[] = [
  { name: 'suite', type: 'text' },
  { name: 'check', type: 'text' },
  { name: 'result', type: 'text' },
  { name: 'seen', type: 'text' },
  { name: 'fix', type: 'text' },
];

/** `ui-integration check URL`: the platform's suite, then additional checks; exit 10 if the suite fails. */
export async function checkAddress(
  open: OpenInvocation,
  given: string,
  options: CheckOptions,
): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const type = oneOf('--source-type', options.sourceType, sourceTypes);
  if (options.target !== undefined) await warnOfUnknownTarget(options.target, invocation);
  const address = await addressFrom(invocation, given);
  const visit = await openUntrustedFetch(invocation, options);
  const checked = await examine(address, type, options.target, visit, invocation);
  await write(invocation, options, address, type, checked);
  const { failure } = checked.suite;
  if (!failure) return;
  throw new CheckFailedError(
    `check ${failure.number} of ${checked.suite.checks.length} failed: ${failure.name}: ${failure.seen}`,
    { hint: failure.fix ?? '' },
  );
}

interface Checked {
  readonly suite: SuiteResult;
  readonly findings: readonly ViewFinding[];
}

async function examine(
  address: string,
  type: 'public' | 'private',
  target: string | undefined,
  visit: UntrustedFetch,
  { context }: Invocation,
): Promise<Checked> {
  const isValid = httpsUrlProblem(address) === undefined;
  const fetched = type === 'private' && isValid ? await visit(address) : undefined;
  const suite =
    type === 'private' ? runSuite(address, fetched, context.clock.now()) : runPublicCheck(address);
  const { publicUrl, expires, otherFields } = suite;
  // With the context that the target forwards, because a view may respond differently without it.
  const forwarded = target === undefined ? [] : contextFor(findTarget(target), exampleContext);
  const view = publicUrl === undefined ? undefined : await visit(withContext(publicUrl, forwarded));
  return {
    suite,
    findings: [
      ...(type === 'private' ? privateFindings(address, fetched, expires, otherFields) : []),
      ...viewFindings(publicUrl, view),
    ],
  };
}

async function write(
  invocation: Invocation,
  options: CheckOptions,
  address: string,
  type: string,
  { suite, findings }: Checked,
): Promise<void> {
  const { context } = invocation;
  const shownAddress = redactUrl(address, 'all');
  const further = findings.map(({ result, ...finding }) => ({
    ...finding,
    result: result === 'good' ? 'passed' : result,
  }));
  if (chooseFormat(options) === 'table' && options.columns === undefined) {
    const style = tableFor(invocation, options.output);
    const text = checklistText(
      [
        {
          title: `The platform's checks of ${shownAddress} (${type})`,
          numbered: true,
          items: suite.checks.map(check => item(check, check.result)),
        },
        {
          title: 'Additional checks',
          numbered: false,
          items: findings.map(finding => item(finding, finding.result)),
        },
      ],
      style,
    );
    await deliver([text], options.output, context);
    return;
  }
  const records: ReportRecord[] = [
    ...suite.checks.map(({ name, number, ...check }) => ({ suite: true, number, check: name, ...check })),
    ...further.map(({ name, ...finding }) => ({ suite: false, check: name, ...finding })),
  ];
  const body = { url: shownAddress, sourceType: type, passed: suite.passed, checks: suite.checks, further };
  await writeRecords(invocation, options, { name: 'checks', columns: checkColumns }, () => records, body);
}

const item = (
  { name, seen, fix }: { readonly name: string; readonly seen: string; readonly fix?: string },
  result: ViewFinding['result'] | 'passed' | 'failed',
): ChecklistItem => ({
  mark: result === 'good' ? 'passed' : result === 'not reached' ? 'skipped' : result,
  name,
  seen,
  ...(fix === undefined ? {} : { fix }),
});

import { HotelctlError, PartialError, UsageError } from '../../base/errors.ts';
import { openProgress } from '../../cli/progress.ts';
import type { RequestResult } from '../../output/results.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type Fetching, fetchReport } from './fetch.ts';
import { heldResult } from './held-result.ts';
import { inOrder } from './in-order.ts';
import type { ReportOptions } from './options.ts';

export function concurrencyOf({ concurrency = '8' }: ReportOptions): number {
  if (/^\d{1,3}$/.test(concurrency) && Number(concurrency) >= 1 && Number(concurrency) <= 100)
    return Number(concurrency);
  throw new UsageError('--concurrency must be a whole number from 1 to 100', {
    hint: 'the platform allows about 100 requests a second for a client and account',
  });
}

/**
 * Many requests, at most `concurrency` at a time; results in the order asked. What fails is named on standard error
 * and counted, what succeeds is handed on, and the end is a PartialError (exit 7) when some failed. When all fail, the
 * first one's error is thrown: nothing was partial about it.
 */
export async function* fetchAll(
  fetching: Fetching,
  requests: readonly Parameters[],
  concurrency: number,
): AsyncGenerator<{ readonly index: number; readonly result: RequestResult }> {
  const { invocation, report } = fetching;
  const progress = openProgress(invocation, requests.length);
  const failures: HotelctlError[] = [];
  // A program that reads JSON finds them in the error, and so does who asked for errors alone.
  const inError = invocation.flags.quiet === true || invocation.flags.errorFormat === 'json';
  const named: string[] = [];
  let index = 0;
  const fetchWhole = async (parameters: Parameters) => {
    try {
      return await heldResult(await fetchReport(fetching, parameters), fetching.plan.format);
    } finally {
      await progress.advance();
    }
  };
  try {
    for await (const { item, outcome } of inOrder(requests, concurrency, fetchWhole)) {
      if (outcome.status === 'fulfilled') yield { index, result: outcome.value };
      else {
        const error = outcome.reason;
        if (!(error instanceof HotelctlError) || invocation.context.interrupted.aborted) throw error;
        failures.push(error);
        const failure = `${nameOf(report.period, item)}: ${[error.message, ...(error.details.messages ?? [])].join('; ')}`;
        if (inError) named.push(failure);
        else await progress.say(`failed: ${failure}`);
      }
      index += 1;
    }
  } finally {
    await progress.close();
  }
  const [first] = failures;
  if (!first) return;
  if (failures.length === requests.length) throw first;
  throw new PartialError(
    `${failures.length} of ${requests.length} requests failed; what succeeded was written`,
    {
      hint: `the failures are named ${inError ? 'in the messages' : 'above'}; the first one: ${first.details.hint}`,
      ...(inError ? { messages: named } : {}),
    },
  );
}

const nameOf = (form: Fetching['report']['period'], parameters: Parameters) =>
  safeText(`${parameters['propertyId']} ${periodName(form, parameters)}`);

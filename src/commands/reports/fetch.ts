import { UndocumentedResponseError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputPlan } from '../../cli/output-plan.ts';
import { readJson, refusalOf, trackingIdOf } from '../../http/answer.ts';
import { type HttpRequest, type HttpResponse, type Send, sizeCaps } from '../../http/exchange.ts';
import { parsedResult, type RequestResult } from '../../output/results.ts';
import { checkAgainstModel, type ModelCheck } from '../../platform/model-check.ts';
import { type Parameters, queryString } from '../../platform/parameters.ts';
import {
  type ReportDefinition,
  type ReportsVersion,
  reportPath,
  reportScopes,
} from '../../platform/reports/report.ts';
import { someOf } from '../../platform/safe-text.ts';

/** How a run fetches: the same for all of its requests. */
export interface Fetching {
  readonly report: ReportDefinition;
  readonly invocation: Invocation;
  readonly plan: OutputPlan;
  readonly baseUrl: string;
  readonly version: ReportsVersion;
  readonly strict: boolean;
  readonly send: Send;
}

/** One request, and its result as far as it can be had without reading the body of a report that streams. */
export async function fetchReport(fetching: Fetching, parameters: Parameters): Promise<RequestResult> {
  const { report, plan, send } = fetching;
  const response = await send(requestOf(fetching, parameters));
  if (response.status === 204 && report.mayBeEmpty) {
    await response.discard();
    return parsedResult(plan.view, parameters, undefined);
  }
  if (response.status !== 200) throw await refusalOf(response, `the ${report.name} report`, reportScopes);
  return report.listField === undefined
    ? wholeResult(fetching, parameters, response)
    : streamResult(fetching, report.listField, parameters, response);
}

/** A POST without a body that only reads: its key, made once, lets the retries be retries and nothing else. */
function requestOf({ report, invocation, baseUrl, version }: Fetching, parameters: Parameters): HttpRequest {
  return {
    method: report.method,
    url: `${baseUrl}${reportPath(report, version)}?${queryString(report, parameters)}`,
    headers: {
      accept: 'application/json',
      ...(report.method === 'POST' ? { 'idempotency-key': invocation.context.random.uuid() } : {}),
    },
    repeatable: true,
    authorize: true,
  };
}

async function wholeResult(
  fetching: Fetching,
  parameters: Parameters,
  response: HttpResponse,
): Promise<RequestResult> {
  const body = await readJson(response, sizeCaps.small);
  const { body: schema } = await fetching.report.response();
  await judge(fetching, checkAgainstModel(schema, body), response);
  return parsedResult(fetching.plan.view, parameters, body as never);
}

async function streamResult(
  fetching: Fetching,
  list: string,
  parameters: Parameters,
  response: HttpResponse,
): Promise<RequestResult> {
  const [{ streamedResult }, answer] = await Promise.all([
    import('../../output/stream/streamed-result.ts'),
    fetching.report.response(),
  ]);
  const { body, item } = answer;
  return streamedResult(fetching.plan.view, parameters, {
    list,
    item: item ?? body,
    body,
    bytes: response.body,
    details: { status: response.status, trackingId: trackingIdOf(response.headers) },
    onCheck: check => judge(fetching, check, response),
  });
}

/**
 * `json` passes the body on and leaves the judgement to its reader, unless `--strict` asks for it here. What is not
 * documented is a warning, what is missing or of another type is exit 6.
 */
async function judge(
  { report, invocation, plan, strict }: Fetching,
  { unknownFields, unknownValues, faults }: ModelCheck,
  { headers, status }: HttpResponse,
): Promise<void> {
  if (plan.format === 'json' && !strict) return;
  const what = `the ${report.name} report`;
  const details = { status, trackingId: trackingIdOf(headers) };
  if (faults.length > 0) {
    throw new UndocumentedResponseError(`${what} is not as documented: ${someOf(faults, 3, '; ')}`, {
      hint: 'report it, or use --format json to get the answer as it is',
      ...details,
    });
  }
  for (const [found, words] of [
    [unknownFields, 'has fields that are not documented'],
    [unknownValues, 'has values that are not documented'],
  ] as const) {
    if (found.length === 0) continue;
    const message = `${what} ${words}: ${someOf(found, 10, ', ')}`;
    if (strict)
      throw new UndocumentedResponseError(message, {
        hint: 'leave --strict out to go on all the same',
        ...details,
      });
    await invocation.warn(`warning: ${message}`);
  }
}

import { UndocumentedAnswerError } from '../errors.ts';
import { readJson, refusalOf } from '../http/answer.ts';
import { type HttpResponse, sizeCaps } from '../http/exchange.ts';
import { deliver } from '../output/deliver.ts';
import { render } from '../output/render.ts';
import { parsedResult, type RequestResult } from '../output/results.ts';

import { checkAnswer } from '../platform/check-answer.ts';
import type { Parameters } from '../platform/parameters.ts';
import { type ReportDefinition, reportPath, reportScopes } from '../platform/reports/report.ts';
import { safeText } from '../platform/safe-text.ts';
import type { World } from '../program.ts';
import { connect } from './connect.ts';
import type { GlobalOptions } from './flags.ts';
import type { OutputOptions } from './output-flags.ts';
import { type OutputPlan, planOutput } from './output-plan.ts';
import { reportParameters, reportsVersionOf } from './report-parameters.ts';
import { type Runtime, startRuntime } from './runtime.ts';

export type ReportOptions = GlobalOptions & OutputOptions & { readonly strict?: boolean };

/** One report: checked before anything is sent, fetched, checked again, written in the format asked for. */
export async function runReport(
  world: World,
  report: ReportDefinition,
  options: ReportOptions,
): Promise<void> {
  const runtime = await startRuntime(world, options);
  const parameters = reportParameters(report, runtime, options);
  const version = reportsVersionOf(report, runtime.settings);
  const baseUrl = runtime.settings.requireHost('baseUrl');
  const plan = await planOutput(report, runtime, options, parameters);
  const connection = connect(runtime, [baseUrl]);
  try {
    const url = `${baseUrl}${reportPath(report, version)}?${queryOf(report, parameters)}`;
    const response = await connection.http.send({
      method: report.method,
      url,
      headers: { accept: 'application/json' },
      repeatable: true,
      authorize: true,
    });
    const result = await resultOf(report, runtime, plan, options.strict ?? false, parameters, response);
    const rendered = render(plan.render, [result]);
    await deliver(rendered.chunks, plan.target, runtime.context);
    if (rendered.rows() === 0) await runtime.note('no rows');
  } finally {
    await connection.close();
  }
}

/** The first few of what may be many thousands; the names of fields are the platform's text. */
function someOf(words: readonly string[], count: number, separator: string): string {
  const rest = words.length - count;
  const shown = words.slice(0, count).map(word => safeText(word, 100));
  return `${shown.join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** In the definition's order; an array parameter as repeated values. */
function queryOf(report: ReportDefinition, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const { wire } of report.parameters) {
    for (const value of [parameters[wire] ?? []].flat()) query.append(wire, value);
  }
  return query.toString();
}

async function resultOf(
  report: ReportDefinition,
  runtime: Runtime,
  plan: OutputPlan,
  strict: boolean,
  parameters: Parameters,
  response: HttpResponse,
): Promise<RequestResult> {
  const what = `the ${report.name} report`;
  if (response.status === 204 && report.mayBeEmpty) {
    await response.discard();
    return parsedResult(plan.view, parameters, undefined);
  }
  if (response.status !== 200) throw await refusalOf(response, what, reportScopes);
  const body = await readJson(response, sizeCaps.small);
  const { body: schema } = await report.answer();
  const { unknownFields, faults } = checkAnswer(schema, body);
  // `json` passes the body on and leaves the judgement to its reader, unless `--strict` asks for it here.
  const judged = plan.render.format !== 'json' || strict;
  if (judged && faults.length > 0) {
    throw new UndocumentedAnswerError(`${what} is not as documented: ${someOf(faults, 3, '; ')}`, {
      hint: 'report it, or use --format json to get the answer as it is',
    });
  }
  if (judged && unknownFields.length > 0) {
    const words = `${what} has fields that are not documented: ${someOf(unknownFields, 10, ', ')}`;
    if (strict)
      throw new UndocumentedAnswerError(words, { hint: 'leave --strict out to go on all the same' });
    await runtime.note(`warning: ${words}`);
  }
  return parsedResult(plan.view, parameters, body as never);
}

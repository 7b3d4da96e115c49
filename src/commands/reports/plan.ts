import type { HotelctlError } from '../../base/errors.ts';
import { dateParameters, referenceTime } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { makeTitle, type ReportOutput, reportOutput } from '../../cli/render-options.ts';
import type { FailedPart } from '../../cli/several-properties.ts';
import { isMailed } from '../../cli/write-records.ts';
import { fileName, fileNames, isFileNameTemplate } from '../../output/deliver.ts';
import type { Pieces, Text } from '../../output/document/document.ts';
import { hasSections } from '../../output/format.ts';
import { csvLayout } from '../../output/render.ts';
import { joinTexts } from '../../output/words/messages.ts';
import { dateIn } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportPlan, ReportSource } from '../../reports/fetch-report.ts';
import type { Computation } from '../../reports/figures/computed.ts';
import type { HotelWords } from '../../reports/figures/groups.ts';
import type { AnsweringSource } from './as-of.ts';
import type { ReportOptions } from './flags.ts';
import { planRequests, readConcurrency } from './requests.ts';

interface FailedRequest extends FailedPart {
  readonly property: string;
  readonly period: string;
}

/** One run of a report: what is requested, how the responses are read, and where the rows go. */
export interface RunPlan extends ReportPlan, AnsweringSource {
  readonly requests: readonly Parameters[];
  /** The properties that cannot be requested because of their id. */
  readonly refused: readonly { readonly property: string; readonly error: HotelctlError }[];
  /** Filled while the requests are sent. */
  readonly failed: FailedRequest[];
  /** Of several requests, those whose response has no rows. */
  readonly empty: Set<Parameters>;
  readonly concurrency: number;
  /** `--by` and `--compare`: the rows are computed from those of the responses. */
  readonly computation: Computation | undefined;
  readonly output: ReportOutput['output'];
  /** What the figures count; only of property performance. */
  readonly basis: Pieces | undefined;
  /** About earlier books, or periods that are not over: for the title of what people read, and as a note. */
  readonly toDate: { readonly title: Text; readonly note?: string } | undefined;
  /** The file of all rows, or the first of `targets`. */
  readonly target: string | undefined;
  /** A file for each request, if placeholders of `--output` distinguish them. */
  readonly targets: readonly string[] | undefined;
  /** What the hotels are called, in rankings and headings. */
  readonly words: HotelWords;
}

export type ComputedPlan = RunPlan & { readonly computation: Computation };

/**
 * Every choice of a run, validated before anything is requested. What is missing on a terminal is a prompt, whose choices
 * come from the platform, so the function that completes the plan validates it then.
 */
export async function planRun(
  invocation: Invocation,
  report: ReportDefinition,
  options: ReportOptions,
  computation: Computation | undefined,
  checkRequests: Computation['checkRequests'],
): Promise<(source: ReportSource & AnsweringSource) => Promise<RunPlan>> {
  const { views, output, basis } = await reportOutput(report, invocation, options, computation);
  const planWith = (answered: ReportOptions) =>
    planRequests(report, invocation, answered, views, checkRequests);
  const planned = invocation.interactive ? undefined : planWith(options);
  const promptForMissing = async (source: ReportSource) => {
    const { withAnswers } = await import('../../cli/missing-parameters.ts');
    const { name, parameters } = report;
    const asking = { command: `reports ${name}`, parameters, byPeriod: dateParameters };
    return withAnswers(asking, invocation, options, source);
  };
  return async source => {
    const makeRequests = planned ?? planWith(await promptForMissing(source));
    const { requests, refused, toDate, isSeveral } = await makeRequests(source);
    const isRanking = computation?.grouping === 'property' || computation?.grouping === 'group';
    const hotels = new Set(requests.map(({ propertyId }) => propertyId)).size;
    const names =
      isRanking || hasSections(output.format) || isMailed(invocation, options)
        ? await (await import('../../cli/properties.ts')).hotelNames(
            invocation,
            isRanking || hotels > 1 || options.mailTo !== undefined ? source : undefined,
          )
        : new Map<string, string>();
    const now = referenceTime(invocation.context);
    const { target, targets } = chooseTargets(report, requests, options.output, now);
    return {
      ...source,
      report,
      views,
      format: output.format,
      // A mail keeps the first rows as records, and a body is read once.
      layout: computation || (isMailed(invocation, options) && !targets) ? undefined : csvLayout(output),
      strict: options.strict ?? false,
      // A mail is a page of the same body.
      isTyped: options.isTyped === true || isMailed(invocation, options),
      requests,
      refused,
      failed: [],
      empty: new Set(),
      concurrency: readConcurrency(options),
      computation,
      // Computed rows are one list, and a file for each request has one body.
      output: {
        ...output,
        // Its rows are to date, which a table says in its title.
        view:
          toDate && output.view.table
            ? { ...output.view, table: { title: makeTitle(report), ...output.view.table } }
            : output.view,
        several: isSeveral && computation === undefined && targets === undefined,
        about: { ...output.about, basis: toDate ? joinTexts([basis, toDate.title]) : basis },
      },
      basis,
      toDate,
      target,
      targets,
      words: computation?.words(names) ?? { names },
    };
  };
}

/** Requests of one day and report are one file, if its name has no property: `occupancy-{date}.csv`. */
function chooseTargets(
  report: ReportDefinition,
  requests: readonly Parameters[],
  output: string | undefined,
  now: number,
): Pick<RunPlan, 'target' | 'targets'> {
  if (output === undefined || !isFileNameTemplate(output)) return { target: output, targets: undefined };
  const values = requests.map(parameters => ({
    property: String(parameters['propertyId']),
    report: report.name,
    period: periodName(report.period, parameters),
    date: dateIn(undefined, now),
  }));
  const names = values.map(each => fileName(output, each));
  const isOneFile = new Set(names).size === 1 && (names.length === 1 || !output.includes('{property}'));
  return { target: names[0], targets: isOneFile ? undefined : fileNames(output, values) };
}

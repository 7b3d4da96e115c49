import { OutputError, UsageError } from '../../base/errors.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { todayAt } from '../../cli/date-options.ts';
import { optionName } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { propertiesGiven } from '../../cli/property-flags.ts';
import { filtersOfTitle, sectionWords } from '../../cli/render-options.ts';
import { deliverOutput, isMailed, noteNoRows } from '../../cli/write-records.ts';
import { chooseFormat, isForPeople } from '../../output/format.ts';
import { render } from '../../output/render.ts';
import { leadingView, type Results } from '../../output/results.ts';
import { joinTexts, nameSome, say, saySome, uniqueTexts } from '../../output/words/messages.ts';
import { type Parameters, unexpectedValues } from '../../platform/parameters.ts';
import { periodName } from '../../platform/periods.ts';
import type { View } from '../../platform/records.ts';
import { mixDimensions } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { fetchReport } from '../../reports/fetch-report.ts';
import { groupsOfDays, type ReportOptions } from './flags.ts';
import { planRun, type RunPlan } from './plan.ts';
import { readConcurrency } from './requests.ts';

export async function planReport(invocation: Invocation, report: ReportDefinition, options: ReportOptions) {
  for (const flag of ['--nearest', '--data-dir'])
    if (options[optionName(flag)] !== undefined && options.asOf === undefined)
      throw new UsageError(`${flag} needs --as-of`, { hint: 'add --as-of DATE' });
  const concurrency = readConcurrency(options);
  const computation = await chooseComputed(invocation, report, options);
  const { asOf, nearest } = options;
  const archived =
    asOf === undefined
      ? undefined
      : (await import('./as-of.ts')).snapshotsAsPlatform(invocation, asOf, nearest);
  const complete = await planRun(invocation, report, options, computation, (requests, today) => {
    computation?.checkRequests(requests, today);
    archived?.checkRequests(requests, computation?.mix);
  });
  const run = async (platform: OpenReportSource) => {
    // Warnings about the time zone of a property that does not exist would hide its error.
    const later: string[] = [];
    const warn = invocation.flags.verbose ? invocation.warn : async (text: string) => void later.push(text);
    const answering = archived ?? {
      todayOf: todayAt({ ...invocation, warn }, platform),
      everyProperty: async () =>
        (await import('../../cli/properties.ts')).listAccessible(invocation, platform),
    };
    const plan = await complete({ ...platform, ...answering });
    for (const words of unexpectedValues(report, plan.requests[0] ?? {}))
      await invocation.warn(`warning: ${words}`);
    const response = await report.response();
    const notes =
      response.otherUnits && (await import('./figure-notes.ts')).makeFigureNotes(invocation, plan, response);
    const miscounted = new Set<string>();
    const reading = notes?.reading ?? {
      onUnequal: ({ propertyId }: Parameters) => void miscounted.add(String(propertyId)),
    };
    const miscount = () =>
      say('The list of {hotels} does not have as many rows as its count.', {
        hotels: nameSome([...miscounted]),
      });
    const about: RunPlan['output']['about'] = {
      ...plan.output.about,
      notes: notes?.onPages ?? (() => (miscounted.size > 0 ? [miscount()] : [])),
      // Only pages, workbooks and tables say it, so that the other formats do not load it.
      complete: async (document, subject) =>
        (await import('./pages.ts')).describeFailures(document, subject, plan, notes?.having()),
    };
    const noted = { ...plan, ...reading, output: { ...plan.output, about } };
    const { rows, failure } = await writeResults({ invocation, options, plan: noted });
    for (const item of notes?.emptyItems() ?? []) await invocation.recordItem(item);
    for (const text of later) await invocation.warn(text);
    for (const text of notes?.warnings() ?? []) await invocation.warn(text);
    await noteNoRows(invocation, options, rows, plan.output.locale);
    // The notes of figures name them too.
    const empty = notes || rows === 0 ? [] : plan.requests.filter(request => plan.empty.has(request));
    const named = empty.map(request => `${request['propertyId']} ${periodName(report.period, request)}`);
    if (named.length > 0) await invocation.note(`no rows of ${joinSome(named, 12, ', ')}`);
    if (plan.toDate?.note && isForPeople(plan.output.format)) await invocation.note(plan.toDate.note);
    for (const note of notes?.printed() ?? []) await invocation.note(note);
    if (failure) throw failure;
  };
  const runAll: typeof run = platform => run(platform).finally(archived?.warnOfFuture);
  return planWithReport(invocation, report, runAll, concurrency);
}

/** `--by` and `--compare`; several hotels in one chart or table are a ranking. Loaded only if needed. */
async function chooseComputed(invocation: Invocation, report: ReportDefinition, options: ReportOptions) {
  const isOneProperty = !options.allProperties && propertiesGiven(invocation, options).length < 2;
  const isRanking =
    !isOneProperty &&
    options.chart === true &&
    report.name === 'property-performance' &&
    options.view === undefined;
  const by = options.by ?? (isRanking ? 'property' : undefined);
  const isGathered = options.view !== undefined && options.view === report.gatheredView;
  if (by === undefined && options.compare === undefined && options.align === undefined && !isGathered) {
    const unused = ['--portfolio', '--budget'].find(flag => options[optionName(flag)] !== undefined);
    if (unused !== undefined)
      throw new UsageError(`${unused} needs --by or --compare`, { hint: 'for example --by property' });
    if (options.currency === undefined && options.rates === undefined) return undefined;
    const { readRates } = await import('../../cli/portfolio.ts');
    await readRates(invocation, options);
    throw new UsageError('--currency converts the figures of --by and --compare', {
      hint: 'add --by property, or --compare last-year',
    });
  }
  if (by === 'day')
    throw new UsageError('--by day: the days themselves are a view', {
      hint: 'add --view days, and omit --by',
    });
  const { chooseComputation } = await import('./computation.ts');
  const { isAcrossHotels } = await import('../../reports/figures/groups.ts');
  const { findBudget, readPortfolio, readRates } = await import('../../cli/portfolio.ts');
  // A mix is not a group of hotels.
  const group = mixDimensions.some(dimension => dimension === by) ? undefined : by;
  const portfolio = await readPortfolio(invocation, { ...options, by: group }, groupsOfDays, mixDimensions);
  const isBudgeted = isAcrossHotels(portfolio.grouping) && report.name === 'property-performance';
  if (options['budget'] !== undefined && !isBudgeted)
    throw new UsageError('--budget needs --by property', {
      hint: 'or a column of the portfolio, as --by region',
    });
  const files = {
    ...portfolio,
    budget: isBudgeted ? (await findBudget(invocation))?.budget : undefined,
    amounts: invocation.settings.require('amounts'),
    rates: await readRates(invocation, options),
  };
  // A page has a section for each hotel, whose heading names it.
  const isNamed = isOneProperty || chooseFormat(options) === 'html';
  return chooseComputation(report, { ...options, ...(by === undefined ? {} : { by }) }, isNamed, files);
}

interface Run {
  readonly invocation: Invocation;
  readonly options: ReportOptions;
  readonly plan: RunPlan;
}

/** The rows that were written, if they are counted, and the error of a run of which some requests failed. */
async function writeResults(run: Run) {
  const { invocation, plan } = run;
  const { requests, refused, target, targets, output, report, words } = plan;
  if (plan.computation) {
    const [{ fetchComputed }, { presentComputed }] = await Promise.all([
      import('./computed.ts'),
      import('./computation.ts'),
    ]);
    const planned = { ...plan, computation: plan.computation };
    const computed = await fetchComputed(planned, invocation);
    const results = computed.sections.map(({ result }) => result);
    const rows = await writeReport(run, presentComputed(planned, computed), results, target);
    return { rows, failure: computed.failure() };
  }
  const [only] = requests;
  const makeSection = (parameters: Parameters) => {
    if ('propertyId' in parameters) return sectionWords(report, parameters, words.names);
    const all = requests.map(each => sectionWords(report, each, words.names));
    const heading = [0, 1].map(place => saySome(uniqueTexts(all.map(each => each.heading[place] ?? []))));
    return { heading, details: all[0]?.details ?? [] };
  };
  // A page has them in its sections.
  const filters = output.format === 'table' ? filtersOfTitle(report, only ?? {}) : [];
  const basis = joinTexts([output.about.basis, ...filters]);
  const presented = { ...output, about: { ...output.about, basis, sectionOf: makeSection } };
  if (only && requests.length + refused.length === 1)
    return { rows: await writeReport(run, presented, [await fetchReport(plan, only)], target) };
  const { fetchAll } = await import('./fetch-all.ts');
  const { results, failure, fail } = fetchAll(plan, invocation);
  if (!targets) {
    const rows = await writeReport(run, presented, results, target);
    return { rows, failure: failure() };
  }
  // Each file is of one hotel and period, and whole.
  const { complete: _whole, ...about } = presented.about;
  for await (const result of results)
    await writeReport(
      run,
      { ...presented, about },
      [result],
      targets[requests.indexOf(result.parameters)],
    ).catch(error => {
      if (error instanceof OutputError) return fail(result.parameters, error);
      throw error;
    });
  return { rows: undefined, failure: failure() };
}

async function* readable(results: Results, { views }: RunPlan) {
  const { makeReadable } = await import('./fetch-all.ts');
  for await (const result of results) yield makeReadable(result, leadingView(views) as View<never>);
}

async function writeReport(
  { invocation, options, plan }: Run,
  output: RunPlan['output'],
  fetched: Results,
  target: string | undefined,
): Promise<number | undefined> {
  const isReadable = plan.basis !== undefined && !plan.computation && isForPeople(output.format);
  const results = isReadable ? readable(fetched, plan) : fetched;
  const settled = { ...output, several: output.several || options.envelope === true };
  const isShown = options.open === true;
  const pages = isShown || isMailed(invocation, options) ? await import('./pages.ts') : undefined;
  const kept = isShown ? undefined : pages?.keptForMail(results, plan, settled);
  const rendered = render(settled, kept?.results ?? results);
  if (isShown) await pages?.openPage(invocation, plan.report.name, target, rendered.chunks);
  else await deliverOutput(invocation, { ...rendered, ...kept }, target);
  return rendered.rows();
}

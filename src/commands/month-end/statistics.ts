import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { checkPeriod, datesAt, referenceTime } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readPortfolio, requireCsvTable } from '../../cli/portfolio.ts';
import { findUnknownProperty, hotelNames, planPropertyList } from '../../cli/properties.ts';
import { namesSeveral } from '../../cli/property-flags.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { collectResults } from '../../cli/several-properties.ts';
import { deliverOutput, isDocument, withGaps, writeDocument } from '../../cli/write-records.ts';
import { type RenderOptions, render } from '../../output/render.ts';
import { englishText, joinTexts } from '../../output/words/messages.ts';
import { addDays, addMonths, type CalendarDate, lastClosedDay } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period, readMonth } from '../../platform/periods.ts';
import { bedNightsReport } from '../../platform/reports/guest-counts.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import {
  fetchCapacity,
  fetchMonth,
  type MonthFigures,
  subtractAdjustments,
} from '../../reports/statistics/fetch-month.ts';
import { type Form, forms } from '../../reports/statistics/forms.ts';
import { makeReturn, type Return, returnColumns, returnRecords } from '../../reports/statistics/return.ts';
import { findCorrections, findSavedReturn, saveReturn } from '../../reports/statistics/saved-return.ts';
import type { StatisticsOptions } from './flags.ts';
import { countedGuests, type ReturnPage, returnDocument } from './statistics-page.ts';

export async function planStatistics(invocation: Invocation, options: StatisticsOptions, name: string) {
  const id = readChoice('the form', name, Object.keys(forms) as Form['id'][]);
  const monthOn = (day: CalendarDate) => readMonth(options.period, day, 'a return');
  const { context, note, warn } = invocation;
  const now = referenceTime(context);
  const requireOver = (today: CalendarDate, zone: string | undefined) => {
    const period = monthOn(today);
    if (period.last <= lastClosedDay(zone, now)) return period;
    throw new UsageError(
      `${nameOfPeriod(period)} is not over: today is ${today}, and postings to it end at 06:00 of ${addDays(period.last, 1)}`,
      { hint: 'use --period last-month, or wait' },
    );
  };
  checkPeriod(invocation, options.period, (today, zone) => (zone ? requireOver : monthOn)(today, zone));
  const form = forms[id];
  const listProperties = planPropertyList(invocation, options);
  const plan = await renderOptions(invocation, options, { name: 'statistics', columns: returnColumns });
  const { words: hotelWords, factsOf } = await readFacts(invocation);
  const { adjustments: path } = options;
  const adjustments = path === undefined ? [] : await requireCsvTable(invocation, path, adjustmentColumns);
  const several = namesSeveral(invocation, options);
  const run = async (platform: OpenReportSource) => {
    const { today, zoneOf } = datesAt(invocation, platform);
    const properties = await listProperties(platform);
    const months = new Set<string | undefined>();
    const collected = await collectResults(invocation, properties, async ({ property }) => {
      const [day, timeZone] = [await today(property), await zoneOf(property)];
      const period = requireOver(day, timeZone);
      months.add(nameOfPeriod(period));
      const fetched = await fetchMonth(platform, property, period);
      await requireGuests(platform, property, period, fetched);
      const { figures, words } = subtractAdjustments(path ?? '', adjustments, property, period, fetched);
      const establishment = { ...factsOf(property), timeZone };
      const made = makeReturn({ form, property, period, figures, establishment, today: day });
      return { ...made, openPoints: [...words.map(each => [each]), ...made.openPoints] };
    });
    const { results: found, failed, finish } = collected;
    // A file of another month leaves all guests in the figures.
    if (adjustments.length > 0 && !adjustments.some(({ month }) => months.has(month)))
      await warn(`warning: ${path} has no line of this month, so nothing was subtracted`);
    for (const [index, { property = '' }] of adjustments.entries()) {
      const { message, details } = (await findUnknownProperty(invocation, property)) ?? {};
      const where = `${path}, line ${index + 2}`;
      if (details) await warn(`warning: ${where}: ${message}: ${details.hint}`);
    }
    const { names } = hotelWords(await hotelNames(invocation, undefined));
    const archive = await findArchive(invocation, 'statistics');
    const pages: ReturnPage[] = [];
    for (const figures of found) {
      const { property, period } = figures;
      const records = returnRecords(form, figures);
      const saved = await findSavedReturn(archive, property, nameFile(form, period));
      const known = saved && { at: saved.savedAt, corrections: findCorrections(saved.records, records) };
      pages.push({ title: propertyWords(property, names), figures, records, saved: known });
    }
    const missing = failed.map(({ property, cause }) => ({ name: propertyWords(property, names), cause }));
    const makePage = () => returnDocument(form, pages, missing);
    if (isDocument(plan, options)) await writeDocument(invocation, options, plan, makePage(), pages.length);
    else {
      if (plan.format !== 'json') for (const page of pages) await reportFindings(invocation, page);
      const about = {
        title: joinTexts(['Figures for the return', form.title]),
        definition: joinTexts([countedGuests, form.mapping]),
        madeAt: context.clock.now(),
        sectionOf: ({ propertyId: id }: Record<string, unknown>) => {
          return { heading: id ? [[propertyWords(String(id), names)]] : [], details: [] };
        },
      };
      const results = pages.map(page => makeResult(form, page, plan.columns));
      const rows = render({ ...plan, about: withGaps(about, makePage), several }, results);
      await deliverOutput(invocation, rows, options.output);
    }
    // Those that were kept last are not kept again.
    const changed = pages.filter(({ saved }) => saved?.corrections.length !== 0);
    for (const { figures, records } of options.save ? changed : []) {
      const { property, period } = figures;
      await saveReturn(archive, property, nameFile(form, period), records, context);
      await note(`${property}: saved the figures of ${nameOfPeriod(period)}`);
    }
    finish();
  };
  return planWithReport(invocation, bedNightsReport, run);
}

/** The format has no place for what people must check, so it is printed. */
async function reportFindings(
  { warn, note }: Invocation,
  { figures: { property, findings, openPoints }, saved }: ReturnPage,
) {
  for (const { check, state, found, fix } of findings)
    if (state === 'warning')
      await warn(`warning: ${property}: ${check}: ${safeText(englishText(found))}${fix ? `; ${fix}` : ''}`);
  for (const { name, what, saved: before, now } of saved?.corrections ?? [])
    await warn(
      `warning: ${property}: correction: ${name}, ${what}: ${before} on ${saved?.at.slice(0, 10)}, ${now} now`,
    );
  for (const point of openPoints) await note(`${property}: ${englishText(point)}`);
}

const nameFile = (form: Form, period: Period) => `${form.id}-${nameOfPeriod(period)}`;

/** @param columns that were chosen: without those of a field, its row would have a name only */
function makeResult(form: Form, { figures, records, saved }: ReturnPage, columns: RenderOptions['columns']) {
  const hasFields = columns?.some(({ name }) => ['number', 'source', 'part'].includes(name)) ?? true;
  const { property, period, rows, total, fields, findings, openPoints } = figures;
  const body = {
    what: 'figures for the return',
    propertyId: property,
    period: nameOfPeriod(period),
    form: form.id,
    mapping: form.mapping,
    rows: rows.map(residenceOf),
    total: residenceOf(total),
    fields: fields.map(({ row, name, number, source }) => {
      return { row, name: englishText(name), number, source: englishText(source) };
    }),
    findings: findings.map(each => ({ ...each, found: safeText(englishText(each.found)) })),
    openPoints: openPoints.map(englishText),
    savedAt: saved?.at ?? null,
    corrections: saved?.corrections ?? [],
  };
  return {
    parameters: { propertyId: property },
    json: () => [stringifyJson(body, 2)],
    records: () => [hasFields ? records : records.filter(({ part }) => part !== 'field')],
  };
}

const residenceOf = ({ part: _, number: __, source: ___, ...row }: Return['total']) => ({
  ...row,
  name: englishText(row.name),
});

/** What the portfolio has of each property, and its name. @throws UsageError for a cell that is not a number */
async function readFacts(invocation: Invocation) {
  const { column, words } = await readPortfolio(invocation, {}, []);
  const hint = 'correct the portfolio, for example beds 180, rooms 90, open-days 31, deadline 5';
  const columns = Object.entries({ beds: 100_000, rooms: 100_000, 'open-days': 31, deadline: 28 }).map(
    ([name, most]) => {
      const numbers = [...column(name)].map(([property, text]) => {
        const what = `${name} of ${property} in the portfolio`;
        return [property, readWholeNumber(what, text, { least: 0, most, hint })] as const;
      });
      return [name, new Map(numbers)] as const;
    },
  );
  const factsOf = (property: string) => ({
    'office-id': column('office-id').get(property),
    ...Object.fromEntries(columns.map(([name, numbers]) => [name, numbers.get(property)])),
  });
  return { words, factsOf };
}

/** A mistyped month has nothing. One of a hotel that was closed is a nil return: the year before it has sold units. */
async function requireGuests(
  source: ReportSource,
  property: string,
  period: Period,
  { arrivals, nights, roomNights, capacity }: MonthFigures,
) {
  if (arrivals.total + nights.total + roomNights + (capacity?.sold ?? 0) > 0) return;
  const before = { first: addMonths(period.first, -12), last: addDays(period.first, -1) };
  if (((await fetchCapacity(source, property, before))?.sold ?? 0) > 0) return;
  throw new UsageError(
    `${property} has neither guests nor sold units in ${nameOfPeriod(period)} or in the year before`,
    { hint: 'check --period' },
  );
}

/** Guests that an office excludes, and the reports cannot: refugees, staff, long stays. */
const adjustmentColumns = 'property month country arrivals nights room-nights reason'.split(' ');

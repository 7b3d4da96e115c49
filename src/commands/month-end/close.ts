import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive, refuseNoClosesLeft } from '../../cli/archive.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { checkPeriod, datesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { hotelNames, listedCurrencies, planPropertyList } from '../../cli/properties.ts';
import { namesSeveral } from '../../cli/property-flags.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { collectResults } from '../../cli/several-properties.ts';
import { deliverOutput, isDocument, withGaps, writeDocument } from '../../cli/write-records.ts';
import { render } from '../../output/render.ts';
import { addDays, type CalendarDate, dateIn, lastClosedDay, writeMoment } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import { monthAfter, nameOfPeriod, type Period, readMonth } from '../../platform/periods.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import type { Archive } from '../../reports/archive/archive.ts';
import { type StagedEntry, withScratchEntry, withStagedEntry } from '../../reports/archive/write-entry.ts';
import { closeBooks, makeCloseResult, makeInputs } from '../../reports/close/close.ts';
import { receiveBooks } from '../../reports/close/month-books.ts';
import { fetchOtherMonths } from '../../reports/close/other-months.ts';
import { requestMonth } from '../../reports/close/responses.ts';
import {
  findClose,
  findOutdated,
  isClose,
  readResult,
  storeClose,
} from '../../reports/close/stored-closes.ts';
import { hasSameFigures, type KeptResult, readClose } from '../../reports/close/verify-closes.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import { checkCloseNumber, findChosen, readChain } from './chain.ts';
import { closeDocument } from './close-page.ts';
import {
  type ClosedMonth,
  checkRecords,
  closeCheckColumns,
  describeUnsigned,
  findNotAccepted,
  findSignOff,
  withSignOff,
} from './close-result.ts';
import { type CloseTerms, findOpenings, readTerms, requireBooks } from './close-terms.ts';
import type { CloseFlags } from './flags.ts';

/** `hotelctl close`: ten requests for each property. */
export async function planClose(invocation: Invocation, options: CloseFlags) {
  // A close that was kept is shown at any time.
  const isNew = options.close === undefined;
  checkCloseNumber(options.close);
  checkPeriod(invocation, options.period, (today, zone) => {
    const period = monthToClose(options, today);
    if (zone && isNew) requireOver(invocation, options, period, zone);
  });
  const listProperties = planPropertyList(invocation, options);
  const plan = await renderOptions(invocation, options, { name: 'close', columns: closeCheckColumns });
  const several = namesSeveral(invocation, options);
  const { service, opening, close: number } = options;
  const ofOne = { '--service': service, '--opening': opening, '--close': number };
  for (const [flag, given] of Object.entries(ofOne))
    if (several && given !== undefined)
      throw new UsageError(`${flag} takes one property`, { hint: 'close the properties one by one' });
  if (number !== undefined && (options.provisional || service || opening || options.tolerance))
    throw new UsageError('--close shows a close as it was kept', { hint: 'omit the flags of a new close' });
  const terms = await readTerms(invocation, options);
  const run = async (platform: OpenReportSource) => {
    const archive = await findArchive(invocation, 'closes');
    const properties = await listProperties(platform);
    const dates = datesAt(invocation, platform);
    const found = await collectResults(invocation, properties, async ({ property }) => {
      if (number === undefined)
        return closeMonth(invocation, options, platform, archive, property, dates, terms);
      const { chain, close } = await findChosen(invocation, archive, property, options);
      const month = await readClose(close, chain.filter(isClose));
      return { ...month, ...findSignOff(chain, close, month.checks) };
    });
    const { results: months, failed, finish } = found;
    const page = async () => {
      const names = await hotelNames(invocation, undefined);
      const missing = failed.map(({ property, cause }) => ({ name: names.get(property) ?? property, cause }));
      return closeDocument(months, missing);
    };
    if (isDocument(plan, options))
      await writeDocument(invocation, options, plan, await page(), months.length);
    else {
      const results = months.map(month => ({
        parameters: { propertyId: month.books.property },
        json: () => [stringifyJson(withSignOff(month), 2)],
        records: () => [checkRecords(month)],
      }));
      const about = withGaps(plan.about, page);
      await deliverOutput(invocation, render({ ...plan, about, several }, results), options.output);
    }
    for (const month of months) {
      const { books, stored, isEqual } = month;
      if (stored && isEqual)
        await invocation.note(
          `${books.property}: equal to close ${stored.about.sequence}, ${stored.hash}, so no further one is kept${options.output ? `; wrote ${options.output}` : ''}`,
        );
      const unsigned = describeUnsigned(month);
      if (unsigned) await invocation.warn(`warning: ${books.property}: ${unsigned}`);
    }
    finish();
    requireExplained(months);
  };
  return planWithReport(invocation, grossTransactionsReport, run);
}

function requireExplained(months: readonly ClosedMonth[]): void {
  const open = months.flatMap(month =>
    findNotAccepted(month, 'open').map(({ id, title }) => `${month.books.property}: ${id} ${title}`),
  );
  if (open.length === 0) return;
  throw new CheckFailedError(`${countText(open.length, 'check')} open: ${open.slice(0, 5).join('; ')}`, {
    hint: 'see What is behind it (--output close.html has the lines), and run `hotelctl close accept CHECK` for what is legitimate',
  });
}

const monthToClose = ({ period }: CloseFlags, today: CalendarDate) => readMonth(period, today, 'a close');

/** @throws UsageError if it is too early for a close of the month, at a property in this time zone */
function requireOver(
  { context }: Invocation,
  { provisional }: CloseFlags,
  period: Period,
  zone: string | undefined,
) {
  const now = context.clock.now();
  const isComplete = period.last <= lastClosedDay(zone, now);
  const today = dateIn(zone, now);
  const hasBegun = period.first <= today;
  if (isComplete || (provisional && hasBegun)) return { now, today, isComplete };
  throw new UsageError(
    `${nameOfPeriod(period)} can be closed from ${addDays(period.last, 1)}, 06:00; today is ${today}`,
    { hint: `${hasBegun ? 'add --provisional to see its checks now, or ' : ''}use --period last-month` },
  );
}

async function closeMonth(
  invocation: Invocation,
  options: CloseFlags,
  source: ReportSource,
  archive: Archive,
  property: string,
  dates: ReturnType<typeof datesAt>,
  { services, tolerance, opening }: CloseTerms,
): Promise<ClosedMonth> {
  const { context, note, warn } = invocation;
  const period = monthToClose(options, await dates.today(property));
  const zone = await dates.zoneOf(property);
  const { now, today, isComplete } = requireOver(invocation, options, period, zone);
  const make = async (staged: StagedEntry): Promise<ClosedMonth> => {
    const { folder } = staged;
    const chain = await readChain(invocation, archive, property);
    const closes = chain.filter(isClose);
    const timeSliceDefinitionIds = options.timeSliceDefinition ?? [];
    const requested = { serviceIds: services.map(([id]) => id), timeSliceDefinitionIds };
    const { receive, saved } = requestMonth(source, folder, property, period, requested, context.clock);
    const own = nameOfPeriod(period);
    const before = findClose(closes, monthAfter(own, -1));
    const earlier = findClose(closes, own);
    const outdated = await findOutdated(closes, own);
    if (outdated)
      throw new UsageError(`${property}: ${outdated.words}`, {
        hint: `run \`hotelctl close --property ${property} --period ${outdated.month}\` first`,
      });
    const openings = await findOpenings(invocation, source, property, period, opening, before, earlier);
    const about = {
      period: own,
      closedAt: writeMoment(zone, now),
      name: propertyWords(property, await hotelNames(invocation, undefined)),
      currency: (await listedCurrencies(invocation)).get(property) ?? null,
      zone: zone ?? null,
      services,
      excludesDayUse: timeSliceDefinitionIds.length > 0,
      isComplete,
      today,
      tolerance,
      opens: before?.hash ?? null,
      repeats: earlier?.hash ?? null,
    };
    const books = await receiveBooks(
      receive,
      (city, invoices) => fetchOtherMonths(source, property, period, about.today, city, invoices),
      property,
      about,
      openings,
    );
    const month = saved();
    requireBooks(books, options.provisional);
    const closed = await closeBooks(books, month, earlier);
    const { checks, changes } = closed;
    const signOff = earlier && findSignOff(chain, earlier, checks);
    const accepted = signOff && { accepted: signOff.accepted };
    if (options.provisional) return { ...closed, ...accepted, isProvisional: true };
    const result = makeCloseResult(closed);
    if (earlier && changes?.count === 0 && changes.reports.length === 0) {
      // The same postings have other figures after the month before was closed, or with other flags.
      const kept = (await readResult(earlier)) as KeptResult;
      if (hasSameFigures(kept, result))
        return { ...closed, ...signOff, isEqual: true, changes: kept.changes ?? changes };
    }
    const kept = { result, inputs: makeInputs(books) };
    const stored = await storeClose(staged, chain, about, month.responses, kept, now);
    await note(`${property}: saved as close ${stored.about.sequence}, ${stored.hash}`);
    const next = await findOutdated([...closes, stored], monthAfter(own, 2));
    if (next)
      await warn(`warning: ${property}: ${next.words}; close ${next.month} again, then the months after it`);
    return { ...closed, ...findSignOff(chain, stored, checks) };
  };
  const place = { archive, kind: 'closes', property } as const;
  if (options.provisional) return withScratchEntry(place, make);
  const remember = await refuseNoClosesLeft(invocation, archive, property);
  const closed = await withStagedEntry(place, context, make);
  await remember?.();
  return closed;
}

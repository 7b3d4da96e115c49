import { readChoice } from '../../base/choices.ts';
import {
  CheckFailedError,
  RefusedError,
  TemporaryError,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive } from '../../cli/archive.ts';
import { openReportSource, useAndClose } from '../../cli/connect.ts';
import { referenceTime, supportedZone } from '../../cli/date-options.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { fetchProperties, unknownProperty } from '../../cli/properties.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { collectResults, namesSeveral, severalProperties } from '../../cli/several-properties.ts';
import { deliverOutput, isDocument, writeDocument } from '../../cli/write-records.ts';
import { render } from '../../output/render.ts';
import { addDays, anyDay, type CalendarDate, lastClosedDay } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import { nameOfPeriod, readMonth } from '../../platform/periods.ts';
import type { ListedProperty } from '../../platform/properties.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { readOpenings } from '../../reports/close/balances.ts';
import { findChanges } from '../../reports/close/changes.ts';
import { findLines, makeClose } from '../../reports/close/close.ts';
import { localTimeIn, writeMoment } from '../../reports/close/ledger-line.ts';
import { type CloseBooks, type Performance, receiveBooks } from '../../reports/close/month-books.ts';
import { requestMonth, responseFiles } from '../../reports/close/responses.ts';
import {
  findClose,
  listCloses,
  readResult,
  type StoredClose,
  storeClose,
  withCloseFolder,
} from '../../reports/close/stored-closes.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import type { Archive } from '../../reports/snapshots/snapshot-store.ts';
import { closeDocument } from './close-page.ts';
import {
  type ClosedMonth,
  checkRecords,
  checksIn,
  closeCheckColumns,
  hasSameFigures,
  type KeptResult,
  makeCloseResult,
} from './close-result.ts';
import type { CloseFlags } from './flags.ts';

/** `hotelctl close`: ten requests for each property. */
export async function runClose(open: OpenInvocation, options: CloseFlags) {
  monthOf(options.period, anyDay);
  const invocation = await open(options);
  await withDelivery(invocation, options, 'close', () => writeCloses(invocation, options));
}

async function writeCloses(invocation: Invocation, options: CloseFlags) {
  const plan = await renderOptions(invocation, options, { name: 'close', columns: closeCheckColumns });
  const several = namesSeveral(invocation, options);
  if (several && options.service)
    throw new UsageError('--service is of one property', { hint: 'close the properties one by one' });
  const services = new Map((options.service ?? []).map(readService));
  const archive = await findArchive(invocation);
  return useAndClose(openReportSource(invocation, grossTransactionsReport), async platform => {
    const listed = await listProperties(invocation, platform);
    const properties = await severalProperties(invocation, options, async () => listed.map(({ id }) => id));
    const { results: months, finish } = await collectResults(
      invocation,
      properties.map(property => ({ property })),
      ({ property }) => {
        const known = listed.find(({ id }) => id === property);
        // Before anything else: a mistyped name has no time zone either.
        const unknown = unknownProperty(property, listed);
        if (unknown) throw unknown;
        return closeMonth(invocation, options, platform, archive, { ...known, id: property }, services);
      },
    );
    if (isDocument(plan, options))
      await writeDocument(invocation, options, plan, closeDocument(months), months.length);
    else {
      const results = months.map(month => ({
        parameters: { propertyId: month.property },
        json: () => [stringifyJson({ ...makeCloseResult(month), close: month.stored ?? null }, 2)],
        records: () => [checkRecords(month)],
      }));
      await deliverOutput(invocation, render({ ...plan, several }, results), options.output);
    }
    for (const { property, stored, isEqual } of months)
      if (stored && isEqual)
        await invocation.note(
          `${property}: equal to close ${stored.sequence}, ${stored.hash}, so no further one is kept${options.output ? `; wrote ${options.output}` : ''}`,
        );
    finish();
    requireExplained(months);
  });
}

function requireExplained(months: readonly ClosedMonth[]): void {
  const open = months.flatMap(({ property, close }) =>
    checksIn(close, 'open').map(({ id, title }) => `${property}: ${id} ${title}`),
  );
  if (open.length === 0) return;
  throw new CheckFailedError(`${countText(open.length, 'check')} open: ${open.slice(0, 5).join('; ')}`, {
    hint: 'the lines behind each are in the page: add --output close.html',
  });
}

type KnownProperty = Partial<ListedProperty> & { readonly id: string };

async function closeMonth(
  invocation: Invocation,
  options: CloseFlags,
  source: ReportSource,
  archive: Archive,
  { id: property, name, timeZone, currencyCode }: KnownProperty,
  services: ReadonlyMap<string, string | undefined>,
): Promise<ClosedMonth> {
  const { context } = invocation;
  const zone = supportedZone(timeZone ?? undefined);
  if (zone === undefined)
    await invocation.note(`the time zone of ${property} is not known: that of this machine is used`);
  const local = localTimeIn(zone);
  const period = monthOf(options.period, local(referenceTime(context)).day);
  const now = context.clock.now();
  const isComplete = period.last <= lastClosedDay(zone, now);
  if (!isComplete && !options.provisional)
    throw new UsageError(
      `${property}: ${nameOfPeriod(period)} can be closed from ${addDays(period.last, 1)}, 06:00, and it is ${local(now).day} at the property`,
      { hint: 'add --provisional to see its checks now, or use --period last-month' },
    );
  return withCloseFolder(archive, property, context, async folder => {
    const closes = await listCloses(archive, property);
    const requested = {
      services,
      timeSliceDefinitionIds: options.timeSliceDefinition ?? [],
    };
    const month = requestMonth(source, folder, property, period, requested, () => context.clock.now());
    const before = findClose(closes, nameOfMonth(addDays(period.first, -1)));
    const received = await receiveBooks(month, {
      property,
      period,
      currency: currencyCode ?? undefined,
      zone,
      accountsOfServices: services,
      excludesDayUse: requested.timeSliceDefinitionIds.length > 0,
      isComplete,
      openings: before ? readOpenings(await readResult(before)) : undefined,
    });
    const responses = month.saved();
    const firstDay = addDays(period.last, 1);
    const invoices = responses.find(({ file }) => file === responseFiles.invoices);
    // Nothing outstanding has changed since that day if a close of it has the same response.
    const isOfFirstDay = closes.some(
      ({ manifest: { closedAt, files } }) =>
        closedAt.startsWith(firstDay) && files.some(({ sha256 }) => sha256 === invoices?.sha256),
    );
    const books = { ...received, isFirstDay: local(now).day === firstDay || isOfFirstDay };
    requireMonth(books);
    requireServices(books);
    requireTimeSlices(books);
    if (lacksLastDay(books) && !options.provisional)
      throw new TemporaryError(
        `${property}: the nights of ${period.last} are not posted: the night audit has not run`,
        { hint: 'run the command again after the night audit, or add --provisional' },
      );
    const close = makeClose(books);
    const earlier = findClose(closes, nameOfMonth(period.first));
    const changes = earlier && (await findChanges(source, earlier, [folder, responses]));
    const closed: ClosedMonth = {
      property,
      period,
      close,
      changes,
      name: propertyWords(property, new Map(name === undefined ? [] : [[property, name]])),
      lines: await findLines(source, folder, responses, close),
      fetchedAt: writeMoment(local(now), now),
      isProvisional: options.provisional === true,
    };
    if (closed.isProvisional) return closed;
    const result = makeCloseResult(closed);
    if (earlier && changes?.count === 0 && changes.reports.length === 0) {
      // The same postings have other figures after the month before was closed, or with other flags.
      const kept = (await readResult(earlier)) as KeptResult;
      if (hasSameFigures(kept, result))
        return {
          ...closed,
          isEqual: true,
          stored: describeStored(earlier),
          changes: kept.changes ?? changes,
        };
    }
    const about = { property, period: nameOfMonth(period.first), closedAt: closed.fetchedAt };
    const stored = await storeClose(archive, folder, about, responses, result);
    await invocation.note(`${property}: kept as close ${stored.manifest.sequence}, ${stored.hash}`);
    return { ...closed, stored: describeStored(stored) };
  });
}

const describeStored = ({ hash, manifest: { previous, sequence, closedAt } }: StoredClose) => ({
  hash,
  previous,
  sequence,
  closedAt,
});

const nameOfMonth = (day: CalendarDate) => day.slice(0, 7);

/** The night audit posts the nights of the last day: without them it has not run. */
function lacksLastDay({ performance, ledger, amount, period: { last } }: CloseBooks): boolean {
  const day = performance?.businessDays.find(({ businessDay }) => businessDay === last);
  const isBooked = day !== undefined && amount(day['grossAccommodationRevenue']).gt(0);
  return (
    isBooked &&
    ![...ledger.accounts.values()].some(book => book.group === 'accommodation' && book.days.has(last))
  );
}

const isSold = (of: Performance | undefined): boolean => Number(of?.['soldCount'] ?? 0) > 0;

/** A mistyped month has nothing, and would agree. After one that was closed, it is of a property that was not open. */
function requireMonth({ property, ledger, performance, openings, period }: CloseBooks): void {
  if (openings || ledger.lines > 0 || isSold(performance)) return;
  throw new UsageError(`${property} has neither postings nor sold units in ${nameOfPeriod(period)}`, {
    hint: 'check --period',
  });
}

/** No report lists services: one without an order in the month is taken for a typo, because nothing would be compared. */
function requireServices({ property, services, accountsOfServices, tree }: CloseBooks): void {
  const accounts = tree.leaves.map(leaf => leaf.account.number);
  for (const [id, account] of accountsOfServices) {
    if (!services?.some(order => order.id === id))
      throw new UsageError(`--service: ${property} has no orders of a service ${id} in this month`, {
        hint: 'compare the id with that of the service in the platform',
      });
    if (account !== undefined) readChoice(`the account of --service ${id}`, account, accounts);
  }
}

/** No report lists time slices either. */
function requireTimeSlices({ property, excludesDayUse, bedrooms, performance }: CloseBooks): void {
  if (!excludesDayUse || isSold(bedrooms) || !isSold(performance)) return;
  throw new UsageError(`--time-slice-definition: ${property} has sold no bedroom over night with these ids`, {
    hint: 'compare them with those in the settings of the platform',
  });
}

/** Without the list of properties, the currency is that of revenues, and the time zone is that of this machine. */
const listProperties = (invocation: Invocation, platform: ReportSource) =>
  fetchProperties(invocation, platform).catch(error => {
    if (error instanceof RefusedError || error instanceof UndocumentedResponseError) return [];
    throw error;
  });

function readService(text: string): readonly [id: string, account: string | undefined] {
  const [, id = '', account] = /^([^=]+)(?:=(.+))?$/.exec(text) ?? [];
  if (id === '')
    throw new UsageError(`--service: "${text}" is not a service`, {
      hint: 'for example --service MUC-BRKF=8230',
    });
  return [id, account];
}

const monthOf = (text: string, today: CalendarDate) => readMonth(text, today, 'a close');

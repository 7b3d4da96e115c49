import { lineOfFile, type TableLine, UndocumentedResponseError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { collected } from '../../output/results.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { countDays, nameOfPeriod, type Period, requestsFor } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { arrivalsReport, bedNightsReport, roomNightsReport } from '../../platform/reports/guest-counts.ts';
import type { CountryEntry } from '../../platform/reports/guest-counts-response.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchReport, type ReportSource } from '../fetch-report.ts';
import { isResidence, notStated } from './forms.ts';

export type MonthFigures = Awaited<ReturnType<typeof fetchMonth>>;

/** The reports of one property and month. @throws UndocumentedResponseError if one of them contradicts itself */
export async function fetchMonth(source: ReportSource, property: string, period: Period) {
  const fetchBody = async (report: ReportDefinition) => {
    const { views } = await report.response();
    const [month] = requestsFor(report.period, period);
    const plan = { ...source, report, views: views.slice(0, 1) };
    const result = await fetchReport(plan, { propertyId: property, ...month });
    return result.whole?.() ?? {};
  };
  const [arrivals, nights, rooms, capacity] = await Promise.all([
    fetchBody(arrivalsReport),
    fetchBody(bedNightsReport),
    fetchBody(roomNightsReport),
    fetchCapacity(source, property, period),
  ]);
  const { total, totalAdults, totalChildren } = arrivals;
  if (total !== Number(totalAdults) + Number(totalChildren))
    throw contradiction(
      arrivalsReport,
      `total ${total} is not the sum of ${totalAdults} adults and ${totalChildren} children`,
    );
  const counted = {
    arrivals: countByResidence(arrivalsReport, arrivals),
    nights: countByResidence(bedNightsReport, nights),
    roomNights: countByResidence(roomNightsReport, rooms).total,
  };
  if (counted.nights.total < counted.roomNights)
    throw contradiction(
      bedNightsReport,
      `total ${counted.nights.total} is less than the ${counted.roomNights} room nights`,
    );
  return { ...counted, capacity };
}

const contradiction = ({ name }: ReportDefinition, words: string) =>
  new UndocumentedResponseError(`the ${name} report contradicts itself: its ${words}`, {
    hint: `look at it with \`hotelctl reports ${name} --period last-month\`; no figures were written`,
  });

/** A guest count report by country of residence, checked: its entries are its total. */
function countByResidence(report: ReportDefinition, body: ReportRecord) {
  const total = Number(body['total']);
  const entries = (name: string) => (body[`${name}Breakdown`] ?? []) as unknown as readonly CountryEntry[];
  const residences = entries('countryOfResidence');
  const addUp = (name: string) => entries(name).reduce((sum, { number }) => sum + number, 0);
  const byCountry = new Map<string, number>();
  for (const { countryCode, number } of residences) {
    const code = countryCode ?? notStated;
    const refuse = (what: string) => contradiction(report, `residence ${safeText(code, 20)} ${what}`);
    if (byCountry.has(code)) throw refuse('occurs twice');
    if (number < 0) throw refuse('is negative');
    if (!isResidence(code) || countryCode === notStated)
      throw refuse('is not an ISO 3166-1 code, so it belongs to no row');
    byCountry.set(code, number);
  }
  const sum = addUp('countryOfResidence');
  if (sum !== total) throw contradiction(report, `total ${total} is not the sum ${sum} of its residences`);
  if (residences.some(({ number, reservationIds }) => number < (reservationIds?.length ?? 0)))
    throw contradiction(report, 'numbers are less than their reservations');
  return {
    total,
    byCountry,
    /** Guests beyond the first of each reservation: they have the country of the primary guest. Undefined: not known. */
    companions: residences.every(({ reservationIds }) => reservationIds)
      ? residences.reduce((rest, each) => rest + each.number - (each.reservationIds?.length ?? 0), 0)
      : undefined,
    otherSums: ['nationality', 'travelPurpose']
      .filter(name => addUp(name) !== total)
      .map(name => `${report.name} ${addUp(name)} by ${name} and ${total} by residence`),
  };
}

/** The bedrooms of the days of whole months; undefined without a figure for each day, or if the days contradict the whole. */
export async function fetchCapacity(source: ReportSource, property: string, { first, last }: Period) {
  const views = (await propertyPerformanceReport.response()).views.filter(({ name }) => name === 'days');
  const plan = { ...source, report: propertyPerformanceReport, views };
  const parameters = { propertyId: property, from: first, to: last, unitGroupTypes: ['BedRoom'] };
  const { records, whole } = await fetchReport(plan, { ...parameters, expand: ['businessDays'] });
  const days = await collected(records());
  const offered = (day: ReportRecord) => Number(day['houseCount']) - Number(day['outOfOrderCount']);
  const sum = (of: (day: ReportRecord) => number) => days.reduce((all, day) => all + of(day), 0);
  const isWhole = sum(offered) === offered(whole?.() ?? {});
  if (days.length !== countDays({ first, last }) || !isWhole) return undefined;
  const closing = days.find(({ businessDay }) => businessDay === last);
  const open = days.filter(day => offered(day) > 0);
  // A seasonal hotel may close before the month ends.
  const lastOpen = open.at(-1) ?? closing;
  return {
    offered: sum(offered),
    outOfOrder: sum(day => Number(day['outOfOrderCount'])),
    /** With blocks of groups and day use. */
    sold: sum(day => Number(day['soldCount'])),
    beds: Number(lastOpen?.['houseItemsCount']),
    rooms: Number(lastOpen?.['houseCount']),
    roomsAtEnd: Number(closing?.['houseCount']),
    openDays: open.length,
  };
}

/** The figures without those of the file, and a sentence for each line. @throws UsageError if one is not valid, or subtracts too much */
export function subtractAdjustments(
  path: string,
  lines: readonly TableLine[],
  property: string,
  period: Period,
  figures: MonthFigures,
): { readonly figures: MonthFigures; readonly words: readonly string[] } {
  let left = figures;
  const words: string[] = [];
  for (const [index, line] of lines.entries()) {
    const hint = 'for example `MUC,2026-10,UA,12,40,20,refugees`';
    const { where, refuse } = lineOfFile(path, index, hint);
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(line['month'] ?? ''))
      throw refuse('month must be a month such as 2026-10');
    if (line['property'] !== property || line['month'] !== nameOfPeriod(period)) continue;
    const read = (name: string) =>
      readWholeNumber(`${where}: ${name}`, line[name] || '0', { least: 0, most: 99_999, hint });
    const country = line['country'] || notStated;
    if (!isResidence(country)) throw refuse(`${safeText(country, 20)} is not an ISO 3166-1 code`);
    const [fewerArrivals, fewerNights, fewerRooms] = [read('arrivals'), read('nights'), read('room-nights')];
    const take = (what: string, present: number, count: number) => {
      if (count <= present) return present - count;
      const words = `it subtracts more than is left: ${count} of ${present} ${what}`;
      throw refuse(words, 'correct the country or the numbers');
    };
    const subtract = (what: string, counts: MonthFigures['arrivals'], count: number) => {
      const ofCountry = take(`${what} of ${country}`, counts.byCountry.get(country) ?? 0, count);
      const byCountry = new Map(counts.byCountry).set(country, ofCountry);
      return { ...counts, total: counts.total - count, byCountry };
    };
    left = {
      ...left,
      arrivals: subtract('arrivals', left.arrivals, fewerArrivals),
      nights: subtract('nights', left.nights, fewerNights),
      roomNights: take('room nights', left.roomNights, fewerRooms),
    };
    if (!line['reason']) throw refuse('it has no reason');
    const guests = `${countText(fewerArrivals, 'arrival')}, ${countText(fewerNights, 'night')}`;
    const counts = `${guests} and ${countText(fewerRooms, 'room night')}`;
    words.push(`Subtracted for ${safeText(country, 20)}: ${counts}: ${safeText(line['reason'], 200)}.`);
  }
  return { figures: left, words };
}

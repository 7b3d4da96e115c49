import { empty, type HandlerResponse, json } from '../../http/local-server.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import { reports } from '../../platform/reports/index.ts';
import { reportPath, reportScopes } from '../../platform/reports/report.ts';
import type { plantedErrors } from '../faults/books.ts';
import type { Day } from '../hotel/calendar.ts';
import type { Hotel, Property } from '../hotel/hotel.ts';
import {
  companyInvoicesVat,
  grossTransactions,
  orderedServices,
  revenues,
} from '../hotel/reports/accounting.ts';
import type { ComputeReport } from '../hotel/reports/compute.ts';
import { arrivals, bedNights, roomNights } from '../hotel/reports/guest-counts.ts';
import { propertyPerformance } from '../hotel/reports/property-performance.ts';
import { idLetters } from '../hotel/seeded-random.ts';
import { idempotencyKeys, queryRoute, type Route } from '../routes.ts';

/**
 * A route for each report and each version that serves it. List reports have exactly `records` records if it is given,
 * otherwise as many as the hotel has. 404 for a property that is not the hotel's; a POST may carry an Idempotency-Key.
 */
export function reportRoutes(
  hotel: Hotel,
  records: number | undefined,
  errors: ReturnType<typeof plantedErrors>,
): Route[] {
  const respondOnce = idempotencyKeys(hotel.clock);
  return reports.flatMap(report => {
    const { name, listField, method, parameters: known, rules } = report;
    const respondWith = (property: Property, parameters: Parameters, today: Day): HandlerResponse => {
      const computed = computeReport[name]?.(property, parameters, today) ?? null;
      if (listField !== undefined)
        return listResponse(listField, errors.items(name, property, computed as Iterable<object>), records);
      return computed ? json(200, errors.body(name, JSON.stringify(parameters), computed)) : empty(204);
    };
    return report.versions.map(version => {
      const path = reportPath(report, version);
      const definition = { method, path, scopes: reportScopes, parameters: known, rules };
      return queryRoute(definition, (parameters, request) => {
        const property = hotel.property(String(parameters['propertyId']));
        if (!property) return empty(404);
        const today = hotel.clock.today();
        // The property as it is now, also for a repeated Idempotency-Key and for a slow reader.
        const snapshot = errors.property({ ...property, reservations: [...property.reservations] }, today);
        const respond = () => respondWith(snapshot, parameters, today);
        if (method !== 'POST') return respond();
        // The order of the values of an array does not make a request different.
        const canonical = JSON.stringify(known.map(({ wire }) => [...listValues(parameters, wire)].sort()));
        return respondOnce(request, path, canonical, respond);
      });
    });
  });
}

/** 204 if there is nothing to report. */
function listResponse(listField: string, own: Iterable<object>, records: number | undefined) {
  const items = records === undefined ? eachJson(own) : repeatedRecords(own, records);
  const first = items.next();
  if (first.done) return empty(204);
  return { ...json(200, {}), body: listBody(listField, first.value, items) };
}

function* eachJson(records: Iterable<object>): Generator<string> {
  for (const record of records) yield JSON.stringify(record);
}

/** How many of the hotel's own records are used as templates. */
const templates = 4096;

/**
 * Where a repeated name gets its suffix: after the eight letters of a booking (its reservations and entries follow) and
 * after the number of a house sale, an event, an invoice or a payment.
 */
const namesEnd = /(?<="(?:[BCDFGHJKLMNPQRST]{8}|[A-Z]{3}-[EHR]\d{5,7}|88\d{10}))(?=["-])/;

/**
 * Exactly `count` records (none if the hotel has none), made by repeating the hotel's own: in each round bookings,
 * reservations, entries, invoices and payments get new names, and everything else stays the same. Memory holds only the
 * templates, whatever the count.
 */
function* repeatedRecords(own: Iterable<object>, count: number): Generator<string> {
  const parts: string[][] = [];
  for (const record of eachJson(own))
    if (parts.push(record.split(namesEnd)) === Math.min(templates, count)) break;
  let left = parts.length === 0 ? 0 : count;
  for (let round = 0; left > 0; round++) {
    const suffix = toLetters(round);
    for (const record of parts.slice(0, left)) yield record.join(suffix);
    left -= parts.length;
  }
}

/** A round's number as letters of a booking id; empty for the first round, which is the hotel's own. */
const toLetters = (round: number): string =>
  round === 0 ? '' : round.toString(16).replace(/./g, digit => idLetters.charAt(Number.parseInt(digit, 16)));

/** Characters of JSON that are sent at a time: a compromise between memory and speed. */
const pieceLength = 24 << 10;

/**
 * The body of a list report, piece by piece. `count` follows the list, so that the records need not be counted
 * beforehand.
 */
async function* listBody(listField: string, first: string, rest: Iterable<string>): AsyncGenerator<string> {
  let piece = `{"${listField}":[${first}`;
  let count = 1;
  for (const record of rest) {
    piece += `,${record}`;
    count++;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}],"count":${count}}`;
}

/**
 * The reports, computed only from the hotel. Each is a pure function of the property, the validated parameters
 * and the business day: the same three give the same report. Null means 204; a report whose definition has a `listField`
 * yields the elements of the list, created one by one as they are read.
 */
export const computeReport: Readonly<Record<string, ComputeReport>> = {
  'room-nights': roomNights,
  'bed-nights': bedNights,
  arrivals,
  'property-performance': propertyPerformance,
  revenues,
  'gross-transactions': grossTransactions,
  'ordered-services': orderedServices,
  'company-invoices-vat': companyInvoicesVat,
};

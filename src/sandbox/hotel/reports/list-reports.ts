/** The reports that list records: gross transactions, ordered services, invoices to companies. */
import { remember } from '../../../base/remember.ts';
import { addMonths, dayNumber } from '../../../platform/dates.ts';
import { listValues, type Parameters } from '../../../platform/parameters.ts';
import { type Day, formatDay, localDateTime } from '../calendar.ts';
import type { LedgerLine } from '../folio.ts';
import type { Property } from '../hotel.ts';
import { companyInvoices, ledgerLines } from '../ledger.ts';
import { exactUnit } from '../money.ts';
import type { OrderedService } from '../rate-plans.ts';
import { countPersons, findStatus, isExpected, type Reservation } from '../reservation.ts';
import { filteredDays, readDay, stayTimes, toAmount, toMoney } from './compute.ts';

/** The number of ledger days that are in memory at a time. */
const daysAtATime = 31;

/**
 * The ledger's lines (platform.md, "POST /reports/v0-nsfw/reports/gross-transactions"; platform facts, Reports), in the
 * order of time, for the business days that match every `dateFilter` expression and the folios that `reference` names.
 */
export function* grossTransactions(property: Property, parameters: Parameters, today: Day) {
  const days = filteredDays(parameters);
  const folios = selectFolios(property, parameters['reference']);
  // Nothing is posted before a booking or a sale is made.
  const sold = folios.houseSales[0]?.day ?? Number.POSITIVE_INFINITY;
  const first = folios.reservations.reduce((earliest, { created }) => Math.min(earliest, created), sold);
  const end = Math.min(days.to, today + 1);
  const describeStay = remember((reservation: Reservation) => ({
    id: reservation.id,
    status: findStatus(reservation, today),
    ...stayTimes(property, reservation),
  }));
  for (let from = Math.max(days.from, first); from < end; from += daysAtATime) {
    for (const line of ledgerLines(folios, from, Math.min(from + daysAtATime, end), today)) {
      if (!days.has(line.businessDay)) continue;
      const { reservation } = line;
      yield {
        ...transaction(property, line),
        ...(reservation ? { reservation: describeStay(reservation) } : {}),
      };
    }
  }
}

/** The property with only the folios of a reservation, a booking, an external folio or the house, if one is named. */
function selectFolios(property: Property, reference: Parameters[string] | undefined) {
  if (reference === undefined) return property;
  const { id: houseFolio, reservations, houseSales } = property;
  return {
    ...property,
    reservations: reservations.filter(({ id, bookingId }) => id === reference || bookingId === reference),
    houseSales: houseSales.filter(({ externalFolioId }) => (externalFolioId ?? houseFolio) === reference),
  };
}

export type Transaction = ReturnType<typeof transaction>;

const transaction = (property: Property, line: LedgerLine) => ({
  timestamp: localDateTime(property.timeZone, line.businessDay, line.minutes),
  date: formatDay(line.businessDay),
  debitedAccount: line.debited,
  creditedAccount: line.credited,
  command: line.command,
  currency: property.currency.code,
  grossAmount: toAmount(property, line.gross),
  netAmount: line.net / exactUnit,
  receipt: line.receipt,
  sourceEntryNumber: line.entryNumber,
  reference: line.reference,
  referenceType: line.referenceType,
  taxes: line.taxes?.map(tax => ({ ...tax, amount: tax.amount / exactUnit })) ?? null,
});

/**
 * Services that guests ordered in addition to their rate, for each day from `from` to `to` (exclusive) on which one is
 * delivered (platform.md, "GET /reports/v0-nsfw/reports/ordered-services"): by day, then by arrival. Services that a
 * rate plan includes are not orders. Cancelled stays and no-shows receive no services.
 */
export function* orderedServices(property: Property, parameters: Parameters, today: Day) {
  const serviceIds = new Set(listValues(parameters, 'serviceIds'));
  const [from, to] = [readDay(parameters, 'from'), readDay(parameters, 'to')];
  const orders = property.reservations.flatMap(reservation => {
    if (reservation.arrival >= to || reservation.departure < from) return [];
    if (!isExpected(reservation, today)) return [];
    return reservation.services
      .filter(({ day, service }) => day >= from && day < to && serviceIds.has(service.id))
      .map(order => ({ reservation, order }));
  });
  orders.sort((one, other) => one.order.day - other.order.day);
  for (const { reservation, order } of orders) yield orderedService(property, reservation, order);
}

function orderedService(property: Property, reservation: Reservation, order: OrderedService) {
  const { day, service, count, gross } = order;
  const { id, bookingId, primaryGuest, timeSlices } = reservation;
  const { title, gender, firstName, middleInitial, lastName } = primaryGuest;
  const { unit, unitGroup } = timeSlices.find(one => one.day === day) ?? {};
  return {
    id: service.id,
    code: service.code,
    name: service.name,
    serviceDate: formatDay(day),
    count,
    guest: { title, gender, firstName, middleInitial, lastName },
    reservation: { id, ...stayTimes(property, reservation), persons: countPersons(reservation) },
    booking: { id: bookingId },
    ...(unit ? { unit: { id: unit.id, name: unit.name } } : {}),
    ...(unitGroup ? { unitGroup: { id: unitGroup.id, code: unitGroup.code, name: unitGroup.name } } : {}),
    amount: toMoney(property, gross),
  };
}

/**
 * Invoices to companies (platform.md, "GET /reports/v0-nsfw/reports/company-invoices-vat"), in the order of their
 * numbers, whose dates match every `dateFilter` expression. Without a filter: the month that ends today, because a
 * response covers at most a month.
 */
export function* companyInvoicesVat(property: Property, parameters: Parameters, today: Day) {
  const hasFilter = listValues(parameters, 'dateFilter').length > 0;
  const days = filteredDays(parameters);
  const from = hasFilter ? days.from : 1 + dayNumber(addMonths(formatDay(today), -1));
  const companyIds = listValues(parameters, 'companyIds');
  const money = (minor: number) => toMoney(property, minor);
  for (const invoice of companyInvoices(property, from, hasFilter ? days.to : today + 1, today)) {
    const { number, day, company, subTotal, outstanding, taxDetails } = invoice;
    if (!days.has(day) || (companyIds.length > 0 && !companyIds.includes(company.id))) continue;
    yield {
      company,
      invoice: {
        number,
        date: formatDay(day),
        subTotal: money(subTotal),
        outstandingPayment: money(outstanding),
        taxDetails: taxDetails.map(one => ({ ...one, net: money(one.net), tax: money(one.tax) })),
      },
    };
  }
}

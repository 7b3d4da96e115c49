import { ensureEntry, remember } from '../../../base/text.ts';
import { addMonths, dayNumber } from '../../../platform/dates.ts';
import { listValues, type Parameters } from '../../../platform/parameters.ts';
import type { RevenueKind } from '../blueprints/blueprint.ts';
import { type Day, formatDay, localDateTime } from '../calendar.ts';
import { type ExportAccount, type LedgerLine, revenueParents, revenueRoot } from '../folio.ts';
import type { Property } from '../hotel.ts';
import { companyInvoices, eachLedgerLine, ledgerLines } from '../ledger.ts';
import { addUp, addUpGross, exactUnit, minorOfExact, vatTypes } from '../money.ts';
import type { OrderedService } from '../rate-plans.ts';
import { countPersons, findStatus, isExpected, type Reservation } from '../reservation.ts';
import { type ComputeReport, filteredDays, readDay, stayTimes, toAmount, toMoney } from './compute.ts';

/** The reports that list records: gross transactions, ordered services, invoices to companies. */

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

/**
 * Postings to revenue accounts from `from` to `to` (exclusive), as the tree of those accounts (platform.md, "GET
 * /reports/v0-nsfw/reports/revenues"; RevenuesReportItemModel in platform facts): the sum of the gross transactions
 * that credit them, rounded once for each account. Accounts without a posting are omitted, except the root.
 */
export const revenues: ComputeReport = (property, parameters, today) => {
  const posted = new Map<ExportAccount, { net: bigint; gross: number }>();
  const [from, to] = [readDay(parameters, 'from'), readDay(parameters, 'to')];
  for (const { credited, net, gross } of eachLedgerLine(property, from, to, today)) {
    const sums = ensureEntry(posted, credited, () => ({ net: 0n, gross: 0 }));
    sums.net += BigInt(net);
    sums.gross += gross;
  }
  const isGerman = /^de(-|$)/i.test(String(parameters['languageCode'] ?? 'en'));
  type Leaf = { readonly account: ExportAccount; readonly net: number; readonly gross: number };
  const item = (account: ExportAccount, leaves: readonly Leaf[], children: readonly object[] = []) => ({
    account: isGerman ? translate(account) : account,
    netAmount: toMoney(
      property,
      addUp(leaves, ({ net }) => net),
    ),
    grossAmount: toMoney(property, addUpGross(leaves)),
    ...(children.length > 0 ? { children } : {}),
  });
  const kinds = Object.entries(revenueParents).flatMap(([kind, parent]) => {
    const leaves = vatTypes.flatMap(type => {
      const account = property.revenueAccounts[kind as RevenueKind][type];
      const sums = posted.get(account);
      if (!sums || (sums.gross === 0 && sums.net === 0n)) return [];
      return [{ account, gross: sums.gross, net: minorOfExact(sums.net, property.currency.digits) }];
    });
    const children = leaves.map(leaf => item(leaf.account, [leaf]));
    return leaves.length > 0 ? [{ leaves, tree: item(parent, leaves, children) }] : [];
  });
  const trees = kinds.map(({ tree }) => tree);
  return item(
    revenueRoot,
    kinds.flatMap(({ leaves }) => leaves),
    trees,
  );
};

const german: Readonly<Record<string, string>> = {
  Revenues: 'Erlöse',
  Accommodation: 'Beherbergung',
  'Food and beverages': 'Speisen und Getränke',
  'Other services': 'Sonstige Leistungen',
  'Cancellation fees': 'Stornogebühren',
  'No-show fees': 'No-Show-Gebühren',
};

function translate(account: ExportAccount): ExportAccount {
  const english = Object.keys(german).find(name => account.name.startsWith(name)) ?? '';
  const name = account.name.replace(english, german[english] ?? '').replace('% VAT', ' % MwSt.');
  return { ...account, name };
}

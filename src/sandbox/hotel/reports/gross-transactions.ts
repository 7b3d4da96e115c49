import type { Parameters } from '../../../platform/parameters.ts';
import { type Day, instantOf, isoDate, localDateTime } from '../calendar.ts';
import type { LedgerLine } from '../folio.ts';
import { ledgerLines } from '../ledger.ts';
import type { Property } from '../property.ts';
import { type Reservation, statusOf } from '../reservation.ts';
import { amountOf, filteredDays, stayTimes } from './compute.ts';

/** The number of ledger days that are in memory at a time. */
const daysAtATime = 31;

/**
 * The ledger's lines (platform.md, "POST /reports/v0-nsfw/reports/gross-transactions"; platform facts, Reports), in the
 * order of time, for the business days that match every `dateFilter` expression and the folios that `reference` names.
 */
export function* grossTransactions(
  property: Property,
  parameters: Parameters,
  today: Day,
): Generator<object> {
  const days = filteredDays(parameters);
  const { reference } = parameters;
  const folios = reference === undefined ? property : foliosOf(property, String(reference));
  const end = Math.min(days.to, today + 1);
  const stays = new Map<Reservation, Stay>();
  const stayOf = (reservation: Reservation) => {
    const known = stays.get(reservation) ?? stay(property, reservation, today);
    stays.set(reservation, known);
    return known;
  };
  for (let from = Math.max(days.from, firstPosting(folios)); from < end; from += daysAtATime) {
    for (const line of ledgerLines(folios, from, Math.min(from + daysAtATime, end), today)) {
      if (days.has(line.businessDay)) yield transaction(property, line, stayOf);
    }
  }
}

type Stay = ReturnType<typeof stay>;

const stay = (property: Property, reservation: Reservation, today: Day) => ({
  id: reservation.id,
  status: statusOf(reservation, today),
  ...stayTimes(property, reservation),
});

/** The property with only the folios of a reservation, a booking, an external folio or the house. */
const foliosOf = (property: Property, reference: string): Property => ({
  ...property,
  reservations: property.reservations.filter(
    ({ id, bookingId }) => id === reference || bookingId === reference,
  ),
  houseSales: property.houseSales.filter(
    ({ externalFolioId }) => (externalFolioId ?? property.id) === reference,
  ),
});

/** Nothing is posted before a booking or a sale is made. */
function firstPosting({ reservations, houseSales }: Property): Day {
  let first = houseSales[0]?.day ?? Number.POSITIVE_INFINITY;
  for (const { created } of reservations) first = Math.min(first, created);
  return first;
}

const transaction = (property: Property, line: LedgerLine, stayOf: (reservation: Reservation) => Stay) => ({
  timestamp: timestampOf(property, line),
  date: isoDate(line.businessDay),
  debitedAccount: line.debited,
  creditedAccount: line.credited,
  command: line.command,
  currency: property.currency.code,
  grossAmount: amountOf(property, line.gross),
  netAmount: amountOf(property, line.net),
  receipt: line.receipt,
  sourceEntryNumber: line.entryNumber,
  reference: line.reference,
  referenceType: line.referenceType,
  taxes: line.taxes?.map(tax => ({ ...tax, amount: amountOf(property, tax.amount) })) ?? null,
  ...(line.reservation ? { reservation: stayOf(line.reservation) } : {}),
});

const timestampOf = ({ timeZone }: Property, { businessDay, instant }: LedgerLine): string =>
  localDateTime(timeZone, businessDay, (instant - instantOf(timeZone, businessDay, 0)) / 60_000);

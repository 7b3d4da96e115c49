import type { Day } from './calendar.ts';
import { Folio } from './folio.ts';
import { daysUntilLoss, guestFolioLines } from './guest-folio.ts';
import type { HouseSale } from './house-sales.ts';
import type { LedgerLine } from './ledger-line.ts';
import type { Property } from './property.ts';

/**
 * Calls `visit` for each line that a property posted in a range of business days (end exclusive), until `today`: folio
 * by folio, each in the order of time. Lines are generated from the reservations on each call; gross transactions and
 * revenues read them.
 */
export function visitLedger(
  property: Property,
  from: Day,
  to: Day,
  today: Day,
  visit: (line: LedgerLine) => void,
): void {
  const visitInside = (line: LedgerLine) => {
    if (line.businessDay >= from && line.businessDay < to) visit(line);
  };
  for (const reservation of property.reservations) {
    const { guaranteeType, created, arrival, canceledOn, departure, invoiceNumber } = reservation;
    // A folio has no lines before the booking and, after departure or a no-show, only the settlement of an invoice.
    const first = guaranteeType === 'Prepayment' ? created : (canceledOn ?? arrival);
    const last = invoiceNumber === null ? Math.max(departure, arrival + 1) : departure + daysUntilLoss;
    if (first >= to || last < from) continue;
    guestFolioLines(property, reservation, today).forEach(visitInside);
  }
  for (const sale of property.houseSales) {
    if (sale.day < from || sale.day >= to || sale.day > today) continue;
    houseFolioLines(property, sale).forEach(visitInside);
  }
}

/** The lines that `visitLedger` visits, in the order of time. */
export function ledgerLines(property: Property, from: Day, to: Day, today: Day): LedgerLine[] {
  const lines: LedgerLine[] = [];
  visitLedger(property, from, to, today, line => lines.push(line));
  return lines.sort((one, other) => one.businessDay - other.businessDay || one.instant - other.instant);
}

/** Sold and paid at the same time. */
function houseFolioLines(property: Property, sale: HouseSale): LedgerLine[] {
  const { id, externalFolioId, service, gross, day, time, paymentMethod } = sale;
  const folio = new Folio(property, {
    name: id,
    reference: externalFolioId ?? property.id,
    referenceType: externalFolioId ? 'External' : 'House',
    reservation: null,
  });
  folio.charge({ day, minutes: time }, service.revenue, service.vatType, gross);
  folio.pay({ day, minutes: time }, paymentMethod);
  return folio.lines;
}

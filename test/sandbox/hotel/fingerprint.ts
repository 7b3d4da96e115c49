import { createHash } from 'node:crypto';
import type { LedgerLine } from '../../../src/sandbox/hotel/folio.ts';
import type { Hotel, Property } from '../../../src/sandbox/hotel/hotel.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { priceService } from '../../../src/sandbox/hotel/rate-plans.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';

/** Changes with any field of anything in the hotel, in the stays and the ledger of half a year. */
export const fingerprint = (hotel: Hotel): Record<string, string> =>
  Object.fromEntries(
    hotel.properties.flatMap(property => {
      const today = hotel.clock.today();
      const stays = property.reservations.filter(({ arrival }) => Math.abs(arrival - today) < 90);
      return [
        [`${property.id} data`, hash([masterData(property), ...stays.map(reservationRow)])],
        [`${property.id} ledger`, hash(ledgerLines(property, today - 90, 1e6, today).map(ledgerRow))],
      ];
    }),
  );

function hash(rows: readonly unknown[]): string {
  const digest = createHash('sha256');
  // A thousand rows at a time: a call for each of 300,000 would take longer than the digest.
  for (let start = 0; start < rows.length; start += 1000) {
    const some = rows.slice(start, start + 1000);
    digest.update(some.map(row => JSON.stringify(row)).join(''));
  }
  return digest.digest('hex');
}

const masterData = ({ reservations: _, ...rest }: Property) => rest;

// Objects that are written in full with the master data are written by their id here.
const serviceRow = (service: ReturnType<typeof priceService>) => ({
  ...service,
  service: service.service.id,
});

const reservationRow = (reservation: Reservation) => ({
  ...reservation,
  company: reservation.company?.id,
  services: reservation.services.map(serviceRow),
  timeSlices: reservation.timeSlices.map(slice => ({
    ...slice,
    ratePlan: slice.ratePlan.id,
    unitGroup: slice.unitGroup.id,
    unit: slice.unit?.id,
    included: slice.included.map(serviceRow),
  })),
});

const ledgerRow = (line: LedgerLine) => ({
  ...line,
  debited: line.debited.number,
  credited: line.credited.number,
  reservation: line.reservation?.id,
});

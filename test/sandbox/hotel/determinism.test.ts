import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LedgerLine } from '../../../src/sandbox/hotel/folio.ts';
import { createHotel, type Hotel, type Property } from '../../../src/sandbox/hotel/hotel.ts';
import { ledgerLines } from '../../../src/sandbox/hotel/ledger.ts';
import type { priceService } from '../../../src/sandbox/hotel/rate-plans.ts';
import type { Reservation } from '../../../src/sandbox/hotel/reservation.ts';

const make = (seed = 'sandbox', today = '2026-11-21') => createHotel({ seed, today });

/** The smallest property: the bookings and the hash of three take seconds. */
const smallestOf = (hotel: ReturnType<typeof make>) => ({ ...hotel, properties: hotel.properties.slice(-1) });

// A change of the hotel's data changes these values. Update them on purpose.
const sandbox: Readonly<Record<string, string>> = {
  'MUC data': 'dcad9f42542235244aece95257979efd44a56b2d46b981705a8b308170a1af22',
  'MUC ledger': '6d44ccf61e648dcd86fe076decab69476f23683623cd7bed0f2d1746ecce70b8',
  'LND data': '8761a9bd4e3c5410f8cfc7aaadbc9addc81c0a5d9eccaf0c5ebd1652b6106655',
  'LND ledger': '56568a72581fcc938737856db3eca5d2740d4678daae48c125dacf85aff2df3f',
  'TYO data': 'a77ef267ad6365cdf1dc6123087f40fa2c9f7e18f646d0d086593a21d43d463d',
  'TYO ledger': '622079da89d519bb6a34a43ab98c89c03fdec05e89e3ce60d99efbf7bb3a8db6',
};

test('the seed `sandbox` generates this hotel on every machine, independent of clock, time zone and chance', () => {
  const { Date: RealDate } = globalThis;
  const realRandom = Math.random;
  const timeZone = process.env['TZ'];
  const forbidden = () => {
    throw new Error('the hotel must not use the clock or chance');
  };
  try {
    process.env['TZ'] = 'Pacific/Kiritimati';
    Object.assign(globalThis, {
      Date: class extends RealDate {
        static override readonly now = forbidden;
        constructor(...given: readonly [] | readonly [number]) {
          super(...(given as readonly [number]));
          if (given.length === 0) forbidden();
        }
      },
    });
    Math.random = forbidden;
    expect(fingerprint(make())).toEqual(sandbox);
  } finally {
    Object.assign(globalThis, { Date: RealDate });
    Math.random = realRandom;
    if (timeZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = timeZone;
  }
});

test('another seed and another day generate another hotel', () => {
  for (const other of [make('sandbox2'), make('sandbox', '2026-11-22')].map(smallestOf).map(fingerprint))
    for (const [name, value] of Object.entries(other)) expect(value, name).not.toBe(sandbox[name]);
});

test.each(['', '2026-13-01', '2026-02-29', 'today', '1971-12-31', '3000-01-01', '2026-1-1'])(
  'the day %j is refused',
  today => {
    expect(() => make('sandbox', today)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);

test('a chain begins with the properties of the default sandbox, and has 1 to 50', () => {
  const chain = (properties: number) => createHotel({ seed: 'chain', today: '2026-11-21', properties });
  expect(chain(40).properties.map(({ id }) => id)).toEqual(
    expect.objectContaining({ length: 40, 0: 'MUC', 1: 'LND', 2: 'TYO' }),
  );
  for (const count of [0, 51, 2.5])
    expect(() => chain(count)).toThrow(expect.objectContaining({ code: 'usage' }));
});

/** Changes with any field of anything in the hotel, in the stays and the ledger of half a year. */
const fingerprint = (hotel: Hotel): Record<string, string> =>
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

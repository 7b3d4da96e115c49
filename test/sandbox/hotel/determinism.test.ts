import { expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { fingerprint } from './fingerprint.ts';

const make = (seed = 'sandbox', today = '2026-11-21') => createHotel({ seed, today });

const sandbox = fingerprint(make());

test('the seed `sandbox` generates this hotel on every machine', () => {
  // A change of the hotel's data changes these values. Update them on purpose.
  expect(sandbox).toEqual({
    'MUC data': 'b7f0ea151b40e50b1cd7e415829260e5ca2dea8927292f40cf31b60c110897a1',
    'MUC ledger': 'fcddc7665fe31ee6092891316271a2bfd9e62caeec439ccef8443a58ebdd47fd',
    'LND data': '562224272e708e5a7f365bfe13ec424d0e562f2414ca47f996f0382822861a71',
    'LND ledger': 'fdb97a244de7d3d49717e776f895d824d741d361f46835b5d6a612f28edd4404',
    'TYO data': '6c5e1db27ee7085489af720230474bd36f07794773e1bcf510a467c86bcc879b',
    'TYO ledger': 'c93486c8b07a6cf247afa75cd8eb96f069e21118cbd6db439b3afc9c001fa2ac',
  });
});

test('the same seed generates the same hotel, independent of clock, locale, time zone and chance', () => {
  const { Date: realDate, Intl: realIntl } = globalThis;
  const realRandom = Math.random;
  const timeZone = process.env['TZ'];
  const forbidden = new Proxy(function forbidden() {}, {
    get: (_target, name) => {
      throw new Error(`the hotel must not use ${String(name)}`);
    },
    construct: () => {
      throw new Error('the hotel must not use this');
    },
  });
  let hotel: ReturnType<typeof make>;
  try {
    process.env['TZ'] = 'Pacific/Kiritimati';
    Object.assign(globalThis, { Date: forbidden, Intl: forbidden });
    Math.random = () => {
      throw new Error('the hotel must not use Math.random');
    };
    hotel = make();
  } finally {
    Object.assign(globalThis, { Date: realDate, Intl: realIntl });
    Math.random = realRandom;
    if (timeZone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = timeZone;
  }
  expect(fingerprint(hotel)).toEqual(sandbox);
});

test('another seed and another day generate another hotel', () => {
  // One property of each is enough here: the hash of three properties takes seconds.
  const first = (hotel: ReturnType<typeof make>) => ({ ...hotel, properties: hotel.properties.slice(0, 1) });
  for (const other of [make('sandbox2'), make('sandbox', '2026-11-22')].map(first).map(fingerprint)) {
    for (const [name, value] of Object.entries(other)) expect(value, name).not.toBe(sandbox[name]);
  }
});

test.each(['', '2026-13-01', '2026-02-29', 'today', '1971-12-31', '3000-01-01', '2026-1-1'])(
  'the day %j is refused',
  today => {
    expect(() => make('sandbox', today)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);

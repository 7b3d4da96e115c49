import { expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { fingerprint } from './fingerprint.ts';

const make = (seed = 'sandbox', today = '2026-11-21') => createHotel({ seed, today });

const sandbox = fingerprint(make());

test('the seed `sandbox` generates this hotel on every machine', () => {
  // A change of the hotel's data changes these values. Update them on purpose.
  expect(sandbox).toEqual({
    'MUC data': '0461480dfc509c0850b094420dc028ecfea9b62b52afcebff6ed69cb45f95035',
    'MUC ledger': 'fcddc7665fe31ee6092891316271a2bfd9e62caeec439ccef8443a58ebdd47fd',
    'LND data': '1a7a17a978d1e67f471707142f789fa74db1beca18dfa17ea0dd68900b89718c',
    'LND ledger': 'fdb97a244de7d3d49717e776f895d824d741d361f46835b5d6a612f28edd4404',
    'TYO data': 'bcfa421c5982cfbccee76ba30b8ba79a8ef4b09fffe211f828faa6653958b4e4',
    'TYO ledger': 'c93486c8b07a6cf247afa75cd8eb96f069e21118cbd6db439b3afc9c001fa2ac',
  });
});

test('the same seed generates the same hotel, independent of clock, time zone and chance', () => {
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

import { expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { fingerprint } from './fingerprint.ts';

const make = (seed = 'sandbox', today = '2026-11-21') => createHotel({ seed, today });

/** One property: the hash of three takes seconds. */
const firstOf = (hotel: ReturnType<typeof make>) => ({ ...hotel, properties: hotel.properties.slice(0, 1) });

// A change of the hotel's data changes these values. Update them on purpose.
const sandbox: Readonly<Record<string, string>> = {
  'MUC data': '9dd3364b822474e5f350d0860cdb3da24ed95be89c59ddad6bffc419bc512d33',
  'MUC ledger': '3f74e2b6e0babdd59c1ec97f8f1043c20676d8cd22c3dc353e9ada3a087a1f7a',
  'LND data': '8722bb4463bcf60c9d8655d6f65da75326871bee9370817c03f1d3555ffb9f2f',
  'LND ledger': 'dabfed7fd287ec32c106217bf5728d6c05b00f21c0172bda2678e628cc280867',
  'TYO data': 'b08af9de22b20bf70faec6b96880ed97b92b0462d6c57835a3d0eaee700ad31f',
  'TYO ledger': '170699f931640f8ba99a2867a0954197989b8839597dcfcd6b98589bba5b6a3b',
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
  for (const other of [make('sandbox2'), make('sandbox', '2026-11-22')].map(firstOf).map(fingerprint)) {
    for (const [name, value] of Object.entries(other)) expect(value, name).not.toBe(sandbox[name]);
  }
});

test.each(['', '2026-13-01', '2026-02-29', 'today', '1971-12-31', '3000-01-01', '2026-1-1'])(
  'the day %j is refused',
  today => {
    expect(() => make('sandbox', today)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);

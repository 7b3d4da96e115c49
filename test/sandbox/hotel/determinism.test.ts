import { expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { seededRandom } from '../../../src/sandbox/hotel/seeded-random.ts';
import { fingerprint } from './fingerprint.ts';

const make = (seed = 'sandbox', today = '2026-11-21') => createHotel({ seed, today });

const sandbox = fingerprint(make());

test('the seed `sandbox` makes this hotel on every machine', () => {
  // A change of the hotel's data changes these: put the new ones here, on purpose.
  expect(sandbox).toEqual({
    'MUC data': 'a975cb1a393147f8ac482f79fdba0529dc5b39898710435e5098115749eb38a5',
    'MUC ledger': 'c4c272f30b8a6662e9bef47e54c02e6efe6f9ba641c722a068761191bb4ce587',
    'LND data': 'f816d1ab070824aaf6f943a134ade918c15eba2df10834251c7155763931f976',
    'LND ledger': 'd28fa5e7f826732b395dc15004d2a0badf144ed790fbfe340f66a8d7e852b51a',
    'TYO data': '02d2e006e8906b2fde6afeafa5fde24732853baea07ab9dbb5aad374b7695adc',
    'TYO ledger': '2493df5ba63c4183a986418d6d375199bc196a993a1bfe991ed00d738405d521',
  });
});

test('the same seed makes the same hotel, with no help of clock, locale, time zone or chance', () => {
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

test('another seed and another day make another hotel', () => {
  for (const other of [fingerprint(make('sandbox2')), fingerprint(make('sandbox', '2026-11-22'))]) {
    for (const [name, value] of Object.entries(other)) expect(value, name).not.toBe(sandbox[name]);
  }
});

test('the generator gives these numbers, whatever the machine', () => {
  const random = seededRandom('sandbox', 'a');
  expect(Array.from({ length: 8 }, () => random.below(1000))).toEqual([79, 368, 820, 313, 157, 806, 774, 75]);
});

test('the generator is even: each of ten numbers comes about as often', () => {
  const random = seededRandom('even');
  const counts = Array.from({ length: 10 }, () => 0);
  for (let draw = 0; draw < 100_000; draw++) {
    const drawn = random.below(10);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
});

test.each(['', '2026-13-01', '2026-02-29', 'today', '1971-12-31', '3000-01-01', '2026-1-1'])(
  'the day %j is refused',
  today => {
    expect(() => make('sandbox', today)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);

import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';

const chain = createHotel({ seed: 'chain', today: '2026-11-21', properties: 40 });

describe('a chain of 40 hotels', () => {
  test('begins with the three properties of the default sandbox', () => {
    expect(chain.properties).toHaveLength(40);
    expect(chain.properties.slice(0, 3).map(({ id }) => id)).toEqual(['MUC', 'LND', 'TYO']);
  });

  test('is the same for the same seed, and its first three are those of the sandbox of three', () => {
    const again = createHotel({ seed: 'chain', today: '2026-11-21', properties: 40 });
    const three = createHotel({ seed: 'chain', today: '2026-11-21' });
    const rows = (hotel: typeof chain, id: string) =>
      hotel
        .property(id)
        ?.reservations.map(one => [one.id, one.arrival, one.created, one.timeSlices[0]?.gross]);
    expect(rows(again, 'BUD')).toEqual(rows(chain, 'BUD'));
    expect(rows(three, 'TYO')).toEqual(rows(chain, 'TYO'));
  });
});

test.each([0, 51, 2.5])('a chain of %j properties is refused', properties => {
  expect(() => createHotel({ seed: 'chain', today: '2026-11-21', properties })).toThrow(
    expect.objectContaining({ code: 'usage' }),
  );
});

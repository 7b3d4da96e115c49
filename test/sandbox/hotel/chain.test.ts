import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';

const chain = createHotel({ seed: 'chain', today: '2026-11-21', properties: 40 });

describe('a chain of 40 hotels', () => {
  test('begins with the three properties of the default sandbox', () => {
    expect(chain.properties).toHaveLength(40);
    expect(chain.properties.slice(0, 3).map(({ id }) => id)).toEqual(['MUC', 'LND', 'TYO']);
  });
});

test.each([0, 51, 2.5])('a chain of %j properties is refused', properties => {
  expect(() => createHotel({ seed: 'chain', today: '2026-11-21', properties })).toThrow(
    expect.objectContaining({ code: 'usage' }),
  );
});

import { describe, expect, test } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { propertyPerformance } from '../../../src/sandbox/hotel/reports/property-performance.ts';

const chain = createHotel({ seed: 'chain', today: '2026-11-21', properties: 40 });

describe('a chain of 40 hotels', () => {
  test('begins with the three properties of the default sandbox', () => {
    expect(chain.properties).toHaveLength(40);
    expect(chain.properties.slice(0, 3).map(({ id }) => id)).toEqual(['MUC', 'LND', 'TYO']);
  });

  test('has different ids, names, sizes, currencies and time zones', () => {
    const distinct = (values: readonly unknown[]) => new Set(values).size;
    const { properties } = chain;
    expect(distinct(properties.map(({ id }) => id))).toBe(40);
    expect(distinct(properties.map(({ name }) => name))).toBe(40);
    expect(properties.every(({ id }) => /^[A-Z]{3}$/.test(id))).toBe(true);
    expect(distinct(properties.map(({ currency }) => currency.code))).toBeGreaterThan(8);
    expect(distinct(properties.map(({ timeZone }) => timeZone))).toBeGreaterThan(15);
  });

  test('has plausible occupancy and prices in every hotel, with its own season', () => {
    // Reading a hotel generates it, so only a few are read.
    for (const id of ['FRA', 'INN', 'PMI', 'BUD', 'NYC'].filter(one => chain.property(one))) {
      const property = chain.property(id);
      if (!property) throw new Error(id);
      const body = propertyPerformance(
        property,
        { from: '2025-11-01', to: '2026-10-31', unitGroupTypes: ['BedRoom'] },
        chain.clock.today(),
      ) as {
        occupancyPercentage: number;
        grossAdr: { amount: number; currency: string };
        houseCount: number;
      };
      expect(body.occupancyPercentage, id).toBeGreaterThan(45);
      expect(body.occupancyPercentage, id).toBeLessThan(92);
      expect(body.grossAdr.currency).toBe(property.currency.code);
      expect(body.grossAdr.amount, id).toBeGreaterThan(50);
    }
  });

  test('sells beach hotels in summer and ski hotels in winter', () => {
    const occupancy = (id: string, from: string, to: string) => {
      const property = chain.property(id);
      if (!property) throw new Error(id);
      const body = propertyPerformance(
        property,
        { from, to, unitGroupTypes: ['BedRoom'] },
        chain.clock.today(),
      );
      return (body as { occupancyPercentage: number }).occupancyPercentage;
    };
    expect(occupancy('PMI', '2026-07-01', '2026-08-31')).toBeGreaterThan(
      occupancy('PMI', '2026-01-01', '2026-02-28') + 20,
    );
    expect(occupancy('INN', '2026-01-01', '2026-02-28')).toBeGreaterThan(
      occupancy('INN', '2026-06-01', '2026-06-30') + 20,
    );
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

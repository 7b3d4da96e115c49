import { describe, expect, it } from 'vitest';
import { createHotel, type Property } from '../../../src/sandbox/hotel/hotel.ts';
import { bodyOf } from './report-bodies.ts';

const hotel = createHotel({ seed: 'hotelctl', today: '2026-11-21', hotels: 'ugly' });

interface Performance {
  readonly houseCount: number;
  readonly businessDays: readonly {
    readonly businessDay: string;
    readonly houseCount: number;
    readonly outOfOrderCount: number;
    readonly soldCount: number;
    readonly unsoldCount: number;
    readonly netAccommodationRevenue: { readonly amount: number; readonly currency: string };
  }[];
}

const daysOf = (id: string, from: string, to: string) => {
  const property = hotel.property(id);
  if (!property) throw new Error(`no ${id}`);
  const parameters = { from, to, expand: ['businessDays'] };
  return bodyOf<Performance>(hotel, property, 'property-performance', parameters)?.businessDays;
};

describe('ugly hotels', () => {
  it('are closed for a season, and for good', () => {
    const days = daysOf('SEA', '2026-10-31', '2026-11-01');
    expect(days?.map(({ houseCount }) => houseCount > 0)).toEqual([true, false]);
    expect(daysOf('OFF', '2026-10-01', '2026-10-31')).toBeUndefined();
  });

  it('open in the middle of a month', () => {
    const days = daysOf('NEW', '2026-09-01', '2026-09-30');
    expect(days?.find(({ houseCount }) => houseCount > 0)?.businessDay).toBe('2026-09-12');
  });

  it('have no available room for a week while they are renovated', () => {
    const days = daysOf('REN', '2026-10-10', '2026-10-16') ?? [];
    expect(days.map(day => day.houseCount - day.outOfOrderCount)).toEqual(Array(7).fill(0));
    expect(days.every(({ soldCount }) => soldCount === 0)).toBe(true);
    // What hotels of a month have in common is generated once, and this depends on the day.
    const nextDay = createHotel({ seed: 'hotelctl', today: '2026-11-22', hotels: 'ugly' });
    expect(nextDay.property('REN')?.units).not.toEqual(hotel.property('REN')?.units);
  });

  it('sell more units than there are', () => {
    const property = hotel.property('OVB') as Property;
    const period = {
      from: '2026-10-01',
      to: '2026-10-31',
      unitGroupTypes: ['BedRoom'],
      expand: ['businessDays'],
    };
    const body = bodyOf<Performance>(hotel, property, 'property-performance', period);
    expect(body?.businessDays.filter(({ unsoldCount }) => unsoldCount < 0)).toHaveLength(4);
  });

  it('lack the rows of some days, and have a former currency', () => {
    const days = daysOf('GAP', '2026-10-01', '2026-10-31') ?? [];
    expect(days.length).toBe(29);
    const currencies = daysOf('CUR', '2026-09-30', '2026-10-01')?.map(
      day => day.netAccommodationRevenue.currency,
    );
    expect(currencies).toEqual(['HRK', 'EUR']);
  });
});

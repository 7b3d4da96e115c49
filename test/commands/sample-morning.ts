import { addDays } from '../../src/platform/dates.ts';
import type {
  ComparedFigures,
  HotelFigures,
  Morning,
  MorningLine,
} from '../../src/reports/figures/morning.ts';

/** A morning with invented figures: four hotels of two groups in two currencies, and one without figures. */
const today = '2026-11-21';

const figuresOf = (occupancy: number, adr: number, units: number): HotelFigures => ({
  sold: Math.round((occupancy * units) / 100),
  available: units,
  occupancy,
  adr,
  revPar: Math.round(occupancy * adr) / 100,
  revenue: Math.round(occupancy * adr * units) / 100,
});

const changeOf = (points: number, adr: number, revPar: number): HotelFigures => ({
  sold: Math.round(points),
  available: 0,
  occupancy: points,
  adr,
  revPar,
  revenue: revPar,
});

const unknown: HotelFigures = {
  sold: null,
  available: null,
  occupancy: null,
  adr: null,
  revPar: null,
  revenue: null,
};

const compared = (
  first: string,
  last: string,
  figures: HotelFigures | undefined,
  change: HotelFigures,
): ComparedFigures => ({ period: { first, last }, figures, earlier: undefined, change });

interface Sample {
  readonly property?: string;
  readonly name?: string;
  readonly group?: string;
  readonly currency?: string;
  readonly units: number;
  readonly occupancy?: number;
  readonly adr: number;
  readonly change: number;
  readonly hotels?: number;
}

export function lineOf(sample: Sample): MorningLine {
  const { property, name, group, currency, units, occupancy, adr, change, hotels = 1 } = sample;
  const known = occupancy === undefined ? undefined : figuresOf(occupancy, adr, units);
  const changed = known ? changeOf(change - 3, 1.4, change) : unknown;
  const days = Array.from({ length: 30 }, (_, index) => {
    const booked = Math.max(18, 95 - index * 2.4 - ((index * 7) % 5) * 3);
    return {
      day: addDays(today, index),
      figures: figuresOf(booked, adr, units),
      earlier: {
        day: addDays(today, index - 364),
        figures: figuresOf(booked - 4 + (index % 3) * 4, adr, units),
      },
      pickup: { sold: (index % 4) - 1, revenue: 172.4 },
    };
  });
  return {
    property,
    name,
    group,
    hotels,
    units,
    currency,
    yesterday: compared(addDays(today, -1), addDays(today, -1), known, changed),
    monthToDate: compared('2026-11-01', '2026-11-20', known, changed),
    next30Days: compared(today, addDays(today, 29), known && figuresOf(48.14, adr, units), changed),
    paceBasis: 'same distance',
    pickup1: known && { since: addDays(today, -1), sold: 15, revenue: 2000 },
    pickup7: known && { since: addDays(today, -7), sold: property === 'CGN' ? -97 : 97, revenue: 12_000 },
    days: known ? days : [],
    moved: known && property ? days.slice(13, 16) : [],
    snapshots: known ? [{ what: 'now', taken: today }] : [],
    notes: known ? [] : [`${property}: no figures.`],
  };
}

const hotels = [
  lineOf({
    property: 'MUC',
    name: 'Hotel Isarblick',
    group: 'South',
    currency: 'EUR',
    units: 78,
    occupancy: 74.36,
    adr: 161.02,
    change: 6.9,
  }),
  lineOf({
    property: 'VIE',
    name: 'Donaukanal',
    group: 'South',
    currency: 'EUR',
    units: 120,
    occupancy: 79.9,
    adr: 203.54,
    change: 7.4,
  }),
  lineOf({
    property: 'HAM',
    name: 'Elbkontor',
    group: 'North',
    currency: 'EUR',
    units: 112,
    occupancy: 58.5,
    adr: 181.92,
    change: -0.4,
  }),
  lineOf({ property: 'CGN', group: 'North', currency: 'EUR', units: 88, adr: 0, change: 0 }),
  lineOf({
    property: 'BUD',
    name: 'Duna Part',
    group: 'South',
    currency: 'HUF',
    units: 64,
    occupancy: 81.2,
    adr: 28_530,
    change: -2,
  }),
];

export const sampleMorning: Morning = {
  today,
  basis: { unitGroupTypes: ['BedRoom'], amounts: 'net', alignment: 'weekday' },
  hotels,
  days: hotels[0]?.days ?? [],
  subtotals: [
    lineOf({
      name: 'South',
      group: 'South',
      currency: 'EUR',
      units: 198,
      occupancy: 76.4,
      adr: 154.87,
      change: 7.1,
      hotels: 2,
    }),
    lineOf({
      name: 'South',
      group: 'South',
      currency: 'HUF',
      units: 64,
      occupancy: 81.2,
      adr: 28_530,
      change: -2,
    }),
    lineOf({
      name: 'North',
      group: 'North',
      currency: 'EUR',
      units: 200,
      occupancy: 58.5,
      adr: 181.92,
      change: -0.4,
      hotels: 2,
    }),
  ],
  totals: [
    lineOf({ currency: 'EUR', units: 398, occupancy: 66, adr: 164.25, change: 2.1, hotels: 4 }),
    lineOf({ currency: 'HUF', units: 64, occupancy: 81.2, adr: 28_530, change: -2 }),
  ],
};

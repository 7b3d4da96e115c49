import { roundTo } from '../money.ts';
import type { Blueprint, CompanyBlueprint, ServiceBlueprint, UnitGroupBlueprint } from './blueprint.ts';
import { type City, cities } from './cities.ts';
import { findCountry, parseWeights } from './countries.ts';
import { london, munich, tokyo } from './written.ts';

const written: readonly Blueprint[] = [munich, london, tokyo];

export const largestChain = written.length + cities.length;

/** The first properties of the chain: three written by hand, then one for each city of the table. */
export const makeBlueprints = (count: number): Blueprint[] => [
  ...written.slice(0, count),
  ...cities.slice(0, Math.max(count - written.length, 0)).map(makeBlueprint),
];

/** January to December, Monday to Sunday, and demand in permille; see Blueprint. */
const markets: Readonly<
  Record<City['market'], Pick<Blueprint, 'season' | 'weekdays' | 'demand' | 'companyPermille'>>
> = {
  city: {
    season: [780, 820, 940, 1030, 1110, 1120, 1070, 1050, 1140, 1090, 950, 1000],
    weekdays: [900, 950, 980, 1010, 1120, 1170, 870],
    demand: 540,
    companyPermille: 110,
  },
  business: {
    season: [940, 980, 1060, 1040, 1060, 1070, 820, 760, 1120, 1110, 1060, 820],
    weekdays: [1080, 1180, 1200, 1140, 860, 780, 760],
    demand: 500,
    companyPermille: 310,
  },
  beach: {
    season: [420, 480, 640, 880, 1090, 1280, 1450, 1470, 1250, 940, 520, 460],
    weekdays: [980, 970, 970, 980, 1030, 1060, 1010],
    demand: 560,
    companyPermille: 30,
  },
  ski: {
    season: [1420, 1480, 1290, 860, 520, 640, 930, 960, 700, 560, 540, 1310],
    weekdays: [960, 950, 950, 970, 1070, 1120, 980],
    demand: 540,
    companyPermille: 40,
  },
  airport: {
    season: [900, 930, 990, 1020, 1050, 1060, 1080, 1060, 1060, 1040, 930, 880],
    weekdays: [1060, 1070, 1060, 1060, 980, 860, 910],
    demand: 580,
    companyPermille: 200,
  },
};

/** Countries of residence of the guests who come from abroad. */
const abroad = parseWeights(
  'DE 95, GB 80, US 85, FR 60, IT 50, NL 40, ES 35, CH 30, PL 25, CN 25, JP 20, IN 15, SE 15',
);

function makeBlueprint(hotel: City): Blueprint {
  const { code, name, address, timeZone, market, bedRooms, price } = hotel;
  const { city, postalCode, countryCode } = address;
  const { priceFactor, ...country } = findCountry(countryCode);
  /** An amount in euro as minor units of the country's currency, rounded to typical prices there. */
  const at = (euro: number) =>
    Math.max(roundTo(Math.round(euro * 100 * priceFactor), country.priceStep), country.priceStep);
  return {
    ...markets[market],
    ...country,
    code,
    name,
    description: `${bedRooms} rooms in ${city}`,
    address,
    timeZone,
    fees: market === 'beach' ? [{ code: 'RESORT', name: 'Resort fee', gross: at(4) }] : [],
    unitGroups: makeUnitGroups(hotel, permille => at((price * permille) / 1000)),
    services: makeServices(hotel, at),
    companies: companyKinds.map(([companyCode, kind, hasTaxId], index): CompanyBlueprint => {
      const taxId = hasTaxId ? `${countryCode}${100_200_300 + index * 7_919}` : null;
      const street = `Business Park ${index + 1}`;
      return [companyCode, `${city} ${kind}`, taxId, street, postalCode, city, countryCode];
    }),
    // First in the list also where guests from abroad come from there.
    countries: Object.assign({ [countryCode]: 430 }, abroad, { [countryCode]: 430 }),
  };
}

function makeUnitGroups({ bedRooms, market }: City, at: (permille: number) => number): UnitGroupBlueprint[] {
  const share = (permille: number) => Math.max(1, Math.floor((bedRooms * permille) / 1000));
  const [single, superior, suite] = [share(200), share(250), share(60)];
  const family = market === 'beach' || market === 'ski';
  return [
    ['SGL', 'Single', 'BedRoom', 1, 1, single, at(800)],
    ['DBL', 'Double', 'BedRoom', 2, 2, bedRooms - single - superior - suite, at(1000)],
    family
      ? ['FAM', 'Family room', 'BedRoom', 4, 4, superior, at(1350)]
      : ['SUP', 'Superior double', 'BedRoom', 3, 3, superior, at(1250)],
    ['SUI', 'Suite', 'BedRoom', 4, 4, suite, at(2200)],
    ...(family ? [] : ([['MTG', 'Meeting room', 'MeetingRoom', 20, 20, share(30), at(3500)]] as const)),
    ['PARK', 'Parking', 'ParkingLot', 4, 1, share(100), at(130)],
  ];
}

function makeServices({ market, price }: City, at: (euro: number) => number): ServiceBlueprint[] {
  const breakfast = Math.round(price / 8);
  return [
    ['BRKF', 'Breakfast', 'Person', at(breakfast), 'Normal', 'FoodAndBeverages', 320, true],
    ['DINNER', 'Dinner menu', 'Person', at(breakfast * 2.4), 'Normal', 'FoodAndBeverages', 50, false],
    ['PARKING', 'Parking', 'Room', at(price / 7), 'Normal', 'Other', 90, true],
    ['LATE', 'Late check-out', 'Room', at(price / 5), 'Normal', 'Accommodation', 35, false],
    market === 'ski'
      ? ['SKI', 'Ski pass', 'Person', at(68), 'Normal', 'Other', 260, true]
      : ['SPA', 'Spa', 'Person', at(24), 'Normal', 'Other', 60, false],
  ];
}

const companyKinds: readonly (readonly [code: string, kind: string, hasTaxId: boolean])[] = [
  ['ENGINE', 'Engineering', true],
  ['TRAVEL', 'Travel Partners', true],
  ['LAW', 'Legal Advisers', true],
  ['MEDIA', 'Media & Film', false],
  ['HEALTH', 'Health Services', true],
];

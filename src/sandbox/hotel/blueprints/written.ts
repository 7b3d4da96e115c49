import { type Blueprint, findCountry, makeCompany, parseTable, parseWeights } from './blueprint.ts';
import companyTable from './companies.txt?raw';

const companies = parseTable<
  | ('property' | 'code' | 'name' | 'taxId')
  | ('addressLine1' | 'postalCode' | 'city' | 'countryCode' | 'addressLine2')
>(companyTable);

const companiesOf = (code: string) =>
  companies.flatMap(({ property, addressLine1, addressLine2, postalCode, city, countryCode, ...row }) => {
    const second = addressLine2 ? { addressLine2 } : {};
    const address = { addressLine1, ...second, postalCode, city, countryCode };
    return property === code ? makeCompany(code, [row.code, row.name, row.taxId], address) : [];
  });

export const munich: Blueprint = {
  ...findCountry('DE'),
  code: 'MUC',
  name: 'Hotel Isarblick München',
  description: 'City hotel by the river, ten minutes from the main station',
  address: { addressLine1: 'Erhardtstraße 12', postalCode: '80469', city: 'München', countryCode: 'DE' },
  timeZone: 'Europe/Berlin',
  fees: [],
  unitGroups: [
    ['SGL', 'Single', 'BedRoom', 1, 1, 18, 9900],
    ['DBL', 'Double', 'BedRoom', 2, 2, 38, 13900],
    ['TWN', 'Twin', 'BedRoom', 3, 3, 14, 14900],
    ['SUI', 'Suite', 'BedRoom', 4, 4, 6, 26900],
    ['MTG', 'Meeting room', 'MeetingRoom', 20, 20, 3, 48000],
    ['BALL', 'Ball room', 'EventSpace', 120, 120, 1, 240000],
    ['PARK', 'Garage', 'ParkingLot', 4, 1, 12, 1800],
  ],
  services: [
    ['BRKF', 'Breakfast', 'Person', 1900, 'Normal', 'FoodAndBeverages', 300, true],
    ['DINNER', 'Dinner menu', 'Person', 4200, 'Normal', 'FoodAndBeverages', 40, false],
    ['PARKING', 'Parking', 'Room', 2200, 'Normal', 'Other', 130, true],
    ['DOG', 'Dog', 'Room', 1500, 'Reduced', 'Accommodation', 25, true],
    ['LATE', 'Late check-out', 'Room', 3000, 'Reduced', 'Accommodation', 30, false],
    ['SPA', 'Spa and sauna', 'Person', 2500, 'Normal', 'Other', 60, false],
  ],
  companies: companiesOf('MUC'),
  season: [780, 820, 900, 960, 1080, 1080, 1060, 1020, 1250, 1150, 940, 980],
  weekdays: [980, 1080, 1100, 1080, 980, 1010, 800],
  demand: 500,
  companyPermille: 190,
  countries: parseWeights(
    'DE 480, AT 70, CH 75, US 85, GB 60, IT 60, FR 40, NL 30, ES 22, PL 20, CN 18, JP 15, IN 14, SE 11',
  ),
};

export const london: Blueprint = {
  ...findCountry('GB'),
  code: 'LND',
  name: 'The Lantern House London',
  description: 'Town-house hotel between two theatres',
  address: {
    addressLine1: '21 Catherine Street',
    addressLine2: 'Covent Garden',
    postalCode: 'WC2B 5JS',
    city: 'London',
    countryCode: 'GB',
  },
  timeZone: 'Europe/London',
  fees: [{ code: 'GREEN', name: 'Sustainability fee', gross: 250 }],
  unitGroups: [
    ['CLS', 'Classic', 'BedRoom', 2, 2, 44, 15900],
    ['SUP', 'Superior', 'BedRoom', 2, 2, 30, 19900],
    ['FAM', 'Family', 'BedRoom', 4, 4, 14, 24900],
    ['STE', 'Suite', 'BedRoom', 3, 3, 6, 38900],
    ['BRD', 'Board room', 'MeetingRoom', 12, 12, 2, 54000],
    ['STG', 'Stage', 'EventSpace', 80, 80, 1, 310000],
    ['CAR', 'Car park', 'ParkingLot', 4, 1, 8, 3500],
  ],
  services: [
    ['ENGB', 'English breakfast', 'Person', 2150, 'Normal', 'FoodAndBeverages', 340, true],
    ['TEA', 'Afternoon tea', 'Person', 3600, 'Normal', 'FoodAndBeverages', 70, false],
    ['PARKING', 'Valet parking', 'Room', 4500, 'Normal', 'Other', 60, true],
    ['COT', 'Cot', 'Room', 1200, 'Normal', 'Accommodation', 30, true],
    ['EARLY', 'Early check-in', 'Room', 3000, 'Normal', 'Accommodation', 40, false],
    ['BOOK', 'Guide book', 'Room', 1495, 'Without', 'Other', 25, false],
  ],
  companies: companiesOf('LND'),
  season: [800, 830, 920, 980, 1050, 1120, 1130, 1050, 1080, 1080, 1020, 1100],
  weekdays: [900, 950, 1000, 1040, 1150, 1180, 840],
  demand: 560,
  companyPermille: 120,
  countries: parseWeights(
    'GB 430, US 190, IE 45, DE 60, FR 60, AU 50, ES 35, IT 35, NL 30, IN 25, CN 20, JP 20',
  ),
};

export const tokyo: Blueprint = {
  ...findCountry('JP'),
  code: 'TYO',
  name: 'Sumida Garden Tokyo',
  description: 'Quiet house with a garden near the Sumida river',
  address: {
    addressLine1: '1-5-3 Komagata',
    postalCode: '111-0043',
    city: 'Taito-ku',
    regionCode: 'JP-13',
    countryCode: 'JP',
  },
  timeZone: 'Asia/Tokyo',
  fees: [],
  unitGroups: [
    ['SEMI', 'Semi-double', 'BedRoom', 2, 2, 24, 16500],
    ['TWIN', 'Twin', 'BedRoom', 2, 2, 22, 23500],
    ['TATAMI', 'Tatami room', 'BedRoom', 4, 4, 10, 34000],
    ['SUITE', 'Garden suite', 'BedRoom', 3, 3, 4, 62000],
    ['CONF', 'Conference room', 'MeetingRoom', 16, 16, 2, 60000],
    ['HALL', 'Garden hall', 'EventSpace', 60, 60, 1, 320000],
    ['LOT', 'Parking space', 'ParkingLot', 4, 1, 6, 2500],
  ],
  services: [
    ['ASA', 'Japanese breakfast', 'Person', 2800, 'Normal', 'FoodAndBeverages', 380, true],
    ['BENTO', 'Bento to take away', 'Person', 1480, 'Reduced', 'FoodAndBeverages', 60, false],
    ['PARKING', 'Parking', 'Room', 2500, 'Normal', 'Other', 50, true],
    ['YUKATA', 'Yukata hire', 'Person', 1200, 'Normal', 'Other', 80, false],
    ['LATE', 'Late check-out', 'Room', 3300, 'Normal', 'Accommodation', 40, false],
  ],
  companies: companiesOf('TYO'),
  season: [820, 850, 1120, 1200, 1080, 900, 960, 1020, 940, 1100, 1120, 980],
  weekdays: [920, 950, 980, 1000, 1120, 1180, 880],
  demand: 590,
  companyPermille: 110,
  countries: parseWeights('JP 520, US 110, KR 90, TW 70, CN 70, AU 45, GB 30, FR 25, DE 22, IT 18'),
};

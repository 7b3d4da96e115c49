import { dayNumber, firstOfMonth } from '../../../platform/dates.ts';
import { type Day, formatDay } from '../calendar.ts';
import { roundTo } from '../money.ts';
import {
  type Blueprint,
  findCountry,
  type Oddities,
  parseRows,
  parseWeights,
  type ServiceBlueprint,
  type UnitGroupBlueprint,
} from './blueprint.ts';
import { london, munich, tokyo } from './written.ts';

/** code | hotel | city | address | postal code | country | time zone | market | bed rooms | price of a room in euro */
const table = `
BER|Spreebogen Hotel|Berlin|Holzmarktstraße 8|10179|DE|Europe/Berlin|city|41|129
HAM|Hotel Speicherblick|Hamburg|Am Sandtorkai 41|20457|DE|Europe/Berlin|city|32|139
FRA|Terminal Inn|Frankfurt am Main|Flughafenstraße 3|60549|DE|Europe/Berlin|airport|48|119
CGN|Rheinterrassen Hotel|Köln|Frankenwerft 19|50667|DE|Europe/Berlin|business|22|119
LEJ|Hotel Thomaskirchhof|Leipzig|Klostergasse 5|04109|DE|Europe/Berlin|city|18|99
VIE|Hotel Donauwalzer|Wien|Praterstraße 22|1020|AT|Europe/Vienna|city|35|149
SZG|Hotel Mönchsberg|Salzburg|Gstättengasse 4|5020|AT|Europe/Vienna|city|17|169
INN|Alpenhof Innsbruck|Innsbruck|Höhenstraße 60|6020|AT|Europe/Vienna|ski|21|189
ZRH|Limmatquai Hotel|Zürich|Limmatquai 90|8001|CH|Europe/Zurich|business|26|229
GVA|Hôtel du Jet d’Eau|Genève|Quai du Mont-Blanc 11|1201|CH|Europe/Zurich|business|24|239
ZMT|Matterhorn Lodge|Zermatt|Bahnhofstrasse 71|3920|CH|Europe/Zurich|ski|15|319
AMS|Herengracht House|Amsterdam|Herengracht 205|1016 BE|NL|Europe/Amsterdam|city|23|189
RTM|Maas Harbour Hotel|Rotterdam|Willemskade 14|3016 DK|NL|Europe/Amsterdam|business|29|129
BRU|Hôtel Grand Sablon|Bruxelles|Rue de la Régence 17|1000|BE|Europe/Brussels|business|20|139
PAR|Hôtel des Tuileries Neuves|Paris|Rue Saint-Roch 12|75001|FR|Europe/Paris|city|31|219
LYS|Hôtel des Deux Fleuves|Lyon|Quai Tilsitt 9|69002|FR|Europe/Paris|business|19|119
NCE|Baie des Palmiers|Nice|Promenade des Anglais 57|06000|FR|Europe/Paris|beach|27|179
MAD|Hotel Prado Real|Madrid|Calle de Atocha 44|28012|ES|Europe/Madrid|city|33|139
BCN|Hotel Mar i Cel|Barcelona|Passeig de Joan de Borbó 21|08003|ES|Europe/Madrid|city|36|159
PMI|Cala Blava Resort|Palma|Avinguda Gabriel Roca 30|07014|ES|Europe/Madrid|beach|45|149
LIS|Hotel Miradouro|Lisboa|Rua da Graça 18|1170-169|PT|Europe/Lisbon|city|22|139
FAO|Praia Dourada|Faro|Avenida da República 6|8000-078|PT|Europe/Lisbon|beach|34|119
ROM|Albergo Sette Colli|Roma|Via Cavour 101|00184|IT|Europe/Rome|city|29|179
MIL|Navigli Grand Hotel|Milano|Ripa di Porta Ticinese 33|20143|IT|Europe/Rome|business|30|189
VCE|Palazzo delle Acque|Venezia|Fondamenta Zattere 780|30123|IT|Europe/Rome|city|14|289
ATH|Lycabettus View|Athína|Leoforos Alexandras 12|114 73|GR|Europe/Athens|city|21|119
HER|Knossos Bay|Heraklion|Andrea Papandreou 88|714 14|GR|Europe/Athens|beach|42|109
CPH|Hotel Nyhavn 40|København|Nyhavn 40|1051|DK|Europe/Copenhagen|city|20|189
STO|Gamla Stan Hotel|Stockholm|Skeppsbron 24|111 30|SE|Europe/Stockholm|city|25|159
PRG|Hotel Karlův most|Praha|Křižovnická 3|110 00|CZ|Europe/Prague|city|28|109
WAW|Hotel Nowy Świat|Warszawa|Nowy Świat 27|00-029|PL|Europe/Warsaw|business|31|99
KRK|Hotel Wawelski|Kraków|Grodzka 50|31-044|PL|Europe/Warsaw|city|17|89
BUD|Duna Palota Hotel|Budapest|Váci utca 19|1052|HU|Europe/Budapest|city|24|99
DUB|Liffey Bridge Hotel|Dublin|12 Wellington Quay|D02 P9F4|IE|Europe/Dublin|city|26|179
EDI|The Castle Wynd|Edinburgh|8 Grassmarket|EH1 2HS|GB|Europe/London|city|19|189
MAN|Northern Quarter House|Manchester|60 Tib Street|M4 1LG|GB|Europe/London|business|37|119
NYC|The Hudson Yard|New York|410 W 34th Street|10001|US|America/New_York|city|55|259
CHI|Lakefront Chicago|Chicago|505 N Michigan Avenue|60611|US|America/Chicago|business|49|199
SFO|Pier Nine Hotel|San Francisco|900 Embarcadero|94111|US|America/Los_Angeles|city|33|229
YYZ|Queen Street Hotel|Toronto|220 Queen Street W|M5V 1Z4|CA|America/Toronto|business|35|179
DXB|Creek Pearl Hotel|Dubai|Al Seef Street 2|00000|AE|Asia/Dubai|beach|44|139
SIN|Marina Orchid|Singapore|18 Robinson Road|048547|SG|Asia/Singapore|business|40|199
HKG|Harbour Steps|Hong Kong|33 Wyndham Street|000000|HK|Asia/Hong_Kong|business|38|169
BOM|Apollo Bunder Hotel|Mumbai|14 Colaba Causeway|400005|IN|Asia/Kolkata|business|36|99
KYO|Kamogawa Ryokan|Kyoto|32 Kiyamachi-dori|604-8001|JP|Asia/Tokyo|city|14|189
SYD|Circular Quay Hotel|Sydney|5 Alfred Street|2000|AU|Australia/Sydney|city|34|199
HBM|Isarblick Airport|Hallbergmoos|Lilienthalstraße 20|85399|DE|Europe/Berlin|airport|30|109`;

const cities = parseRows(table).map(([code = '', name = '', city = '', addressLine1 = '', ...row]) => {
  const [postalCode = '', countryCode = '', timeZone = '', market = '', bedRooms, price] = row;
  return {
    code,
    name,
    address: { addressLine1, postalCode, city, countryCode },
    timeZone,
    market,
    bedRooms: Number(bedRooms),
    price: Number(price),
  };
});
type City = (typeof cities)[number];

const written: readonly Blueprint[] = [munich, london, tokyo];

export const largestChain = written.length + cities.length;

/** The first properties of the chain: three written by hand, then one for each city of the table. */
export const makeBlueprints = (count: number): Blueprint[] => [
  ...written.slice(0, count),
  ...cities.slice(0, Math.max(count - written.length, 0)).map(makeBlueprint),
];

/** market | January to December | Monday to Sunday | demand | stays paid by companies: in permille, see Blueprint */
const markets = `
city|780 820 940 1030 1110 1120 1070 1050 1140 1090 950 1000|900 950 980 1010 1120 1170 870|540|110
business|940 980 1060 1040 1060 1070 820 760 1120 1110 1060 820|1080 1180 1200 1140 860 780 760|500|310
beach|420 480 640 880 1090 1280 1450 1470 1250 940 520 460|980 970 970 980 1030 1060 1010|560|30
ski|1420 1480 1290 860 520 640 930 960 700 560 540 1310|960 950 950 970 1070 1120 980|540|40
airport|900 930 990 1020 1050 1060 1080 1060 1060 1040 930 880|1060 1070 1060 1060 980 860 910|580|200`;

function findMarket(market: string) {
  const [, season = '', weekdays = '', demand, companyPermille] =
    parseRows(markets).find(([name]) => name === market) ?? [];
  const listed = (numbers: string) => numbers.split(' ').map(Number);
  const shares = { demand: Number(demand), companyPermille: Number(companyPermille) };
  return { season: listed(season), weekdays: listed(weekdays), ...shares };
}

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
    ...findMarket(market),
    ...country,
    code,
    name,
    description: `${bedRooms} rooms in ${city}`,
    address,
    timeZone,
    fees: market === 'beach' ? [{ code: 'RESORT', name: 'Resort fee', gross: at(4) }] : [],
    unitGroups: makeUnitGroups(hotel, permille => at((price * permille) / 1000)),
    services: makeServices(hotel, at),
    companies: companyKinds
      .map(([companyCode, kind, hasTaxId], index) => {
        const taxId = hasTaxId ? `${countryCode}${100_200_300 + index * 7_919}` : '';
        const street = `Business Park ${index + 1}`;
        return [companyCode, `${city} ${kind}`, taxId, street, postalCode, city, countryCode].join('|');
      })
      .join('\n'),
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

/**
 * Hotels as they really are, for tests of everything that reads their figures: closed for a season, opened in the middle
 * of a month, renovated, overbooked, without a row for some days, and with another currency until the first of the last
 * month. 29 February is a matter of the sandbox's date.
 */
export function makeUglyBlueprints(today: Day): Blueprint[] {
  const [, , , , , , ...cities] = makeBlueprints(30);
  return Object.entries(makeOddities(today)).map(([code, [name, oddities]], index) => {
    const blueprint = cities[index] as Blueprint;
    return { ...blueprint, code, name: `${name} ${blueprint.address.city}`, oddities };
  });
}

/** Before and after all data. */
const [earliest, latest] = [-1_000_000, 1_000_000];

/** The seasons of the years around a day: open from April to October. */
function listWinters(today: Day) {
  const year = Number(formatDay(today).slice(0, 4));
  return Array.from({ length: 7 }, (_, index) => ({
    kind: 'OutOfInventory' as const,
    from: dayNumber(`${year - 4 + index}-11-01`),
    to: dayNumber(`${year - 3 + index}-04-01`),
  }));
}

const makeOddities = (today: Day): Record<string, [name: string, Oddities]> => {
  const thisMonth = dayNumber(firstOfMonth(formatDay(today)));
  const lastMonth = dayNumber(firstOfMonth(formatDay(thisMonth - 1)));
  const beforeLast = dayNumber(firstOfMonth(formatDay(lastMonth - 1)));
  return {
    SEA: ['Summer House', { closures: listWinters(today) }],
    NEW: ['Hotel Opening', { closures: [{ kind: 'OutOfInventory', from: earliest, to: beforeLast + 11 }] }],
    CUR: ['Hotel Changed Currency', { formerCurrency: { code: 'HRK', until: lastMonth } }],
    REN: [
      'Hotel Renovation',
      {
        closures: [
          { kind: 'OutOfOrder', from: lastMonth + 9, to: lastMonth + 16 },
          { kind: 'OutOfOrder', from: today + 3, to: today + 10 },
        ],
      },
    ],
    OVB: ['Hotel Overbooked', { overbooked: day => (day % 9 === 0 ? 3 : 0) }],
    GAP: ['Hotel Without Rows', { hasRow: day => day % 13 !== 0 || day > today }],
    OFF: ['Hotel Closed', { closures: [{ kind: 'OutOfInventory', from: lastMonth, to: latest }] }],
  };
};

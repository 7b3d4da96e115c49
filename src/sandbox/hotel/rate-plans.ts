import type { Blueprint } from './blueprints/blueprint.ts';
import { type Day, dateOf, weekdayOf } from './calendar.ts';
import { type Minor, netOf, roundTo } from './money.ts';
import type {
  FeePolicy,
  GuaranteeType,
  Pricing,
  Property,
  RatePlan,
  Service,
  TimeSliceDefinition,
  Unit,
  UnitGroup,
} from './property.ts';
import type { IncludedService, OrderedService, TimeSlice } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';

export const makeServices = (blueprint: Blueprint): Service[] =>
  blueprint.services.map(
    ([code, name, pricingUnit, defaultGrossPrice, vatType, revenue, orderedPermille, daily]) => ({
      id: `${blueprint.code}-${code}`,
      code,
      name,
      description: `${name}, per ${pricingUnit === 'Room' ? 'room' : 'person'}${daily ? ' and night' : ''}`,
      pricingUnit,
      defaultGrossPrice,
      vatType,
      revenue,
      orderedPermille,
      daily,
    }),
  );

export const makeTimeSliceDefinitions = (propertyCode: string): TimeSliceDefinition[] => [
  {
    id: `${propertyCode}-OVERNIGHT`,
    name: 'Over night',
    template: 'OverNight',
    checkIn: 15 * 60,
    checkOut: 11 * 60,
  },
  { id: `${propertyCode}-DAYUSE`, name: 'Day use', template: 'DayUse', checkIn: 12 * 60, checkOut: 18 * 60 },
];

const policy = (
  code: string,
  name: string,
  description: string,
  of: FeePolicy['of'],
  percent: number,
  hoursBefore: number,
): FeePolicy => ({ code, name, description, of, percent, hoursBefore });

const free = policy('FREE', 'Free of charge', 'No fee at any time', 'FirstNight', 0, 0);
const flexible = policy(
  'FLEX',
  'Flexible',
  '80% of the first night from 24 hours before',
  'FirstNight',
  80,
  24,
);
const strict = policy(
  'NONREF',
  'Non-refundable',
  'The whole stay from the booking on',
  'Stay',
  100,
  24 * 1830,
);
const firstNight = policy('NOSHOW', 'No-show', 'The first night', 'FirstNight', 100, 0);
const wholeStay = policy('NOSHOWALL', 'No-show', 'The whole stay', 'Stay', 100, 0);

/** code, name, template, guarantee, price in thousandths, cancellation, no-show. */
const products: readonly (readonly [
  string,
  string,
  TimeSliceDefinition['template'],
  GuaranteeType,
  number,
  FeePolicy,
  FeePolicy,
])[] = [
  ['FLEX', 'Flexible rate', 'OverNight', 'PM6Hold', 1000, flexible, firstNight],
  ['NONREF', 'Non-refundable rate', 'OverNight', 'Prepayment', 880, strict, wholeStay],
  ['BB', 'Bed and breakfast', 'OverNight', 'CreditCard', 1000, flexible, firstNight],
  ['CORP', 'Company rate', 'OverNight', 'Company', 850, flexible, firstNight],
  ['COMP', 'Complimentary', 'OverNight', 'PM6Hold', 0, free, free],
  ['DAY', 'Day use', 'DayUse', 'CreditCard', 600, flexible, firstNight],
];

/** A plan for each product and unit group; units that are not bed rooms are sold by the day at the full price. */
export function makeRatePlans(
  propertyCode: string,
  groups: readonly UnitGroup[],
  definitions: readonly TimeSliceDefinition[],
  services: readonly Service[],
): RatePlan[] {
  const breakfast = services.filter(service => service.revenue === 'FoodAndBeverages').slice(0, 1);
  return groups.flatMap(unitGroup =>
    products
      .filter(([code]) => unitGroup.type === 'BedRoom' || code === 'DAY')
      .map(
        ([code, name, template, guarantee, permille, cancellationPolicy, noShowPolicy]): RatePlan => ({
          id: `${propertyCode}-${code}-${unitGroup.code}`,
          code,
          name,
          description: `${name}, ${unitGroup.name}`,
          unitGroup,
          timeSliceDefinition: definitions.find(one => one.template === template) as TimeSliceDefinition,
          minGuaranteeType: guarantee,
          isCorporate: code === 'CORP',
          isComplimentary: code === 'COMP',
          isSubjectToCityTax: template === 'OverNight' && code !== 'COMP',
          pricePermille: unitGroup.type === 'BedRoom' ? permille : 1000,
          includedServices: code === 'BB' ? breakfast : [],
          cancellationPolicy,
          noShowPolicy,
        }),
      ),
  );
}

/** Gross price of the accommodation for one night or day: season, weekday and a wave over the days. */
export function priceOf(pricing: Pricing, ratePlan: RatePlan, day: Day): Minor {
  const season = pricing.season[dateOf(day).month - 1] as number;
  const weekday = pricing.weekdays[weekdayOf(day)] as number;
  const wave = 970 + ((day * 37) % 7) * 10;
  const usual = Math.floor((ratePlan.unitGroup.basePrice * season * weekday) / 1_000_000);
  return roundTo(Math.floor((usual * wave * ratePlan.pricePermille) / 1_000_000), pricing.priceStep);
}

/** The parts of a property that prices depend on. */
export type Tariff = Pick<Property, 'vatRates' | 'accommodationVat' | 'pricing'>;

/** A service for a room or for each person, or as many as were ordered, at its usual price. */
export function priceService(
  tariff: Tariff,
  service: Service,
  persons: number,
  count = service.pricingUnit === 'Person' ? persons : 1,
): IncludedService {
  const gross = service.defaultGrossPrice * count;
  return { service, count, gross, net: netOf(gross, tariff.vatRates[service.vatType] ?? 0) };
}

/** One slice for each night from arrival to departure; a single one if both are the same day. */
export function priceStay(
  tariff: Tariff,
  ratePlan: RatePlan,
  unit: Unit | null,
  arrival: Day,
  departure: Day,
  persons: number,
): TimeSlice[] {
  const { unitGroup } = ratePlan;
  const included = ratePlan.includedServices.map(service => priceService(tariff, service, persons));
  const extraGross = included.reduce((sum, service) => sum + service.gross, 0);
  const extraNet = included.reduce((sum, service) => sum + service.net, 0);
  const percent = tariff.vatRates[tariff.accommodationVat] ?? 0;
  const slices: TimeSlice[] = [];
  for (let day = arrival; day < Math.max(departure, arrival + 1); day++) {
    const baseGross = priceOf(tariff.pricing, ratePlan, day);
    const baseNet = netOf(baseGross, percent);
    const gross = baseGross + extraGross;
    slices.push({
      day,
      ratePlan,
      unitGroup,
      unit,
      baseGross,
      baseNet,
      included,
      gross,
      net: baseNet + extraNet,
    });
  }
  return slices;
}

/** A stay as it was booked. */
interface BookedStay {
  readonly ratePlan: RatePlan;
  readonly arrival: Day;
  readonly departure: Day;
  readonly persons: number;
}

/** Services that the guests of a stay order in addition to their rate; never one that the rate includes. */
export function orderServices(
  random: SeededRandom,
  tariff: Tariff,
  services: readonly Service[],
  { ratePlan, arrival, departure, persons }: BookedStay,
): OrderedService[] {
  const ordered: OrderedService[] = [];
  for (const service of services) {
    if (!random.happens(service.orderedPermille) || ratePlan.includedServices.includes(service)) continue;
    const priced = priceService(tariff, service, persons);
    const last = service.daily ? Math.max(departure - 1, arrival) : arrival;
    for (let day = arrival; day <= last; day++) ordered.push({ day, ...priced });
  }
  return ordered;
}

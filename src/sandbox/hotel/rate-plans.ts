import type { Blueprint } from './blueprints/blueprint.ts';
import { type Day, dateOf, weekdayOf } from './calendar.ts';
import type {
  FeePolicy,
  GuaranteeType,
  Pricing,
  RatePlan,
  Service,
  TimeSliceDefinition,
  Unit,
  UnitGroup,
} from './inventory.ts';
import { type Minor, netOf, roundTo, type VatRates, type VatType } from './money.ts';
import type { IncludedService, OrderedService, TimeSlice } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';

export const makeServices = (blueprint: Blueprint): Service[] =>
  blueprint.services.map(
    ([code, name, pricingUnit, defaultGrossPrice, vatType, revenue, orderedPermille, daily]) => ({
      id: `${blueprint.code}-${code}`,
      code,
      name,
      description: `${name}, per ${pricingUnit.toLowerCase()}${daily ? ' and night' : ''}`,
      pricingUnit,
      defaultGrossPrice,
      vatType,
      revenue,
      orderedPermille,
      daily,
    }),
  );

export function makeTimeSliceDefinitions(propertyCode: string): TimeSliceDefinition[] {
  const [night, day] = [`${propertyCode}-OVERNIGHT`, `${propertyCode}-DAYUSE`];
  return [
    { id: night, name: 'Over night', template: 'OverNight', checkIn: 15 * 60, checkOut: 11 * 60 },
    { id: day, name: 'Day use', template: 'DayUse', checkIn: 12 * 60, checkOut: 18 * 60 },
  ];
}

/** code, name, description, share of what, percent, hours before the arrival. */
type PolicyRow = readonly [string, string, string, FeePolicy['of'], number, number];

const free: PolicyRow = ['FREE', 'Free of charge', 'No fee at any time', 'FirstNight', 0, 0];
const late = '80% of the first night from 24 hours before';
const flexible: PolicyRow = ['FLEX', 'Flexible', late, 'FirstNight', 80, 24];
const everything = 'The whole stay from the booking on';
const strict: PolicyRow = ['NONREF', 'Non-refundable', everything, 'Stay', 100, 24 * 1830];
const firstNight: PolicyRow = ['NOSHOW', 'No-show', 'The first night', 'FirstNight', 100, 0];
const wholeStay: PolicyRow = ['NOSHOWALL', 'No-show', 'The whole stay', 'Stay', 100, 0];

function makePolicy([code, name, description, of, percent, hoursBefore]: PolicyRow): FeePolicy {
  return { code, name, description, of, percent, hoursBefore };
}

/** code, name, guarantee, price in thousandths, cancellation, no-show. */
const products: readonly (readonly [string, string, GuaranteeType, number, PolicyRow, PolicyRow])[] = [
  ['FLEX', 'Flexible rate', 'PM6Hold', 1000, flexible, firstNight],
  ['NONREF', 'Non-refundable rate', 'Prepayment', 880, strict, wholeStay],
  ['BB', 'Bed and breakfast', 'CreditCard', 1000, flexible, firstNight],
  ['CORP', 'Company rate', 'Company', 850, flexible, firstNight],
  ['COMP', 'Complimentary', 'PM6Hold', 0, free, free],
  ['DAY', 'Day use', 'CreditCard', 600, flexible, firstNight],
];

/** A plan for each product and unit group; units that are not bed rooms are sold by the day at the full price. */
export function makeRatePlans(
  propertyCode: string,
  groups: readonly UnitGroup[],
  [overNight, dayUse]: readonly TimeSliceDefinition[],
  services: readonly Service[],
): RatePlan[] {
  const breakfast = services.filter(service => service.revenue === 'FoodAndBeverages').slice(0, 1);
  return groups.flatMap(unitGroup =>
    products
      .filter(([code]) => unitGroup.type === 'BedRoom' || code === 'DAY')
      .map(
        ([code, name, minGuaranteeType, permille, cancellation, noShow]): RatePlan => ({
          id: `${propertyCode}-${code}-${unitGroup.code}`,
          code,
          name,
          description: `${name}, ${unitGroup.name}`,
          unitGroup,
          timeSliceDefinition: (code === 'DAY' ? dayUse : overNight) as TimeSliceDefinition,
          minGuaranteeType,
          isCorporate: code === 'CORP',
          isComplimentary: code === 'COMP',
          isSubjectToCityTax: code !== 'DAY' && code !== 'COMP',
          pricePermille: unitGroup.type === 'BedRoom' ? permille : 1000,
          includedServices: code === 'BB' ? breakfast : [],
          cancellationPolicy: makePolicy(cancellation),
          noShowPolicy: makePolicy(noShow),
        }),
      ),
  );
}

/** The parts of a property that prices depend on. */
export interface Tariff {
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  readonly pricing: Pricing;
}

/** Permille of the demand and of the prices on an average day, multiplied: season and weekday. */
export const seasonOn = ({ season, weekdays }: Omit<Pricing, 'priceStep'>, day: Day): number =>
  (season[dateOf(day).month - 1] as number) * (weekdays[weekdayOf(day)] as number);

/** Gross price of the accommodation for one night or day: season, weekday and a wave over the days. */
function priceOf(pricing: Pricing, { unitGroup, pricePermille }: RatePlan, day: Day): Minor {
  const wave = 970 + ((day * 37) % 7) * 10;
  const usual = Math.floor((unitGroup.basePrice * seasonOn(pricing, day)) / 1_000_000);
  return roundTo(Math.floor((usual * wave * pricePermille) / 1_000_000), pricing.priceStep);
}

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

interface BookedStay {
  readonly ratePlan: RatePlan;
  readonly arrival: Day;
  readonly departure: Day;
  readonly persons: number;
}

/** One slice for each night from arrival to departure; a single one if both are the same day. */
export function priceStay(
  tariff: Tariff,
  { ratePlan, arrival, departure, persons }: BookedStay,
  unit: Unit | null,
): TimeSlice[] {
  const included = ratePlan.includedServices.map(service => priceService(tariff, service, persons));
  const extraGross = included.reduce((sum, { gross }) => sum + gross, 0);
  const extraNet = included.reduce((sum, { net }) => sum + net, 0);
  const percent = tariff.vatRates[tariff.accommodationVat] ?? 0;
  const { unitGroup } = ratePlan;
  return Array.from({ length: Math.max(departure - arrival, 1) }, (_, night) => {
    const day = arrival + night;
    const baseGross = priceOf(tariff.pricing, ratePlan, day);
    const baseNet = netOf(baseGross, percent);
    const [gross, net] = [baseGross + extraGross, baseNet + extraNet];
    return { day, ratePlan, unitGroup, unit, baseGross, baseNet, included, gross, net };
  });
}

/** Services that the guests of a stay order in addition to their rate; never one that the rate includes. */
export function orderServices(
  random: SeededRandom,
  tariff: Tariff,
  services: readonly Service[],
  { ratePlan, arrival, departure, persons }: BookedStay,
): OrderedService[] {
  return services.flatMap(service => {
    if (!random.happens(service.orderedPermille) || ratePlan.includedServices.includes(service)) return [];
    const priced = priceService(tariff, service, persons);
    const days = service.daily ? Math.max(departure - arrival, 1) : 1;
    return Array.from({ length: days }, (_, index) => ({ day: arrival + index, ...priced }));
  });
}

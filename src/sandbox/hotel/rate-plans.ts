import { remember } from '../../base/text.ts';
import type { guaranteeTypes } from '../../platform/bookings/offers.ts';
import { dayLength } from '../../platform/dates.ts';
import type { Blueprint } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import { addUp, addUpGross, computeNet, type Minor, roundTo } from './money.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Unit, UnitGroup } from './units.ts';

export type Service = ReturnType<typeof makeServices>[number];

export const makeServices = (blueprint: Blueprint) =>
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

/** Times in minutes after local midnight; over-night ends on the next day. */
const overNight = { template: 'OverNight', checkIn: 15 * 60, checkOut: 11 * 60 } as const;
const dayUse = { template: 'DayUse', checkIn: 12 * 60, checkOut: 18 * 60 } as const;

export type FeePolicy = ReturnType<typeof makePolicy>;

/** The fee for cancelling later than `hoursBefore` arrival: a share of the first night, or of the stay. */
const makePolicy = (
  code: string,
  name: string,
  description: string,
  of: 'FirstNight' | 'Stay',
  percent: number,
  hoursBefore: number,
) => ({ code, name, description, of, percent, hoursBefore });

const free = makePolicy('FREE', 'Free of charge', 'No fee at any time', 'FirstNight', 0, 0);
const late = '80% of the first night from 24 hours before';
const flexible = makePolicy('FLEX', 'Flexible', late, 'FirstNight', 80, 24);
const everything = 'The whole stay from the booking on';
const strict = makePolicy('NONREF', 'Non-refundable', everything, 'Stay', 100, 24 * 1830);
const firstNight = makePolicy('NOSHOW', 'No-show', 'The first night', 'FirstNight', 100, 0);
const wholeStay = makePolicy('NOSHOWALL', 'No-show', 'The whole stay', 'Stay', 100, 0);

export type GuaranteeType = (typeof guaranteeTypes)[number];

/** code, name, guarantee, price in thousandths, cancellation, no-show. */
export const products: readonly (readonly [string, string, GuaranteeType, number, FeePolicy, FeePolicy])[] = [
  ['FLEX', 'Flexible rate', 'PM6Hold', 1000, flexible, firstNight],
  ['NONREF', 'Non-refundable rate', 'Prepayment', 880, strict, wholeStay],
  ['BB', 'Bed and breakfast', 'CreditCard', 1000, flexible, firstNight],
  ['CORP', 'Company rate', 'Company', 850, flexible, firstNight],
  ['COMP', 'Complimentary', 'PM6Hold', 0, free, free],
  ['DAY', 'Day use', 'CreditCard', 600, flexible, firstNight],
];

export type RatePlan = ReturnType<typeof makeRatePlans>[number];

/** A plan for each product and unit group; units that are not bed rooms are sold by the day at the full price. */
export function makeRatePlans(
  propertyCode: string,
  groups: readonly UnitGroup[],
  services: readonly Service[],
) {
  const breakfast = services.filter(service => service.revenue === 'FoodAndBeverages').slice(0, 1);
  const definitions = [overNight, dayUse].map(definition => ({
    id: `${propertyCode}-${definition.template.toUpperCase()}`,
    ...definition,
  }));
  const findDefinition = (template: string) =>
    definitions.find(definition => definition.template === template) as (typeof definitions)[number];
  return groups.flatMap(unitGroup =>
    products
      .filter(([code]) => unitGroup.type === 'BedRoom' || code === 'DAY')
      .map(([code, name, minGuaranteeType, permille, cancellationPolicy, noShowPolicy]) => ({
        id: `${propertyCode}-${code}-${unitGroup.code}`,
        code,
        name,
        description: `${name}, ${unitGroup.name}`,
        unitGroup,
        timeSliceDefinition: findDefinition(code === 'DAY' ? 'DayUse' : 'OverNight'),
        minGuaranteeType,
        isCorporate: code === 'CORP',
        isComplimentary: code === 'COMP',
        isSubjectToCityTax: code !== 'DAY' && code !== 'COMP',
        pricePermille: unitGroup.type === 'BedRoom' ? permille : 1000,
        includedServices: code === 'BB' ? breakfast : [],
        cancellationPolicy,
        noShowPolicy,
      })),
  );
}

/** The parts of a property that prices depend on. */
type Tariff = Pick<Blueprint, 'vatRates' | 'accommodationVat' | 'season' | 'weekdays' | 'priceStep'>;

/** Permille of the demand and of the prices on an average day, multiplied: season and weekday. */
export function seasonOn({ season, weekdays }: Pick<Blueprint, 'season' | 'weekdays'>, day: Day): number {
  const date = dateOf(day);
  return (season[date.getUTCMonth()] as number) * (weekdays[(date.getUTCDay() + 6) % 7] as number);
}

const dateOf = remember((day: Day) => new Date(day * dayLength));

/** Gross price of the accommodation for one night or day: season, weekday and a wave over the days. */
function computePrice(tariff: Tariff, { unitGroup, pricePermille }: RatePlan, day: Day): Minor {
  const wave = 970 + ((day * 37) % 7) * 10;
  const usual = Math.floor((unitGroup.basePrice * seasonOn(tariff, day)) / 1_000_000);
  return roundTo(Math.floor((usual * wave * pricePermille) / 1_000_000), tariff.priceStep);
}

/** A service for a room or for each person, or as many as were ordered, at its usual price. */
export function priceService(
  tariff: Tariff,
  service: Service,
  persons: number,
  count = service.pricingUnit === 'Person' ? persons : 1,
) {
  const gross = service.defaultGrossPrice * count;
  return { service, count, gross, net: computeNet(gross, tariff.vatRates[service.vatType]) };
}

export interface OrderedService extends ReturnType<typeof priceService> {
  readonly day: Day;
}

interface BookedStay {
  readonly ratePlan: RatePlan;
  readonly arrival: Day;
  readonly departure: Day;
  readonly persons: number;
}

/** The days for which a unit is taken: the nights, or the one day of day use. */
export function daysTaken({ arrival, departure }: Pick<BookedStay, 'arrival' | 'departure'>): Day[] {
  const days = [arrival];
  for (let day = arrival + 1; day < departure; day++) days.push(day);
  return days;
}

/** One night, or one day of day use. */
export type TimeSlice = ReturnType<typeof priceStay>[number];

/**
 * One slice for each night from arrival to departure; a single one if both are the same day. `gross` and `net` have no
 * city tax and no fees; without a unit, as for canceled and no-show reservations, `unit` is null.
 */
export function priceStay(tariff: Tariff, stay: BookedStay, unit: Unit | null) {
  const { ratePlan, persons } = stay;
  const included = ratePlan.includedServices.map(service => priceService(tariff, service, persons));
  const extraGross = addUpGross(included);
  const extraNet = addUp(included, ({ net }) => net);
  const { unitGroup } = ratePlan;
  const percent = tariff.vatRates[tariff.accommodationVat];
  return daysTaken(stay).map(day => {
    const baseGross = computePrice(tariff, ratePlan, day);
    const baseNet = computeNet(baseGross, percent);
    const [gross, net] = [baseGross + extraGross, baseNet + extraNet];
    return { day, ratePlan, unitGroup, unit, baseGross, baseNet, included, gross, net };
  });
}

/** Services that the guests of a stay order in addition to their rate; never one that the rate includes. */
export function orderServices(
  random: SeededRandom,
  tariff: Tariff,
  services: readonly Service[],
  stay: BookedStay,
): OrderedService[] {
  const ordered = services.filter(
    service => random.happens(service.orderedPermille) && !stay.ratePlan.includedServices.includes(service),
  );
  return ordered.flatMap(service => {
    const priced = priceService(tariff, service, stay.persons);
    return (service.daily ? daysTaken(stay) : [stay.arrival]).map(day => ({ day, ...priced }));
  });
}

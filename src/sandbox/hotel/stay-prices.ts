import type { Day } from './calendar.ts';
import type { Unit } from './inventory.ts';
import { netOf } from './money.ts';
import type { RatePlan, Service } from './products.ts';
import type { Property } from './property.ts';
import { priceOf } from './rate-plans.ts';
import type { IncludedService, OrderedService, TimeSlice } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';

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

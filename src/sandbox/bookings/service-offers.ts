import { empty, json } from '../../http/local-server.ts';
import { serviceOffers } from '../../platform/bookings/offers.ts';
import { queryOperation } from '../api/operation.ts';
import { type Day, isoDate } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { RatePlan, Service } from '../hotel/inventory.ts';
import type { Property } from '../hotel/property.ts';
import { priceService } from '../hotel/rate-plans.ts';
import { moneyOf } from '../hotel/reports/compute.ts';
import { daysTaken, guestCount, offerAmount, type Stay, stayOf } from './stay.ts';

/** GET /booking/v1/service-offers: services that the rate plan does not include. */
export const serviceOffersOperation = queryOperation(serviceOffers, (hotel, parameters) => {
  const found = planOfId(hotel, String(parameters['ratePlanId']));
  if (!found) return empty(404);
  const onlyDefaultDates = parameters['onlyDefaultDates'] !== 'false';
  const services = servicesOf(found).map(service =>
    serviceOffer(found, service, stayOf(parameters), onlyDefaultDates),
  );
  return services.length === 0 ? empty(204) : json(200, { services });
});

export interface PlanOfProperty {
  readonly property: Property;
  readonly plan: RatePlan;
}

/** The id of a rate plan identifies its property. */
export function planOfId(hotel: Hotel, id: string): PlanOfProperty | undefined {
  for (const property of hotel.properties) {
    const plan = property.ratePlans.find(one => one.id === id);
    if (plan) return { property, plan };
  }
  return undefined;
}

/** The services that can be ordered with a plan: those that it does not include already. */
export const servicesOf = ({ property, plan }: PlanOfProperty): Service[] =>
  property.services.filter(service => !plan.includedServices.includes(service));

interface ServiceDay {
  readonly day: Day;
  /** The service is delivered on this day if no days are requested. */
  readonly isDefault: boolean;
}

/** The days on which a service is available: every day of the stay. */
export const serviceDays = ({ daily }: Service, stay: Stay): ServiceDay[] =>
  daysTaken(stay).map(day => ({ day, isDefault: daily || day === stay.arrival }));

function serviceOffer(
  { property, plan }: PlanOfProperty,
  service: Service,
  stay: Stay,
  onlyDefaultDates: boolean,
) {
  const { count, gross, net } = priceService(property, service, guestCount(stay));
  const days = serviceDays(service, stay).filter(({ isDefault }) => isDefault || !onlyDefaultDates);
  const total = gross * days.length;
  const { id, code, name, description, pricingUnit, defaultGrossPrice, vatType } = service;
  return {
    service: {
      id,
      code,
      name,
      description,
      pricingUnit,
      defaultGrossPrice: moneyOf(property, defaultGrossPrice),
    },
    count,
    totalAmount: offerAmount(property, total, net * days.length, vatType),
    // A guest who prepays the stay also prepays its services.
    prePaymentGrossAmount: moneyOf(property, plan.minGuaranteeType === 'Prepayment' ? total : 0),
    fees: [],
    dates: days.map(({ day, isDefault }) => ({
      serviceDate: isoDate(day),
      amount: offerAmount(property, gross, net, vatType),
      isDefaultDate: isDefault,
      isMandatory: false,
    })),
  };
}

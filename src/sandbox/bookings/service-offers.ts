import { empty, json } from '../../http/local/handler.ts';
import { serviceOffers } from '../../platform/bookings/service-offers.ts';
import { problemsOf } from '../../platform/parameters.ts';
import { type Operation, parametersOf } from '../api/operation.ts';
import { type Day, isoDate } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Property, RatePlan, Service } from '../hotel/property.ts';
import { priceService } from '../hotel/rate-plans.ts';
import { moneyOf } from '../hotel/reports/compute.ts';
import { unprocessable } from '../routes.ts';
import { endOf, guestCount, offerAmount, type Stay, stayOf } from './stay.ts';

/** GET /booking/v1/service-offers: services that the rate plan does not include. */
export const serviceOffersOperation: Operation = {
  method: 'GET',
  path: serviceOffers.path,
  scopes: serviceOffers.scopes,
  respond(hotel, { query }) {
    const parameters = parametersOf(query, serviceOffers.parameters);
    const problems = problemsOf(serviceOffers, parameters, ({ wire }) => wire);
    if (problems.length > 0) return unprocessable(problems);
    const found = planOfId(hotel, String(parameters['ratePlanId']));
    if (!found) return empty(404);
    const { property, plan } = found;
    const onlyDefaultDates = parameters['onlyDefaultDates'] !== 'false';
    const services = servicesOf(property, plan).map(service =>
      serviceOffer(property, plan, service, stayOf(parameters), onlyDefaultDates),
    );
    return services.length === 0 ? empty(204) : json(200, { services });
  },
};

/** The id of a rate plan identifies its property. */
export function planOfId(
  hotel: Hotel,
  id: string,
): { readonly property: Property; readonly plan: RatePlan } | undefined {
  for (const property of hotel.properties) {
    const plan = property.ratePlans.find(one => one.id === id);
    if (plan) return { property, plan };
  }
  return undefined;
}

/** The services that can be ordered with a plan: those that it does not include already. */
export const servicesOf = (property: Property, plan: RatePlan): Service[] =>
  property.services.filter(service => !plan.includedServices.includes(service));

/**
 * The days on which a service is available: every day of the stay. `isDefault` marks the days on which it is delivered
 * if no days are requested.
 */
export function serviceDays(
  service: Service,
  stay: Stay,
): readonly { readonly day: Day; readonly isDefault: boolean }[] {
  const { arrival } = stay;
  return Array.from({ length: endOf(stay) - arrival }, (_, index) => ({
    day: arrival + index,
    isDefault: service.daily || index === 0,
  }));
}

function serviceOffer(
  property: Property,
  plan: RatePlan,
  service: Service,
  stay: Stay,
  onlyDefaultDates: boolean,
) {
  const { count, gross, net } = priceService(property, service, guestCount(stay));
  const days = serviceDays(service, stay).filter(({ isDefault }) => isDefault || !onlyDefaultDates);
  const total = gross * days.length;
  return {
    service: {
      id: service.id,
      code: service.code,
      name: service.name,
      description: service.description,
      pricingUnit: service.pricingUnit,
      defaultGrossPrice: moneyOf(property, service.defaultGrossPrice),
    },
    count,
    totalAmount: offerAmount(property, total, net * days.length, service.vatType),
    // A guest who prepays the stay also prepays its services.
    prePaymentGrossAmount: moneyOf(property, plan.minGuaranteeType === 'Prepayment' ? total : 0),
    fees: [],
    dates: days.map(({ day, isDefault }) => ({
      serviceDate: isoDate(day),
      amount: offerAmount(property, gross, net, service.vatType),
      isDefaultDate: isDefault,
      isMandatory: false,
    })),
  };
}

import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import { type Day, isoDate, parseDate } from '../calendar.ts';
import type { Property } from '../property.ts';
import { isGuestStatus, type OrderedService, personsOf, type Reservation, statusOf } from '../reservation.ts';
import { moneyOf, stayTimes } from './compute.ts';

/**
 * Services that guests ordered in addition to their rate, for each day from `from` to `to` (exclusive) on which one is
 * delivered (platform.md, "GET /reports/v0-nsfw/reports/ordered-services"): by day, then by arrival. Services that a
 * rate plan includes are not orders. Cancelled stays and no-shows receive no services.
 */
export function* orderedServices(property: Property, parameters: Parameters, today: Day): Generator<object> {
  const serviceIds = new Set(valuesOf(parameters, 'serviceIds'));
  const from = parseDate(String(parameters['from'])) as Day;
  const to = parseDate(String(parameters['to'])) as Day;
  const orders: { readonly reservation: Reservation; readonly order: OrderedService }[] = [];
  for (const reservation of property.reservations) {
    if (reservation.arrival >= to || reservation.departure < from) continue;
    if (!isGuestStatus(statusOf(reservation, today))) continue;
    for (const order of reservation.services) {
      if (order.day >= from && order.day < to && serviceIds.has(order.service.id))
        orders.push({ reservation, order });
    }
  }
  orders.sort((one, other) => one.order.day - other.order.day);
  for (const { reservation, order } of orders) yield item(property, reservation, order);
}

function item(property: Property, reservation: Reservation, { day, service, count, gross }: OrderedService) {
  const { title, gender, firstName, middleInitial, lastName } = reservation.primaryGuest;
  const slice = reservation.timeSlices.find(one => one.day === day);
  return {
    id: service.id,
    code: service.code,
    name: service.name,
    serviceDate: isoDate(day),
    count,
    guest: { title, gender, firstName, middleInitial, lastName },
    reservation: {
      id: reservation.id,
      ...stayTimes(property, reservation),
      persons: personsOf(reservation),
    },
    booking: { id: reservation.bookingId },
    ...(slice?.unit ? { unit: { id: slice.unit.id, name: slice.unit.name } } : {}),
    ...(slice ? { unitGroup: unitGroupOf(slice.unitGroup) } : {}),
    amount: moneyOf(property, gross),
  };
}

const unitGroupOf = ({ id, code, name }: Property['unitGroups'][number]) => ({ id, code, name });

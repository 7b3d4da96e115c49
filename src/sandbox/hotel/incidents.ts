import { type Minor, roundTo } from './money.ts';
import type { Property } from './property.ts';
import { isOverNight, type Reservation } from './reservation.ts';
import { hash32, lots } from './seeded-random.ts';

/**
 * What happens to one over-night stay in twenty besides the usual postings, so that the reports of a month differ as they
 * do in every hotel: an allowance, drinks posted after midnight, a second charge of a day, a charge that is moved on the day
 * of departure, one that is posted after it, and money that is paid back.
 */
const incidents = lots({
  None: 943,
  Allowance: 12,
  Refund: 6,
  LateBar: 15,
  Minibar: 12,
  MovedCharge: 6,
  FoundAfterDeparture: 6,
});

export type Incident = (typeof incidents)['values'][number];

/** A discount for a stay that is already paid is a refund; a company's discount reduces its invoice. */
export function incidentOf({ id, timeSlices, invoiceNumber, guaranteeType }: Reservation): Incident {
  const [slice] = timeSlices;
  if (!slice || slice.baseGross === 0 || slice.unitGroup.type !== 'BedRoom' || !isOverNight(slice)) {
    return 'None';
  }
  const drawn = hash32(`${id} incident`) % 1000;
  const incident = incidents.values[incidents.upTo.findIndex(total => total > drawn)] as Incident;
  if (invoiceNumber === null) {
    return incident === 'Allowance' && guaranteeType === 'Prepayment' ? 'Refund' : incident;
  }
  if (incident === 'Refund') return 'Allowance';
  return incident === 'FoundAfterDeparture' ? 'None' : incident;
}

/** A tenth of the first night. */
export const discountOf = ({ priceStep }: Property, { timeSlices: [first] }: Reservation): Minor =>
  Math.max(roundTo(first?.baseGross ?? 0, 10 * priceStep) / 10, priceStep);

/** Drinks cost this part of a breakfast: a half, a quarter. */
export const drinkOf = ({ services: [breakfast], priceStep }: Property, part: number): Minor =>
  Math.max(roundTo(Math.floor((breakfast?.defaultGrossPrice ?? 0) / part), priceStep), priceStep);

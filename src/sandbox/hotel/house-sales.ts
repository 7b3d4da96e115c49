import { type Day, dateOf, dayOfDate } from './calendar.ts';
import type { Service } from './inventory.ts';
import type { Minor } from './money.ts';
import type { PaymentMethod } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A sale to a customer who is not staying: on the house folio, or on a separate external folio (an event). */
export interface HouseSale {
  readonly id: string;
  readonly day: Day;
  /** Minutes after local midnight. */
  readonly time: number;
  readonly service: Service;
  readonly gross: Minor;
  readonly paymentMethod: PaymentMethod;
  /** null on the house folio. */
  readonly externalFolioId: string | null;
}

/** One or two sales a day for a range of days (end exclusive), numbered within each year: `MUC-H26104`. */
export function makeHouseSales(
  random: (year: number) => SeededRandom,
  propertyCode: string,
  services: readonly Service[],
  from: Day,
  to: Day,
): HouseSale[] {
  const menu = services.filter(service => service.revenue === 'FoodAndBeverages');
  const sales: HouseSale[] = [];
  for (let year = dateOf(from).year; dayOfDate(year, 1, 1) < to; year++) {
    const stream = random(year);
    let sold = 0;
    for (let day = dayOfDate(year, 1, 1); day < Math.min(dayOfDate(year + 1, 1, 1), to); day++) {
      for (let count = 1 + stream.below(2); count > 0; count--) {
        const number = `${String(year).slice(-2)}${String(++sold).padStart(3, '0')}`;
        const isEvent = stream.happens(60);
        const service = stream.pick(menu);
        const sale: HouseSale = {
          id: `${propertyCode}-H${number}`,
          day,
          time: 11 * 60 + stream.below(600),
          service,
          gross: service.defaultGrossPrice * (1 + stream.below(isEvent ? 40 : 4)),
          paymentMethod: stream.pick(['Cash', 'Visa', 'Mastercard'] as const),
          externalFolioId: isEvent ? `${propertyCode}-E${number}` : null,
        };
        if (day >= from) sales.push(sale);
      }
    }
  }
  return sales;
}

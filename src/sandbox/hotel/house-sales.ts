import type { Day } from './calendar.ts';
import type { Minor } from './money.ts';
import type { Service } from './products.ts';
import type { PaymentMethod } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Span } from './units.ts';

/** A sale to somebody who does not stay: on the house folio, or on an external folio of its own (an event). */
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

/** One or two a day, for the whole span: they show when their day has come. */
export function makeHouseSales(
  random: SeededRandom,
  propertyCode: string,
  services: readonly Service[],
  { opened, last }: Span,
): HouseSale[] {
  const menu = services.filter(service => service.revenue === 'FoodAndBeverages');
  const sales: HouseSale[] = [];
  for (let day = opened; day < last; day++) {
    for (let count = 1 + random.below(2); count > 0; count--) {
      const number = String(sales.length + 1).padStart(5, '0');
      const isEvent = random.happens(60);
      const service = random.pick(menu);
      sales.push({
        id: `${propertyCode}-H${number}`,
        day,
        time: 11 * 60 + random.below(600),
        service,
        gross: service.defaultGrossPrice * (1 + random.below(isEvent ? 40 : 4)),
        paymentMethod: random.pick(['Cash', 'Visa', 'Mastercard'] as const),
        externalFolioId: isEvent ? `${propertyCode}-E${number}` : null,
      });
    }
  }
  return sales;
}

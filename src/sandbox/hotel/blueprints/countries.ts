import type { VatRates, VatType } from '../money.ts';
import type { Currency } from '../property.ts';

/** What the hotels of a country have in common. */
export interface Country {
  readonly currency: Currency;
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  /** Minor units for one euro cent of the base prices. */
  readonly priceFactor: number;
  /** Prices are multiples of this amount. */
  readonly priceStep: number;
  /** City tax: percent of the net amount, or an amount per person and night. */
  readonly cityTax: { readonly percentOfNet: number; readonly perPersonNight: number } | null;
}

const money = (code: string, digits: number, priceFactor: number, priceStep: number) => ({
  currency: { code, digits },
  priceFactor,
  priceStep,
});
const euro = money('EUR', 2, 1, 100);
const rates = (reduced: number, normal: number): VatRates => ({
  Without: 0,
  Reduced: reduced,
  Normal: normal,
});
const reduced = 'Reduced' as const;
const normal = 'Normal' as const;
const perPerson = (perPersonNight: number) => ({ percentOfNet: 0, perPersonNight });
const percent = (percentOfNet: number) => ({ percentOfNet, perPersonNight: 0 });

export const countries = {
  AE: { ...money('AED', 2, 4, 500), vatRates: rates(0, 5), accommodationVat: normal, cityTax: percent(7) },
  AT: { ...euro, vatRates: rates(10, 20), accommodationVat: reduced, cityTax: percent(3) },
  AU: { ...money('AUD', 2, 1.6, 100), vatRates: rates(0, 10), accommodationVat: normal, cityTax: null },
  BE: { ...euro, vatRates: rates(6, 21), accommodationVat: reduced, cityTax: perPerson(425) },
  CA: { ...money('CAD', 2, 1.5, 100), vatRates: rates(5, 13), accommodationVat: normal, cityTax: percent(4) },
  CH: {
    ...money('CHF', 2, 1.3, 500),
    vatRates: rates(4, 8),
    accommodationVat: reduced,
    cityTax: perPerson(350),
  },
  CZ: {
    ...money('CZK', 2, 20, 1000),
    vatRates: rates(12, 21),
    accommodationVat: reduced,
    cityTax: perPerson(5000),
  },
  DE: { ...euro, vatRates: rates(7, 19), accommodationVat: reduced, cityTax: percent(5) },
  DK: { ...money('DKK', 2, 8, 500), vatRates: rates(0, 25), accommodationVat: normal, cityTax: null },
  ES: { ...euro, vatRates: rates(10, 21), accommodationVat: reduced, cityTax: perPerson(275) },
  FR: { ...euro, vatRates: rates(10, 20), accommodationVat: reduced, cityTax: perPerson(338) },
  GB: { ...money('GBP', 2, 0.9, 100), vatRates: rates(5, 20), accommodationVat: normal, cityTax: null },
  GR: { ...euro, vatRates: rates(13, 24), accommodationVat: reduced, cityTax: perPerson(300) },
  HK: { ...money('HKD', 2, 8, 1000), vatRates: rates(0, 0), accommodationVat: normal, cityTax: percent(3) },
  HU: {
    ...money('HUF', 2, 300, 10_000),
    vatRates: rates(5, 27),
    accommodationVat: reduced,
    cityTax: percent(4),
  },
  IE: { ...euro, vatRates: rates(13, 23), accommodationVat: reduced, cityTax: null },
  IN: {
    ...money('INR', 2, 55, 5000),
    vatRates: rates(5, 18),
    accommodationVat: normal,
    cityTax: null,
  },
  IT: { ...euro, vatRates: rates(10, 22), accommodationVat: reduced, cityTax: perPerson(500) },
  JP: {
    ...money('JPY', 0, 1.5, 100),
    vatRates: rates(8, 10),
    accommodationVat: normal,
    cityTax: perPerson(200),
  },
  NL: { ...euro, vatRates: rates(9, 21), accommodationVat: reduced, cityTax: percent(12) },
  PL: { ...money('PLN', 2, 3, 500), vatRates: rates(8, 23), accommodationVat: reduced, cityTax: null },
  PT: { ...euro, vatRates: rates(6, 23), accommodationVat: reduced, cityTax: perPerson(400) },
  SE: { ...money('SEK', 2, 10, 500), vatRates: rates(12, 25), accommodationVat: reduced, cityTax: null },
  SG: { ...money('SGD', 2, 1.7, 100), vatRates: rates(0, 9), accommodationVat: normal, cityTax: null },
  US: { ...money('USD', 2, 1.4, 100), vatRates: rates(0, 9), accommodationVat: normal, cityTax: percent(5) },
} as const satisfies Record<string, Country>;

export type CountryCode = keyof typeof countries;

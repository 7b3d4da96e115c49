import type { VatType } from '../money.ts';

/** The rows of a table in text, one a line, with fields between bars. */
export const parseRows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split('|'));

/**
 * code | currency | its digits | minor units for a euro cent of the base prices | prices are multiples of | reduced VAT |
 * normal VAT | VAT of accommodation | city tax: percent of the net amount, or an amount per person and night
 */
const table = `
AE|AED|2|4|500|0|5|Normal|7%
AT|EUR|2|1|100|10|20|Reduced|3%
AU|AUD|2|1.6|100|0|10|Normal|
BE|EUR|2|1|100|6|21|Reduced|425
CA|CAD|2|1.5|100|5|13|Normal|4%
CH|CHF|2|1.3|500|4|8|Reduced|350
CZ|CZK|2|20|1000|12|21|Reduced|5000
DE|EUR|2|1|100|7|19|Reduced|5%
DK|DKK|2|8|500|0|25|Normal|
ES|EUR|2|1|100|10|21|Reduced|275
FR|EUR|2|1|100|10|20|Reduced|338
GB|GBP|2|0.9|100|5|20|Normal|
GR|EUR|2|1|100|13|24|Reduced|300
HK|HKD|2|8|1000|0|0|Normal|3%
HU|HUF|2|300|10000|5|27|Reduced|4%
IE|EUR|2|1|100|13|23|Reduced|
IN|INR|2|55|5000|5|18|Normal|
IT|EUR|2|1|100|10|22|Reduced|500
JP|JPY|0|1.5|100|8|10|Normal|200
NL|EUR|2|1|100|9|21|Reduced|12%
PL|PLN|2|3|500|8|23|Reduced|
PT|EUR|2|1|100|6|23|Reduced|400
SE|SEK|2|10|500|12|25|Reduced|
SG|SGD|2|1.7|100|0|9|Normal|
US|USD|2|1.4|100|0|9|Normal|5%`;

/** Countries with weights: `DE 480, AT 70`. */
export const parseWeights = (table: string): Record<string, number> =>
  Object.fromEntries(table.split(', ').map(entry => [entry.slice(0, 2), Number(entry.slice(3))]));

/** What the hotels of a country have in common. */
export function findCountry(countryCode: string) {
  const row = parseRows(table).find(([code]) => code === countryCode) ?? [];
  const [, code = '', digits, factor, step, reduced, normal, accommodation, cityTax = ''] = row;
  const percentOfNet = cityTax.endsWith('%') ? Number(cityTax.slice(0, -1)) : 0;
  return {
    currency: { code, digits: Number(digits) },
    vatRates: { Without: 0, Reduced: Number(reduced), Normal: Number(normal) },
    accommodationVat: accommodation as VatType,
    priceFactor: Number(factor),
    priceStep: Number(step),
    cityTax:
      cityTax === ''
        ? null
        : { name: 'City tax', percentOfNet, perPersonNight: percentOfNet > 0 ? 0 : Number(cityTax) },
  };
}

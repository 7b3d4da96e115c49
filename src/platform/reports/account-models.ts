import { choiceOf, model, nonEmptyText, nullish, text } from '../models.ts';

/** What the accounting reports share. They are loaded with those reports only. */

/** ExportAccountModel (platform.md, Other models). */
export const exportAccount = model({
  name: nonEmptyText,
  number: nonEmptyText,
  parentNumber: nullish(text),
  type: choiceOf(
    'Revenues',
    'Payments',
    'Liabilities',
    'Receivables',
    'Vat',
    'House',
    'AccountsReceivable',
    'CityTaxes',
    'TransitoryItems',
    'VatOnLiabilities',
    'LossOfAccountsReceivable',
    'SecondCityTax',
    'GuestLevies',
  ),
});

/** VAT types (platform facts, Reports). */
export const vatType = choiceOf(
  'Null',
  'VeryReduced',
  'Reduced',
  'Normal',
  'Without',
  'Special',
  'Special1',
  'Special2',
  'ReducedCovid19',
  'NormalCovid19',
  'Mixed',
);

import { choiceOf, model, nonEmptyText, nullish, text } from '../models.ts';

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

import type { RevenueKind } from './blueprints/blueprint.ts';
import { type VatRates, type VatType, vatTypes } from './money.ts';

/** ExportAccountModel; `parentNumber` forms the tree that the revenues report shows. */
export interface ExportAccount {
  readonly name: string;
  readonly number: string;
  readonly parentNumber: string | null;
  readonly type: string;
}

const account = (type: string, number: number, name: string, parent?: number): ExportAccount => ({
  name,
  number: String(number),
  parentNumber: parent === undefined ? null : String(parent),
  type,
});

/** The accounts that every property posts to, besides its revenue accounts. */
export const accounts = {
  payment: {
    Cash: account('Payments', 1010, 'Cash', 1000),
    Visa: account('Payments', 1020, 'Visa', 1000),
    Mastercard: account('Payments', 1030, 'Mastercard', 1000),
    AmericanExpress: account('Payments', 1040, 'American Express', 1000),
    BankTransfer: account('Payments', 1050, 'Bank transfer', 1000),
  },
  receivables: account('Receivables', 1400, 'Guest receivables'),
  accountsReceivable: account('AccountsReceivable', 1410, 'Accounts receivable'),
  lossOfAccountsReceivable: account('LossOfAccountsReceivable', 2400, 'Loss of accounts receivable'),
  prepayments: account('Liabilities', 3000, 'Prepayments'),
  vat: account('Vat', 3800, 'VAT'),
  vatOnLiabilities: account('VatOnLiabilities', 3850, 'VAT on prepayments'),
  cityTaxes: account('CityTaxes', 3900, 'City taxes'),
  house: account('House', 9000, 'House account'),
};

export const revenueRoot = account('Revenues', 8000, 'Revenues');

/** Parents of a property's revenue accounts. */
export const revenueParents: Readonly<Record<RevenueKind, ExportAccount>> = {
  Accommodation: account('Revenues', 8100, 'Accommodation', 8000),
  FoodAndBeverages: account('Revenues', 8200, 'Food and beverages', 8000),
  Other: account('Revenues', 8300, 'Other services', 8000),
  CancellationFees: account('Revenues', 8400, 'Cancellation fees', 8000),
  NoShowFees: account('Revenues', 8500, 'No-show fees', 8000),
};

/** Added to the number of the parent. */
const vatNumbers: Readonly<Record<VatType, number>> = { Without: 10, Reduced: 30, Normal: 40 };

/** The revenue accounts of a property, by kind and VAT type. */
export function makeRevenueAccounts(vatRates: VatRates) {
  const ofKind = ({ number, name }: ExportAccount) =>
    Object.fromEntries(
      vatTypes.map(type => [
        type,
        account(
          'Revenues',
          Number(number) + vatNumbers[type],
          `${name} ${vatRates[type]}% VAT`,
          Number(number),
        ),
      ]),
    ) as Record<VatType, ExportAccount>;
  return Object.fromEntries(
    Object.entries(revenueParents).map(([kind, parent]) => [kind, ofKind(parent)]),
  ) as Record<RevenueKind, Record<VatType, ExportAccount>>;
}

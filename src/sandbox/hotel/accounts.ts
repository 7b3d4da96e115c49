import type { RevenueKind } from './inventory.ts';
import { type VatRates, type VatType, vatTypes } from './money.ts';

/** ExportAccountModel; `parentNumber` forms the tree that the revenues report shows. */
export interface ExportAccount {
  readonly name: string;
  readonly number: string;
  readonly parentNumber: string | null;
  readonly type:
    | 'Revenues'
    | 'Payments'
    | 'Liabilities'
    | 'Receivables'
    | 'Vat'
    | 'House'
    | 'AccountsReceivable'
    | 'CityTaxes'
    | 'VatOnLiabilities'
    | 'LossOfAccountsReceivable';
}

const revenueParents: readonly (readonly [RevenueKind, number, string])[] = [
  ['Accommodation', 8100, 'Accommodation'],
  ['FoodAndBeverages', 8200, 'Food and beverages'],
  ['Other', 8300, 'Other services'],
  ['CancellationFees', 8400, 'Cancellation fees'],
  ['NoShowFees', 8500, 'No-show fees'],
];

/** The accounts that a property posts to. */
export type ChartOfAccounts = ReturnType<typeof makeChartOfAccounts>;

/** Revenues are split by kind, and each kind by VAT type. */
export function makeChartOfAccounts(vatRates: VatRates) {
  /** Parents before their children. */
  const all: ExportAccount[] = [];
  const account = (
    type: ExportAccount['type'],
    number: number,
    name: string,
    parent?: number,
  ): ExportAccount => {
    const parentNumber = parent === undefined ? null : String(parent);
    const made = { name, number: String(number), parentNumber, type };
    all.push(made);
    return made;
  };
  account('Payments', 1000, 'Payments');
  const fixed = {
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
  account('Revenues', 8000, 'Revenues');
  const revenue = {} as Record<RevenueKind, Partial<Record<VatType, ExportAccount>>>;
  for (const [kind, number, name] of revenueParents) {
    account('Revenues', number, name, 8000);
    revenue[kind] = {};
    for (const [index, vatType] of vatTypes.entries()) {
      const percent = vatRates[vatType];
      if (percent === undefined) continue;
      const own = number + (index + 1) * 10;
      revenue[kind][vatType] = account('Revenues', own, `${name} ${percent}% VAT`, number);
    }
  }
  return { all, revenue, ...fixed };
}

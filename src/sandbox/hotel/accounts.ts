import { type VatRates, type VatType, vatTypes } from './money.ts';
import type { RevenueKind } from './property.ts';
import type { PaymentMethod } from './reservation.ts';

type AccountType =
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

/** ExportAccountModel; `parentNumber` forms the tree that the revenues report shows. */
export interface ExportAccount {
  readonly name: string;
  readonly number: string;
  readonly parentNumber: string | null;
  readonly type: AccountType;
}

/** The accounts that a property posts to. Revenues are split by kind, and each kind by VAT type. */
export interface ChartOfAccounts {
  /** Parents before their children. */
  readonly all: readonly ExportAccount[];
  readonly revenue: Readonly<Record<RevenueKind, Readonly<Partial<Record<VatType, ExportAccount>>>>>;
  readonly payment: Readonly<Record<PaymentMethod, ExportAccount>>;
  readonly receivables: ExportAccount;
  readonly accountsReceivable: ExportAccount;
  readonly prepayments: ExportAccount;
  readonly vat: ExportAccount;
  readonly vatOnLiabilities: ExportAccount;
  readonly cityTaxes: ExportAccount;
  readonly lossOfAccountsReceivable: ExportAccount;
  readonly house: ExportAccount;
}

const revenueParents: readonly (readonly [RevenueKind, string, string])[] = [
  ['Accommodation', '8100', 'Accommodation'],
  ['FoodAndBeverages', '8200', 'Food and beverages'],
  ['Other', '8300', 'Other services'],
  ['CancellationFees', '8400', 'Cancellation fees'],
  ['NoShowFees', '8500', 'No-show fees'],
];

export function makeChartOfAccounts(vatRates: VatRates): ChartOfAccounts {
  const all: ExportAccount[] = [];
  const account = (type: AccountType, number: string, name: string, parentNumber: string | null = null) => {
    const made: ExportAccount = { name, number, parentNumber, type };
    all.push(made);
    return made;
  };
  account('Payments', '1000', 'Payments');
  const payment = (number: string, name: string) => account('Payments', number, name, '1000');
  const fixed = {
    payment: {
      Cash: payment('1010', 'Cash'),
      Visa: payment('1020', 'Visa'),
      Mastercard: payment('1030', 'Mastercard'),
      AmericanExpress: payment('1040', 'American Express'),
      BankTransfer: payment('1050', 'Bank transfer'),
    },
    receivables: account('Receivables', '1400', 'Guest receivables'),
    accountsReceivable: account('AccountsReceivable', '1410', 'Accounts receivable'),
    lossOfAccountsReceivable: account('LossOfAccountsReceivable', '2400', 'Loss of accounts receivable'),
    prepayments: account('Liabilities', '3000', 'Prepayments'),
    vat: account('Vat', '3800', 'VAT'),
    vatOnLiabilities: account('VatOnLiabilities', '3850', 'VAT on prepayments'),
    cityTaxes: account('CityTaxes', '3900', 'City taxes'),
    house: account('House', '9000', 'House account'),
  };
  account('Revenues', '8000', 'Revenues');
  const revenue = {} as Record<RevenueKind, Partial<Record<VatType, ExportAccount>>>;
  for (const [kind, number, name] of revenueParents) {
    account('Revenues', number, name, '8000');
    revenue[kind] = {};
    for (const [index, vatType] of vatTypes.entries()) {
      const percent = vatRates[vatType];
      if (percent === undefined) continue;
      const childNumber = String(Number(number) + (index + 1) * 10);
      revenue[kind][vatType] = account('Revenues', childNumber, `${name} ${percent}% VAT`, number);
    }
  }
  return { all, revenue, ...fixed };
}

import type { Parameters } from '../parameters.ts';
import type { Column, FieldValue, ReportRecord, View } from '../records.ts';
import type { ServiceOffer, StayOffer } from './offer-models.ts';

/** The parts of an offer: its nights, fees, city taxes, taxes, and the dates of a service. */

type Fields = Record<string, FieldValue>;
const text = (name: string, heading: string): Column => ({ name, type: 'text', heading });
const number = (name: string, heading: string): Column => ({ name, type: 'number', heading });
const stayColumns: readonly Column[] = [
  text('propertyId', 'Property'),
  text('ratePlan.id', 'Rate plan'),
  text('unitGroup.id', 'Unit group'),
];
const vatColumns = (field: string): readonly Column[] => [
  number(`${field}.grossAmount`, 'Gross'),
  number(`${field}.netAmount`, 'Net'),
  text(`${field}.vatType`, 'VAT type'),
  number(`${field}.vatPercent`, 'VAT %'),
  text(`${field}.currency`, 'Currency'),
];

/** Records contain only JSON values. */
const fields = (value: unknown): Fields => value as Fields;
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** An amount without a currency is in the currency of its offer. */
const amountIn = (amount: unknown, currency: string): Fields => ({ currency, ...fields(amount ?? {}) });

interface StayOffers {
  readonly offers: readonly StayOffer[];
}

const stayView = (
  name: string,
  summary: string,
  columns: readonly Column[],
  rows: (offer: StayOffer) => readonly Fields[],
): View<StayOffers> => ({
  name,
  summary,
  columns: [...stayColumns, ...columns],
  *records({ offers }: StayOffers, parameters: Parameters): Generator<ReportRecord> {
    for (const offer of offers) {
      const { ratePlan, unitGroup } = fields(offer);
      for (const row of rows(offer)) {
        yield { propertyId: parameters['propertyId'], ratePlan, unitGroup, ...row } as ReportRecord;
      }
    }
  },
});

export const nightsView = stayView(
  'nights',
  'one row for each night of an offer',
  [
    { name: 'from', type: 'date', heading: 'From' },
    { name: 'to', type: 'date', heading: 'To' },
    number('availableUnits', 'Units left'),
    number('totalGrossAmount.amount', 'Total, gross'),
    text('totalGrossAmount.currency', 'Total, currency'),
    ...vatColumns('baseAmount'),
  ],
  ({ timeSlices }) => listOf(timeSlices),
);

export const feesView = stayView(
  'fees',
  'one row for each fee and city tax of an offer',
  [text('kind', 'Kind'), text('id', 'Id'), text('name', 'Name'), ...vatColumns('totalAmount')],
  ({ fees, cityTax, cityTaxes, totalGrossAmount: { currency } }) => [
    ...listOf(fees).map(fee => ({
      kind: 'fee',
      ...fee,
      totalAmount: amountIn(fee['totalAmount'], currency),
    })),
    // If both spellings are present, they are the same city tax.
    ...(cityTaxes
      ? listOf(cityTaxes).map(tax => {
          const { amount, currency: own } = fields(tax['totalGrossAmount']);
          return { kind: 'city tax', ...tax, totalAmount: { grossAmount: amount, currency: own } };
        })
      : cityTax
        ? [{ kind: 'city tax', totalAmount: amountIn(cityTax, currency) }]
        : []),
  ],
);

export const taxesView = stayView(
  'taxes',
  'one row for each VAT type of an offer',
  [
    text('vatType', 'VAT type'),
    number('vatPercent', 'VAT %'),
    number('net.amount', 'Net'),
    text('net.currency', 'Net, currency'),
    number('tax.amount', 'Tax'),
    text('tax.currency', 'Tax, currency'),
  ],
  offer => listOf(fields(offer)['taxDetails']),
);

export const serviceDatesView: View<{ readonly services: readonly ServiceOffer[] }> = {
  name: 'dates',
  summary: 'one row for each date of a service',
  columns: [
    text('ratePlanId', 'Rate plan'),
    text('service.id', 'Service id'),
    text('service.name', 'Service'),
    number('count', 'Count'),
    { name: 'serviceDate', type: 'date', heading: 'Date' },
    text('isDefaultDate', 'Default date'),
    ...vatColumns('amount'),
  ],
  *records({ services }, parameters) {
    for (const { service, count, dates, totalAmount } of services) {
      for (const date of listOf(dates)) {
        const amount = amountIn(date['amount'], totalAmount.currency ?? '');
        yield {
          ratePlanId: parameters['ratePlanId'],
          ...fields({ service, count }),
          ...date,
          amount,
        } as ReportRecord;
      }
    }
  },
};

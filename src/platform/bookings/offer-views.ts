import { toFields } from '../../base/text.ts';
import { moneySum } from '../money.ts';
import type { Parameters } from '../parameters.ts';
import { fieldPicker, valueReader } from '../record-paths.ts';
import {
  type Column,
  countColumn,
  dateColumn,
  type FieldValue,
  listColumn,
  momentWords,
  moneyColumn,
  numberColumn,
  type ReportRecord,
  type ShownWords,
  textColumn,
  textColumns,
  type View,
} from '../records.ts';
import { vatTypeWords } from '../reports/columns.ts';
import { computeServiceAmounts, computeStayAmounts, type OfferAmounts } from './amounts.ts';
import type { ServiceOffer, StayOffer, ValidationMessage } from './quote-model.ts';

/** Offers as records: the requested parameters, the offer as it was received, then figures that no field contains. */

type Fields = Record<string, FieldValue>;

/** A Money field becomes two columns; people see its currency in the heading. */
const moneyColumns = (field: string, heading: string): Column[] => [
  moneyColumn(`${field}.amount`, heading, `${field}.currency`),
  { ...textColumn(`${field}.currency`, `${heading}, currency`), role: 'technical' },
];

const amountColumns: readonly Column[] = [
  ...moneyColumns('total', 'Total'),
  ...moneyColumns('cityTaxTotal', 'City tax'),
  ...moneyColumns('feesTotal', 'Fees'),
  ...moneyColumns('cityTaxAndFees', 'City tax, fees'),
  ...moneyColumns('grandTotal', 'Grand total'),
  ...moneyColumns('prePayment', 'To prepay'),
];

/** `2026-11-30T15:00:00+01:00` is shown as `2026-11-30 15:00`, local to the property. */
const momentColumnOf = (name: string, heading: string): Column => {
  const read = valueReader(name);
  return {
    ...dateColumn(name, heading),
    // It may have a time, and the offset of the hotel.
    storage: 'text',
    display: record => momentWords(String(read(record) ?? ''), 'HH:MM'.length),
  };
};

const dateList = (dates: readonly string[]): ShownWords =>
  dates.flatMap((date, at) => [...(at === 0 ? [] : ['; ']), { date, as: 'numeric' as const }]);

export const stayOffersView: View<{ readonly offers: readonly StayOffer[] }> = {
  name: 'offers',
  summary: 'one row for each offer',
  columns: [
    textColumn('propertyId', 'Property'),
    momentColumnOf('arrival', 'Arrival'),
    momentColumnOf('departure', 'Departure'),
    ...textColumns('ratePlan.id', 'ratePlan.code'),
    textColumn('ratePlan.name', 'Rate plan'),
    ...textColumns('unitGroup.id', 'unitGroup.code'),
    textColumn('unitGroup.name', 'Unit group'),
    textColumn('minGuaranteeType', 'Guarantee'),
    countColumn('availableUnits', 'Units left'),
    ...amountColumns,
    textColumn('cancellationFee.code', 'Cancellation'),
    ...moneyColumns('cancellationFee.fee', 'Cancellation fee'),
    momentColumnOf('cancellationFee.dueDateTime', 'Fee from'),
    textColumn('noShowFee.code', 'No-show'),
    ...moneyColumns('noShowFee.fee', 'No-show fee'),
    listColumn('reasons', 'Can’t be booked because'),
  ],
  table: {
    columns: [
      'ratePlan.name',
      'unitGroup.name',
      'minGuaranteeType',
      'availableUnits',
      'total.amount',
      'cityTaxAndFees.amount',
      'grandTotal.amount',
      'cancellationFee.fee.amount',
      'cancellationFee.dueDateTime',
      'ratePlan.id',
    ],
  },
  *records({ offers }, parameters) {
    for (const offer of offers)
      yield {
        ...requested(parameters, ['propertyId', 'arrival', 'departure']),
        ...fields(offer),
        ...amountFields(computeStayAmounts(offer)),
        ...listReasons(offer.validationMessages),
      };
  },
};

export const serviceOffersView: View<{ readonly services: readonly ServiceOffer[] }> = {
  name: 'services',
  summary: 'one row for each service and date',
  columns: [
    ...textColumns('ratePlanId', 'service.id', 'service.code'),
    textColumn('service.name', 'Service'),
    {
      ...textColumn('service.pricingUnit', 'Priced by'),
      display: ({ service }) => String(toFields(service)['pricingUnit'] ?? ''),
    },
    numberColumn('count', 'Count'),
    {
      ...listColumn('serviceDates', 'Dates'),
      display: ({ serviceDates }) => dateList((serviceDates ?? []) as readonly string[]),
    },
    ...amountColumns,
    listColumn('reasons', 'Can’t be booked because'),
  ],
  table: {
    columns: [
      'service.id',
      'service.name',
      'service.pricingUnit',
      'count',
      'serviceDates',
      'total.amount',
      'cityTaxAndFees.amount',
      'prePayment.amount',
    ],
  },
  *records({ services }, parameters) {
    for (const offer of services)
      yield {
        ...requested(parameters, ['ratePlanId']),
        ...fields(offer),
        serviceDates: (offer.dates ?? []).map(({ serviceDate }) => serviceDate),
        ...amountFields(computeServiceAmounts(offer)),
        ...listReasons(offer.validationMessages),
      };
  },
};

/** A view with the reasons among its default columns, for offers that can't be booked. */
export const withReasons = <Body>(view: View<Body>): View<Body> => ({
  ...view,
  table: { ...view.table, columns: [...(view.table?.columns ?? []), 'reasons'] },
});

const requested = (parameters: Parameters, names: readonly string[]): Fields =>
  Object.fromEntries(names.map(name => [name, parameters[name]]));

function amountFields({ prePayment, total, cityTax, fees, grandTotal }: OfferAmounts): Fields {
  return {
    total,
    cityTaxTotal: cityTax,
    feesTotal: fees,
    cityTaxAndFees: moneySum([cityTax, fees], cityTax.currency),
    grandTotal,
    ...(prePayment ? { prePayment } : {}),
  };
}

/** `NoAvailability: ...` of each message; absent if the offer can be booked. */
const listReasons = (messages: readonly ValidationMessage[] | null | undefined): Fields =>
  messages && messages.length > 0
    ? { reasons: messages.map(({ code, message }) => [code, message].filter(Boolean).join(': ')) }
    : {};

const stayColumns: readonly Column[] = [
  textColumn('propertyId', 'Property'),
  textColumn('ratePlan.id', 'Rate plan'),
  textColumn('unitGroup.id', 'Unit group'),
];
const vatColumns = (field: string): readonly Column[] => [
  moneyColumn(`${field}.grossAmount`, 'Gross', `${field}.currency`),
  moneyColumn(`${field}.netAmount`, 'Net', `${field}.currency`),
  { ...textColumn(`${field}.vatType`, 'VAT type'), display: vatTypeWords(`${field}.vatType`) },
  numberColumn(`${field}.vatPercent`, 'VAT %'),
  { ...textColumn(`${field}.currency`, 'Currency'), role: 'technical' },
];

/** Records contain only JSON values. */
const fields = (value: unknown): Fields => value as Fields;
const toList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** An amount without a currency is in the currency of its offer. */
const amountIn = (amount: unknown, currency: string): Fields => ({ currency, ...fields(amount ?? {}) });

type StayOffers = { readonly offers: readonly StayOffer[] };

const stayView = (
  name: string,
  summary: string,
  columns: readonly Column[],
  rows: (offer: StayOffer) => readonly Fields[],
): View<StayOffers> => ({
  name,
  summary,
  columns: [...stayColumns, ...columns],
  table: {
    columns: [...stayColumns, ...columns].filter(({ role }) => role === undefined).map(({ name }) => name),
  },
  *records({ offers }: StayOffers, parameters: Parameters): Generator<ReportRecord> {
    // The fields of the offer itself are in its own view.
    const pick = fieldPicker([...stayColumns, ...columns].map(column => column.name));
    for (const offer of offers) {
      const { ratePlan, unitGroup } = fields(offer);
      for (const row of rows(offer))
        yield pick({ propertyId: parameters['propertyId'], ratePlan, unitGroup, ...row } as ReportRecord);
    }
  },
});

export const nightsView = stayView(
  'nights',
  'one row for each night of an offer',
  [
    momentColumnOf('from', 'From'),
    momentColumnOf('to', 'To'),
    countColumn('availableUnits', 'Units left'),
    ...moneyColumns('totalGrossAmount', 'Total'),
    ...vatColumns('baseAmount'),
  ],
  ({ timeSlices }) => toList(timeSlices),
);

export const feesView = stayView(
  'fees',
  'one row for each fee and city tax of an offer',
  [...textColumns('kind', 'id', 'name'), ...vatColumns('totalAmount')],
  ({ fees, cityTax, cityTaxes, totalGrossAmount: { currency } }) => [
    ...toList(fees).map(fee => ({
      kind: 'fee',
      ...fee,
      totalAmount: amountIn(fee['totalAmount'], currency),
    })),
    // If both spellings are present, they are the same city tax.
    ...(cityTaxes
      ? toList(cityTaxes).map(tax => {
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
    { ...textColumn('vatType', 'VAT type'), display: vatTypeWords('vatType') },
    numberColumn('vatPercent', 'VAT %'),
    ...moneyColumns('net', 'Net'),
    ...moneyColumns('tax', 'Tax'),
  ],
  offer => toList(fields(offer)['taxDetails']),
);

export const serviceDatesView: View<{ readonly services: readonly ServiceOffer[] }> = {
  name: 'dates',
  summary: 'one row for each date of a service',
  columns: [
    textColumn('ratePlanId', 'Rate plan'),
    textColumn('service.id', 'Service id'),
    textColumn('service.name', 'Service'),
    numberColumn('count', 'Count'),
    dateColumn('serviceDate', 'Date'),
    { ...textColumn('isDefaultDate', 'Default date'), holds: 'boolean' },
    ...vatColumns('amount'),
  ],
  *records({ services }, parameters) {
    const pick = fieldPicker(serviceDatesView.columns.map(({ name }) => name));
    for (const { service, count, dates, totalAmount } of services) {
      for (const date of toList(dates)) {
        const amount = amountIn(date['amount'], totalAmount.currency ?? '');
        yield pick({
          ratePlanId: parameters['ratePlanId'],
          ...fields({ service, count }),
          ...date,
          amount,
        } as ReportRecord);
      }
    }
  },
};

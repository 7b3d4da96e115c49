import { addMonths } from '../../../platform/dates.ts';
import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import { type Day, isoDate, parseDate } from '../calendar.ts';
import { type CompanyInvoice, companyInvoices } from '../ledger.ts';
import type { Property } from '../property.ts';
import { filteredDays, moneyOf } from './compute.ts';

/**
 * Invoices to companies (platform.md, "GET /reports/v0-nsfw/reports/company-invoices-vat"), in the order of their
 * numbers, whose dates match every `dateFilter` expression. Without a filter: the month that ends today, because a
 * response covers at most a month.
 */
export function* companyInvoicesVat(
  property: Property,
  parameters: Parameters,
  today: Day,
): Generator<object> {
  const hasFilter = valuesOf(parameters, 'dateFilter').length > 0;
  const days = filteredDays(parameters);
  const from = hasFilter ? days.from : 1 + (parseDate(addMonths(isoDate(today), -1)) as Day);
  const to = hasFilter ? days.to : today + 1;
  const companyIds = valuesOf(parameters, 'companyIds');
  for (const invoice of companyInvoices(property, from, to, today)) {
    if (!days.has(invoice.day)) continue;
    if (companyIds.length > 0 && !companyIds.includes(invoice.company.id)) continue;
    yield item(property, invoice);
  }
}

const item = (property: Property, invoice: CompanyInvoice) => ({
  company: invoice.company,
  invoice: {
    number: invoice.number,
    date: isoDate(invoice.day),
    subTotal: moneyOf(property, invoice.subTotal),
    outstandingPayment: moneyOf(property, invoice.outstanding),
    taxDetails: invoice.taxDetails.map(detail => ({
      ...detail,
      net: moneyOf(property, detail.net),
      tax: moneyOf(property, detail.tax),
    })),
  },
});

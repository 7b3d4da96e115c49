/**
 * The reports, computed only from the hotel. Each is a pure function of the property, the validated parameters
 * and the business day: the same three give the same report.
 */
import type { ComputeBody, ComputeItems } from './compute.ts';
import { arrivals, bedNights, roomNights } from './guest-counts.ts';
import { companyInvoicesVat, grossTransactions, orderedServices } from './list-reports.ts';
import { propertyPerformance } from './property-performance.ts';
import { revenues } from './revenues.ts';

/** By the names of the platform's report definitions: a definition without an entry here or below has no route. */
export const bodyOfReport: Readonly<Record<string, ComputeBody>> = {
  'room-nights': roomNights,
  'bed-nights': bedNights,
  arrivals,
  'property-performance': propertyPerformance,
  revenues,
};

/** The reports whose definition has a `listField`. */
export const itemsOfReport: Readonly<Record<string, ComputeItems>> = {
  'gross-transactions': grossTransactions,
  'ordered-services': orderedServices,
  'company-invoices-vat': companyInvoicesVat,
};

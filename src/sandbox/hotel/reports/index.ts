import { companyInvoicesVat } from './company-invoices-vat.ts';
import type { ComputeBody, ComputeItems } from './compute.ts';
import { grossTransactions } from './gross-transactions.ts';
import { arrivals, bedNights, roomNights } from './guest-counts.ts';
import { orderedServices } from './ordered-services.ts';
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

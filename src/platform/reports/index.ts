import { arrivals } from './arrivals.ts';
import { bedNights } from './bed-nights.ts';
import { companyInvoicesVat } from './company-invoices-vat.ts';
import { grossTransactions } from './gross-transactions.ts';
import { orderedServices } from './ordered-services.ts';
import { propertyPerformance } from './property-performance.ts';
import type { ReportDefinition } from './report.ts';
import { revenues } from './revenues.ts';
import { roomNights } from './room-nights.ts';

/** Every report of the platform, in the order of platform.md. Adding one is adding it here. */
export const reports: readonly ReportDefinition[] = [
  grossTransactions,
  orderedServices,
  roomNights,
  bedNights,
  arrivals,
  propertyPerformance,
  companyInvoicesVat,
  revenues,
];

import { arrivalsReport } from './arrivals.ts';
import { bedNightsReport } from './bed-nights.ts';
import { companyInvoicesVatReport } from './company-invoices-vat.ts';
import { grossTransactionsReport } from './gross-transactions.ts';
import { orderedServicesReport } from './ordered-services.ts';
import { propertyPerformanceReport } from './property-performance.ts';
import type { ReportDefinition } from './report.ts';
import { revenuesReport } from './revenues.ts';
import { roomNightsReport } from './room-nights.ts';

/** Every report of the platform, in the order of platform.md. To add a report, add it here. */
export const reports: readonly ReportDefinition[] = [
  grossTransactionsReport,
  orderedServicesReport,
  roomNightsReport,
  bedNightsReport,
  arrivalsReport,
  propertyPerformanceReport,
  companyInvoicesVatReport,
  revenuesReport,
];

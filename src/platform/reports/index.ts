import { companyInvoicesVatReport, grossTransactionsReport, revenuesReport } from './accounting.ts';
import { arrivalsReport, bedNightsReport, roomNightsReport } from './guest-counts.ts';
import { orderedServicesReport } from './ordered-services.ts';
import { propertyPerformanceReport } from './property-performance.ts';
import type { ReportDefinition } from './report.ts';
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

export const reportsWithCharts = reports.flatMap(({ name, chartView }) => (chartView ? [name] : []));

import { month, propertyId, year } from '../parameters.ts';
import type { ReportDefinition } from './report.ts';

/** What the reports for the statistics office (arrivals, bed nights, room nights) have in common. */
export const monthlyGuestCount = {
  mayBeEmpty: false,
  parameters: [propertyId, month, year],
  rules: [],
  views: ['breakdown', 'reservations'],
  chartView: 'breakdown',
  period: { becomes: 'months' },
} satisfies Partial<ReportDefinition>;

import type { ReportDefinition } from './report.ts';
import { roomNights } from './room-nights.ts';

/** Every report that hotelctl knows, in the order of platform.md. Adding one is adding it here. */
export const reports: readonly ReportDefinition[] = [roomNights];

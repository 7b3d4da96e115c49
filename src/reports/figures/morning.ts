import type { CalendarDate } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { Amounts } from '../../platform/reports/report.ts';

/** What the figures count and contain: the line of basis of a page. */
export interface FigureBasis {
  /** Only unit groups of these types, and those without a type where bedrooms are among them. */
  readonly unitGroupTypes: readonly string[];
  /** Of ADR, RevPAR and revenue together. */
  readonly amounts: Amounts;
  /** Which day of last year a day is compared with. */
  readonly alignment: 'weekday' | 'date';
  /** Where amounts were converted: to which currency, and the name of the file with the rates. */
  readonly conversion?: { readonly currency: string; readonly source: string } | undefined;
}

/** Sums of some days, and ratios of these sums, rounded to their unit; null where a figure is unknown or has no divisor. */
export interface HotelFigures {
  readonly sold: ExactNumber | null;
  readonly available: ExactNumber | null;
  /** In percent. */
  readonly occupancy: ExactNumber | null;
  /** Null too where the rows have several currencies. */
  readonly revenue: ExactNumber | null;
  readonly adr: ExactNumber | null;
  /** Null too where the platform's own RevPAR agrees with neither net nor gross revenue. */
  readonly revPar: ExactNumber | null;
}

/** The same figures of two sides, and their change. */
export interface ComparedFigures {
  readonly period: Period;
  /** Undefined if the platform has no figures. */
  readonly figures: HotelFigures | undefined;
  /** The days of last year; undefined without figures to compare with. */
  readonly earlier: { readonly period: Period; readonly figures: HotelFigures } | undefined;
  /**
   * Differences of `sold`, `available` and `occupancy` (in points), percentages of `revenue`, `adr` and `revPar`. Of several
   * hotels the change of those that have figures on both sides.
   */
  readonly change: HotelFigures;
}

/** What was booked for the next 30 days since an earlier snapshot. */
export interface MorningPickup {
  /** The day of the snapshot that was used; it may be one near the wanted day, which a note reports. */
  readonly since: CalendarDate;
  readonly sold: ExactNumber | null;
  readonly revenue: ExactNumber | null;
}

/** One of the next 30 days, with the day of last year at the same distance from arrival. */
export interface BookedDay {
  readonly day: CalendarDate;
  readonly figures: HotelFigures | undefined;
  readonly earlier: { readonly day: CalendarDate; readonly figures: HotelFigures } | undefined;
  /** What the last 7 days added. */
  readonly pickup: Pick<MorningPickup, 'sold' | 'revenue'> | undefined;
}

/** One line of the morning page: a hotel, or the total of several with one currency. */
export interface MorningLine {
  /** Undefined for a total. */
  readonly property: string | undefined;
  /** The name of the hotel, or of the group; undefined for the total of all hotels. */
  readonly name: string | undefined;
  /** The value of the column of the portfolio that the hotels are grouped by. */
  readonly group: string | undefined;
  readonly hotels: number;
  /** Bedrooms in the house today, or what else the basis counts. */
  readonly units: number;
  /** Undefined without figures. */
  readonly currency: string | undefined;
  readonly yesterday: ComparedFigures;
  readonly monthToDate: ComparedFigures;
  /** On the books. */
  readonly next30Days: ComparedFigures;
  /** What the days to come are compared with; of several hotels their change is of those with the same distance, if any. */
  readonly paceBasis: 'same distance' | 'final result' | undefined;
  readonly pickup1: MorningPickup | undefined;
  readonly pickup7: MorningPickup | undefined;
  /** 30 days from today. */
  readonly days: readonly BookedDay[];
  /** The stay dates whose units sold changed most in 7 days, the largest change first; at most 5. */
  readonly moved: readonly BookedDay[];
  /** The snapshots that were used, for the notes. */
  readonly snapshots: readonly { readonly what: string; readonly taken: CalendarDate }[];
  /** What is missing, in sentences. */
  readonly notes: readonly string[];
}

/** The morning page as data. */
export interface Morning {
  readonly today: CalendarDate;
  readonly basis: FigureBasis;
  /** In the order of the command line, or of the groups. */
  readonly hotels: readonly MorningLine[];
  /** Of each group of hotels, by the portfolio; one for each currency. */
  readonly subtotals: readonly MorningLine[];
  /** Of all hotels; one for each currency. */
  readonly totals: readonly MorningLine[];
  /** Of all hotels: occupancy and units do not depend on a currency. Amounts are empty where there are several. */
  readonly days: readonly BookedDay[];
}

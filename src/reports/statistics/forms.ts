import type { Text } from '../../output/document/document.ts';
import type { Phrase } from '../../output/words/words.ts';
import germanForm from './germany.txt?raw';

/** The row of guests without a country, also in the texts of forms. */
export const notStated = 'unknown';

/** `you`: no report has it, so the page shows it as an open point. */
export type FieldSource =
  | 'arrivals'
  | 'nights'
  | 'room nights sold'
  | 'room nights offered'
  | 'beds'
  | 'rooms'
  | 'rooms at the end'
  | 'open-days'
  | 'you';

interface FormRow {
  readonly name: Text;
  /** ISO 3166-1 codes, XK and `notStated`. */
  readonly codes: readonly string[];
}

export interface Form {
  readonly id: 'DE' | 'CH' | 'totals';
  readonly title: Phrase;
  readonly country?: Phrase;
  /** Where the rows come from, and when they were compared with it. */
  readonly mapping: Phrase;
  readonly fields: readonly {
    /** What the form prints beside it, or the name in the office's file; empty if no public text shows it. */
    readonly code: string;
    readonly name: Phrase;
    readonly from: FieldSource;
    /** `july`: only in the return of July. `25 rooms`: only of properties with 25 guest rooms or more. */
    readonly only?: 'july' | '25 rooms';
  }[];
  readonly rows: readonly FormRow[];
  readonly total: Text;
  /** A list of countries, of which only those with guests are shown; a form shows its zeros. */
  readonly isList?: true;
  /** The day of the next month on which the figures are due, and how certain it is. */
  readonly due?: { readonly day: number; readonly words: Phrase };
  /** The time zones of its country: the list of properties has no country. */
  readonly zones?: readonly string[];
  /** Codes whose row no public text settles. */
  readonly undecided: string;
  readonly openPoints?: readonly Phrase[];
}

/** The rows of the form, each with the countries in it. */
const germanRows: readonly FormRow[] = germanForm
  .trim()
  .split('\n')
  .map(row => row.split(': '))
  .map(([name = '', codes = '']) => ({ name: [name], codes: codes.split(' ') }));

/** Every ISO 3166-1 code, and XK, which is not one. */
const countries = germanRows
  .flatMap(({ codes }) => codes)
  .filter(code => code !== notStated)
  .sort();

export const isResidence = (code: string): boolean => code === notStated || countries.includes(code);

/** A row for each country, by its code: the name is that of Unicode, because the office's list is one of codes. */
const isoRows: readonly FormRow[] = [
  ...countries.map(code => ({ name: [{ region: code }], codes: [code] })),
  { name: 'Not stated', codes: [notStated] },
];

/** The rows have the order and the names of the form of the office. */
export const forms: Readonly<Record<Form['id'], Form>> = {
  DE: {
    id: 'DE',
    title: 'Germany: Monatserhebung im Tourismus',
    country: 'Germany',
    mapping:
      'rows of the form HOT, November 2026; the members of the rows of several countries are not confirmed from the form',
    zones: ['Europe/Berlin', 'Europe/Busingen'],
    fields: [
      { code: '04', name: 'Beds offered on the last open day', from: 'beds' },
      { code: '05', name: 'Rooms offered on 31 July', from: 'rooms at the end', only: 'july' },
      { code: '02', name: 'Room days offered', from: 'room nights offered', only: '25 rooms' },
      { code: '03', name: 'Room days occupied (Roomnights)', from: 'room nights sold', only: '25 rooms' },
      { code: '08-10', name: 'Closure, reopening, deregistration', from: 'you' },
    ],
    rows: germanRows,
    total: ['Insgesamt'],
    due: { day: 5, words: 'usually the 5th; each state office sets its day' },
    // Offices place them differently, or no public text places them.
    undecided:
      'AQ AX BM BQ BV CW EH FO GE GF GG GI GL GP IM JE MQ MX PM PR PS RE SJ SX TF XK YT AM AZ IQ KZ MO YE',
  },
  CH: {
    id: 'CH',
    title: 'Switzerland: HESTA',
    country: 'Switzerland',
    mapping: 'ISO 3166-1 codes, November 2026',
    zones: ['Europe/Zurich'],
    fields: [
      { code: 'TotalArrivals', name: 'Guest arrivals', from: 'arrivals' },
      { code: 'TotalNights', name: 'Nights', from: 'nights' },
      { code: 'TotalOccupiedRooms', name: 'Occupied rooms', from: 'room nights sold' },
      { code: 'TotalOpenDays', name: 'Opening days', from: 'open-days' },
      { code: 'EstNbrRoom', name: 'Rooms', from: 'rooms' },
      { code: 'EstNbrBed', name: 'Beds', from: 'beds' },
      { code: 'EstAvgNightIncome', name: 'Average takings per person and night', from: 'you' },
      { code: '', name: 'Room nights offered', from: 'room nights offered' },
    ],
    rows: isoRows,
    total: 'Total',
    isList: true,
    undecided: 'XK',
  },
  totals: {
    id: 'totals',
    title: 'Control totals by country of residence',
    mapping: 'ISO 3166-1 codes, November 2026',
    fields: [
      { code: '', name: 'Room nights sold', from: 'room nights sold' },
      { code: '', name: 'Room nights offered', from: 'room nights offered' },
    ],
    rows: isoRows,
    total: 'Total',
    isList: true,
    undecided: '',
    openPoints: ['These totals are not a form: compare them with what your office requests.'],
  },
};

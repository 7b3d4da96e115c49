import type { Text } from '../../output/document/document.ts';
import type { Phrase } from '../../output/words/words.ts';

/** The row of guests without a country. */
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

const africa =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE ' +
  'NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZM ZW';
const centralAmerica =
  'AG AI AW BB BL BQ BS BZ CR CU CW DM DO GD GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PR SV SX TC TT VC VG VI';
const southAmerica = 'AR BO BV CL CO EC FK GF GS GY PE PY SR UY VE';
const northAmerica = 'BM GL PM';
const oceania = 'AQ AS CC CK CX FJ FM GU HM KI MH MP NC NF NR NU PF PG PN PW SB TK TO TV UM VU WF WS';
const southEastAsia = 'BN ID KH LA MM MY PH SG TH TL VN';
const southEastEurope = 'AL BA ME MK RS XK';
const smallEurope = 'AD AX FO GG GI IM JE SJ SM VA';
const centralAsia = 'AM AZ GE KG KZ TJ TM UZ';
const southAsia = 'AF BD BT IR KP LK MN MV NP PK';

/** Codes that offices place differently, or that no public text places. */
const disputed = 'AQ AX BM BQ BV CW EH FO GE GF GG GI GL GP IM JE MQ MX PM PR PS RE SJ SX TF XK YT';

const germanRows: readonly FormRow[] = `
  DE: Deutschland; BE: Belgien; BG: Bulgarien; DK: Dänemark; EE: Estland; FI: Finnland; FR: Frankreich;
  GR: Griechenland; GB: Vereinigtes Königreich; IE: Irland; IS: Island; IT: Italien; HR: Kroatien;
  LV: Lettland; LT: Litauen; LU: Luxemburg; MT: Malta; NL: Niederlande; NO: Norwegen; AT: Österreich;
  PL: Polen; PT: Portugal; RO: Rumänien; RU: Russische Föderation; SE: Schweden; CH LI: Schweiz;
  SK: Slowakei; SI: Slowenien; ES: Spanien; CZ: Tschechien; TR: Türkei; UA: Ukraine; HU: Ungarn;
  CY: Zypern; ${southEastEurope} ${smallEurope} BY MC MD: Sonstiges Europa; ZA: Südafrika;
  ${africa}: Sonstiges Afrika; CA: Kanada; US: Vereinigte Staaten;
  ${centralAmerica}: Mittelamerika/Karibik; BR: Brasilien; ${southAmerica}: Sonstiges Südamerika;
  ${northAmerica}: Sonstiges Nordamerika; AE BH KW OM QA SA: Arabische Golfstaaten; CN HK: China/Hongkong;
  IN: Indien; IL: Israel; JP: Japan; KR: Südkorea; TW: Taiwan;
  ${southEastAsia} ${centralAsia} ${southAsia} IQ JO LB MO PS SY YE: Sonstiges Asien; AU: Australien;
  NZ ${oceania}: Neuseeland/Ozeanien; ${notStated}: Ohne Angabe`
  .split(';')
  .map(row => row.trim().split(': '))
  .map(([codes = '', name = '']) => ({ name: [name], codes: codes.split(' ') }));

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
    undecided: `${disputed} AM AZ IQ KZ MO YE`,
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

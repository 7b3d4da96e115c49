import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import type { Period } from '../../platform/periods.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import type { MonthFigures } from './fetch-month.ts';
import { type FieldSource, type Form, notStated } from './forms.ts';

/** What the reports do not know of a property. */
export type Establishment = Readonly<
  Partial<Record<'beds' | 'rooms' | 'open-days' | 'deadline', number>> & { readonly id?: string }
>;

export interface ReturnRow {
  /** The number of the row in the form; the code of a country in a list. */
  readonly row: string;
  readonly name: string;
  readonly countries: string;
  readonly arrivals: number;
  readonly nights: number;
}

export interface ReturnField {
  readonly row: string;
  readonly name: string;
  readonly number: number | null;
  /** Where the number comes from, or who has to add it. */
  readonly source: string;
}

/** The figures for the return of one property and month. */
export interface Return {
  readonly property: string;
  readonly period: Period;
  readonly establishment: Establishment;
  readonly rows: readonly ReturnRow[];
  readonly total: ReturnRow;
  readonly fields: readonly ReturnField[];
  readonly findings: readonly Finding[];
  readonly openPoints: readonly string[];
}

/** From so many rooms on, Germany requests room days. */
const roomDaysFrom = 25;

export function makeReturn(
  form: Form,
  property: string,
  period: Period,
  figures: MonthFigures,
  establishment: Establishment,
  today: CalendarDate,
): Return {
  const { arrivals, nights } = figures;
  const sumOf = (counts: ReadonlyMap<string, number>, codes: readonly string[]) =>
    codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  const all = form.rows.map(({ name, codes }, index): ReturnRow => {
    const [only = ''] = codes;
    return {
      row: form.isList ? only : String(index + 1),
      name,
      countries: codes.filter(code => code !== notStated).join(' '),
      arrivals: sumOf(arrivals.byCountry, codes),
      nights: sumOf(nights.byCountry, codes),
    };
  });
  const rows = form.isList ? all.filter(each => each.arrivals > 0 || each.nights > 0) : all;
  const total = {
    row: '',
    name: form.total,
    countries: '',
    arrivals: rows.reduce((sum, row) => sum + row.arrivals, 0),
    nights: rows.reduce((sum, row) => sum + row.nights, 0),
  };
  return {
    ...{ property, period, establishment, rows, total },
    fields: fieldsOf(form, period, figures, establishment),
    findings: findingsOf(form, period, figures, establishment, rows, today),
    openPoints: openPointsOf(form, period, establishment),
  };
}

function fieldsOf(
  form: Form,
  { first }: Period,
  { arrivals, nights, roomNights, capacity }: MonthFigures,
  establishment: Establishment,
): ReturnField[] {
  const home = arrivals.byCountry.get(form.home ?? '') ?? 0;
  const unstated = arrivals.byCountry.get(notStated) ?? 0;
  const computed = (number: number | undefined, source: string) =>
    ({ number: number ?? null, source: number === undefined ? `not known: ${source}` : source }) as const;
  const known = (key: 'beds' | 'rooms' | 'open-days', proposal: number | undefined) => {
    const number = establishment[key];
    if (number !== undefined) return { number, source: `--establishment ${key}` };
    const proposed = proposal === undefined ? '' : `; the platform counts ${proposal}`;
    return { number: null, source: `open: add --establishment ${key}=NUMBER${proposed}` };
  };
  const fieldFrom = (from: FieldSource): Pick<ReturnField, 'number' | 'source'> => {
    switch (from) {
      case 'arrivals':
        return computed(arrivals.total, 'arrivals');
      case 'domestic arrivals':
        return computed(home, 'arrivals');
      case 'arrivals from abroad':
        return computed(arrivals.total - home - unstated, 'arrivals');
      case 'nights':
        return computed(nights.total, 'bed-nights');
      case 'room nights sold':
        return computed(roomNights, 'room-nights');
      case 'room nights offered':
        return computed(
          capacity?.offered,
          capacity
            ? `property-performance: bedrooms without the ${capacity.outOfOrder} room nights out of order`
            : 'property-performance does not have every day of the month',
        );
      case 'beds':
        return known('beds', capacity?.beds);
      case 'rooms':
        return known('rooms', capacity?.rooms);
      case 'open-days':
        return known('open-days', capacity?.openDays);
      case 'you':
        return { number: null, source: 'open: the reports do not have it' };
    }
  };
  const both: Form['fields'] = [
    { code: '', name: 'Room nights sold', from: 'room nights sold' },
    { code: '', name: 'Room nights offered', from: 'room nights offered' },
  ];
  const fields = [
    ...form.fields,
    ...both.filter(({ from }) => !form.fields.some(field => field.from === from)),
  ];
  return fields
    .filter(({ only }) => only !== 'july' || first.slice(5, 7) === '07')
    .map(({ code, name, from, only }) => {
      const { rooms } = establishment;
      if (only === '25 rooms' && rooms !== undefined && rooms < roomDaysFrom)
        return { row: code, name, number: null, source: `only from ${roomDaysFrom} rooms` };
      const { number, source } = fieldFrom(from);
      const condition = only === '25 rooms' && rooms === undefined ? '; only from 25 rooms on 31 July' : '';
      return { row: code, name, number, source: `${source}${condition}` };
    });
}

function findingsOf(
  form: Form,
  { last }: Period,
  { arrivals, nights, roomNights, capacity }: MonthFigures,
  { beds, 'open-days': openDays }: Establishment,
  rows: readonly ReturnRow[],
  today: CalendarDate,
): Finding[] {
  const found: Finding[] = [];
  const warn = (check: string, isWrong: boolean, words: string, fix: string) =>
    found.push(isWrong ? finding(check, 'warning', words, fix) : finding(check, 'passed'));
  const profiles = 'correct the profiles of the guests, then run the command again';
  found.push(
    arrivals.companions === undefined
      ? finding(
          'companions',
          'warning',
          'the report does not name its reservations: companions are not known',
        )
      : finding(
          'companions',
          arrivals.companions === 0 ? 'passed' : 'warning',
          `${arrivals.companions} of ${arrivals.total} arrivals have the country of the primary guest of their reservation`,
          arrivals.companions === 0
            ? undefined
            : 'correct the rows of groups whose guests live in several countries',
        ),
  );
  const unstated = arrivals.byCountry.get(notStated) ?? 0;
  const unstatedNights = nights.byCountry.get(notStated) ?? 0;
  const persons = `${unstated} of ${arrivals.total} arrivals and ${unstatedNights} of ${nights.total} nights have no country of residence`;
  warn('country of residence', unstated + unstatedNights > 0, persons, profiles);
  const dayUse = rows.filter(row => row.nights < row.arrivals).map(({ name }) => name);
  warn(
    'nights and arrivals',
    dayUse.length > 0,
    `more arrivals than nights: ${dayUse.join(', ')}`,
    'subtract arrivals of day use',
  );
  const others = [...arrivals.otherSums, ...nights.otherSums];
  warn('breakdowns', others.length > 0, others.join('; '), 'the rows use residence; report the difference');
  warn(
    'rooms',
    capacity !== undefined && roomNights > Math.min(capacity.offered, capacity.sold),
    `${roomNights} room nights, but ${capacity?.sold} sold and ${capacity?.offered} offered`,
    'compare with `hotelctl reports property-performance --view days`',
  );
  const bedDays = beds === undefined || openDays === undefined ? undefined : beds * openDays;
  warn(
    'beds',
    bedDays !== undefined && nights.total > bedDays,
    `${nights.total} nights, but ${bedDays} bed days: ${beds} beds on ${openDays} days`,
    'check beds and open-days of --establishment',
  );
  const disputed = form.undecided.split(' ').flatMap(code => {
    const row = form.rows.find(({ codes }) => codes.includes(code));
    const guests = (arrivals.byCountry.get(code) ?? 0) + (nights.byCountry.get(code) ?? 0);
    return guests > 0 && row ? [`${code} in ${row.name}`] : [];
  });
  warn(
    'rows of countries',
    disputed.length > 0,
    `not confirmed from the form: ${disputed.join(', ')}`,
    'compare with the explanations of the form',
  );
  found.push(
    finding(
      'confirmed reservations',
      'warning',
      'the reports count reservations that are still confirmed, although their guests did not arrive',
      'check out, cancel or mark them as no-show, then run the command again',
    ),
  );
  if (today === addDays(last, 1))
    found.push(
      finding(
        'night audit',
        'warning',
        'the month ended yesterday',
        'run the command again after its last night audit',
      ),
    );
  if (arrivals.total === 0 && nights.total === 0)
    found.push(
      finding('nil return', 'passed', 'no arrivals and no nights: zeros are figures for a return too'),
    );
  return found;
}

function openPointsOf(form: Form, { last }: Period, { deadline, id }: Establishment): string[] {
  const day = deadline ?? form.due?.day;
  const words = deadline === undefined ? ` (${form.due?.words})` : '';
  return [
    day === undefined
      ? 'When they are due is not known: add --establishment deadline=DAY.'
      : `Due on ${addDays(last, day)}${words}.`,
    id === undefined
      ? 'Your number at the office is not known: add --establishment id=NUMBER.'
      : `Number: ${id}.`,
    ...form.openPoints,
    'Refugees, staff and stays of more than a year are in the figures: subtract them if your office excludes them.',
    `Figures for the return: hotelctl sends nothing, and no office has checked them. Mapping: ${form.mapping}.`,
  ];
}

export const returnColumns: readonly Column[] = [
  { name: 'propertyId', type: 'text', heading: 'Property' },
  { name: 'period', type: 'text', heading: 'Month' },
  { name: 'form', type: 'text', heading: 'Form' },
  { name: 'part', type: 'text', heading: 'Part' },
  { name: 'row', type: 'text', heading: 'Row' },
  { name: 'name', type: 'text', heading: 'Name' },
  { name: 'countries', type: 'text', heading: 'Countries' },
  ...(['arrivals', 'nights', 'number'] as const).map(
    (name): Column => ({
      name,
      type: 'number',
      storage: 'int32',
      heading: `${name[0]?.toUpperCase()}${name.slice(1)}`,
      unit: { kind: 'count' },
    }),
  ),
  { name: 'source', type: 'text', heading: 'Source' },
];

/** The residence rows in the order of the form, their total, then the fields. */
export function returnRecords(form: Form, { property, period, rows, total, fields }: Return): ReportRecord[] {
  const lead = { propertyId: property, period: period.first.slice(0, 7), form: form.id };
  const residence = (part: string) => (row: ReturnRow) => ({
    ...lead,
    part,
    ...row,
    number: null,
    source: 'arrivals, bed-nights',
  });
  return [
    ...rows.map(residence('residence')),
    residence('total')(total),
    ...fields.map(({ row, name, number, source }) => ({
      ...lead,
      part: 'field',
      ...{ row, name, countries: null, arrivals: null, nights: null, number, source },
    })),
  ];
}

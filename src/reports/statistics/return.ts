import type { Text } from '../../output/document/document.ts';
import { asPieces, englishText, joinTexts, say, sayDate } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addDays, type CalendarDate, monthOf } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import { type Column, countColumn, textColumn, textColumns } from '../../platform/records.ts';
import type { MonthFigures } from './fetch-month.ts';
import { type FieldSource, type Form, notStated } from './forms.ts';

/** From so many rooms on, Germany requests room days. */
const roomDaysFrom = 25;

interface ReturnBasis {
  readonly form: Form;
  readonly property: string;
  readonly period: Period;
  readonly figures: MonthFigures;
  /** What the reports do not know of the property, and its time zone. */
  readonly establishment: {
    readonly [Fact in 'beds' | 'rooms' | 'open-days' | 'deadline']?: number | undefined;
  } & { readonly [Fact in 'office-id' | 'timeZone']?: string | undefined };
  readonly today: CalendarDate;
}

export function makeReturn(basis: ReturnBasis) {
  const { form, property, period } = basis;
  const { arrivals, nights } = basis.figures;
  const addUp = (counts: ReadonlyMap<string, number>, codes: readonly string[]) =>
    codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  const ofReports = { number: null, source: ['arrivals, bed-nights'] };
  const all = form.rows.map(({ name, codes }, index) => {
    const [only = ''] = codes;
    return {
      part: 'residence',
      /** The number of the row in the form; the code of a country in a list. */
      row: form.isList ? only : String(index + 1),
      name,
      countries: codes.filter(code => code !== notStated).join(' '),
      arrivals: addUp(arrivals.byCountry, codes),
      nights: addUp(nights.byCountry, codes),
      ...ofReports,
    };
  });
  const rows = form.isList ? all.filter(each => each.arrivals > 0 || each.nights > 0) : all;
  const total = {
    part: 'total',
    row: '',
    name: form.total,
    countries: '',
    arrivals: rows.reduce((sum, row) => sum + row.arrivals, 0),
    nights: rows.reduce((sum, row) => sum + row.nights, 0),
    ...ofReports,
  };
  return {
    property,
    period,
    rows,
    total,
    fields: makeFields(basis),
    findings: listFindings(basis, rows),
    openPoints: listOpenPoints(basis),
  };
}
export type Return = ReturnType<typeof makeReturn>;

function makeFields({ form, period, figures, establishment }: ReturnBasis) {
  const { arrivals, nights, roomNights, capacity } = figures;
  const known = (key: 'beds' | 'rooms' | 'open-days', proposal: number | undefined) => {
    const number = establishment[key];
    if (number !== undefined) return { number, source: say('portfolio') };
    const proposed = proposal === undefined ? '' : say('the platform counts {count}', { count: proposal });
    const open = say('open: add the column {column} to the portfolio', { column: [key] });
    return { number: null, source: joinTexts([open, proposed], '; ') };
  };
  const offered = capacity
    ? say('property-performance: bedrooms without room nights out of order ({count})', {
        count: capacity.outOfOrder,
      })
    : say('open: property-performance does not have every day of the month, or the days do not add up to it');
  /** Each with where the number comes from, or who has to add it. */
  const values: Readonly<Record<FieldSource, { readonly number: number | null; readonly source: Text }>> = {
    arrivals: { number: arrivals.total, source: ['arrivals'] },
    nights: { number: nights.total, source: ['bed-nights'] },
    'room nights sold': { number: roomNights, source: ['room-nights'] },
    'room nights offered': { number: capacity?.offered ?? null, source: offered },
    beds: known('beds', capacity?.beds),
    rooms: known('rooms', capacity?.rooms),
    'rooms at the end': known('rooms', capacity?.roomsAtEnd),
    'open-days': known('open-days', capacity?.openDays),
    you: { number: null, source: say('open: the reports do not have it') },
  };
  return form.fields
    .filter(({ only }) => only !== 'july' || period.first.slice(5, 7) === '07')
    .map(({ code, name, from, only }) => {
      const { rooms } = establishment;
      const isSmall = only === '25 rooms' && rooms !== undefined && rooms < roomDaysFrom;
      const condition = only === '25 rooms' && rooms === undefined ? 'only from 25 rooms on 31 July' : '';
      const { number, source } = isSmall
        ? { number: null, source: say('only from 25 rooms') }
        : { ...values[from], source: joinTexts([values[from].source, condition], '; ') };
      const noGuests = { countries: null, arrivals: null, nights: null };
      return { part: 'field', row: code, name, ...noGuests, number, source };
    });
}

function listFindings(
  { form, period, figures, establishment, today }: ReturnBasis,
  rows: readonly { readonly name: Text; readonly arrivals: number; readonly nights: number }[],
) {
  const { arrivals, nights, roomNights, capacity } = figures;
  const { beds, 'open-days': openDays, timeZone } = establishment;
  const findings: { check: Phrase; state: 'passed' | 'warning'; found: Text; fix?: Phrase }[] = [];
  const warnIf = (isWrong: boolean, check: Phrase, found: Text, fix: Phrase) => {
    if (isWrong) findings.push({ check, state: 'warning', found, fix });
  };
  const { companions } = arrivals;
  const others = [...arrivals.otherSums, ...nights.otherSums].join('; ');
  const unstated = arrivals.byCountry.get(notStated) ?? 0;
  const unstatedNights = nights.byCountry.get(notStated) ?? 0;
  const { sold = 0, offered = 0 } = capacity ?? {};
  const dayUse = rows.filter(row => row.nights < row.arrivals).map(({ name }) => asPieces(name));
  const bedDays = beds === undefined || openDays === undefined ? Number.POSITIVE_INFINITY : beds * openDays;
  const undecided = form.undecided.split(' ').flatMap(code => {
    const guests = (arrivals.byCountry.get(code) ?? 0) + (nights.byCountry.get(code) ?? 0);
    const row = guests > 0 && form.rows.find(({ codes }) => codes.includes(code));
    return row ? [say('{country} in {row}', { country: [code], row: asPieces(row.name) })] : [];
  });
  warnIf(
    timeZone !== undefined && form.zones?.includes(timeZone) === false,
    'country',
    say('the time zone of the property is {zone}, and this is the form of {country}', {
      zone: [timeZone ?? ''],
      country: asPieces(form.country ?? form.title),
    }),
    'use the form of its country, or `hotelctl statistics totals`',
  );
  warnIf(
    companions !== 0,
    'companions',
    companions === undefined
      ? 'the report does not name its reservations: companions are not known'
      : say('{count} of {all} arrivals have the country of the primary guest of their reservation', {
          count: companions,
          all: arrivals.total,
        }),
    'correct the rows of groups whose guests live in several countries',
  );
  warnIf(
    unstated !== 0 || unstatedNights !== 0,
    'country of residence',
    say(
      '{arrivals} of {allArrivals} arrivals and {nights} of {allNights} nights have no country of residence',
      { arrivals: unstated, allArrivals: arrivals.total, nights: unstatedNights, allNights: nights.total },
    ),
    'correct the profiles of the guests, then run the command again',
  );
  warnIf(
    dayUse.length > 0,
    'nights and arrivals',
    say('more arrivals than nights: {rows}', { rows: joinTexts(dayUse, ', ') }),
    'subtract arrivals of day use',
  );
  warnIf(others !== '', 'breakdowns', [others], 'the rows use residence; report the difference');
  warnIf(
    capacity !== undefined && roomNights > Math.min(offered, sold),
    'rooms',
    say('{nights} room nights, but {sold} sold and {offered} offered', { nights: roomNights, sold, offered }),
    'compare with `hotelctl reports property-performance --view days`',
  );
  warnIf(
    nights.total > bedDays,
    'beds',
    say('{nights} nights, but {bedDays} bed days: {beds} beds on {days} days', {
      nights: nights.total,
      bedDays,
      beds: beds ?? 0,
      days: openDays ?? 0,
    }),
    'check beds and open-days of the portfolio',
  );
  warnIf(
    undecided.length > 0,
    'rows of countries',
    say('not confirmed from the form: {rows}', { rows: joinTexts(undecided, ', ') }),
    'compare with the explanations of the form',
  );
  warnIf(
    true,
    'confirmed reservations',
    'the reports count reservations that are still confirmed, although their guests did not arrive',
    'check out, cancel or mark them as no-show, then run the command again',
  );
  warnIf(
    today === addDays(period.last, 1),
    'night audit',
    'the month ended yesterday',
    'run the command again after its last night audit',
  );
  const found: Phrase = 'no arrivals and no nights: zeros are figures for a return too';
  if (arrivals.total === 0 && nights.total === 0)
    findings.push({ check: 'nil return', state: 'passed', found });
  return findings;
}

function listOpenPoints({ form, period, establishment, today }: ReturnBasis): Text[] {
  const { deadline, 'office-id': id } = establishment;
  const offset = deadline ?? form.due?.day;
  const due = addDays(period.last, offset ?? 0);
  const day = sayDate(due, 'long');
  const dueWords =
    deadline === undefined && form.due
      ? say('Due on {day} ({about}).', { day, about: asPieces(form.due.words) })
      : say('Due on {day}.', { day });
  return [
    offset === undefined
      ? 'When they are due is not known: add the column deadline, a day of the next month, to the portfolio.'
      : joinTexts([dueWords, due < today ? 'This day has passed.' : ''], ' '),
    id === undefined
      ? 'Your number at the office is not known: add the column office-id to the portfolio.'
      : say('Number: {number}.', { number: [id] }),
    ...(form.openPoints ?? []),
    'Refugees, staff and stays of more than a year are in the figures: subtract those that your office excludes, with --adjustments.',
    say('Figures for the return: hotelctl sends nothing; no office has checked them. Mapping: {mapping}.', {
      mapping: say(form.mapping),
    }),
  ];
}

export const returnColumns: readonly Column[] = [
  textColumn('propertyId', 'Property'),
  textColumn('period', 'Month'),
  ...textColumns('form', 'part', 'row', 'name', 'countries'),
  countColumn('arrivals', 'Guest arrivals'),
  countColumn('nights', 'Nights'),
  countColumn('number', 'Number'),
  textColumn('source', 'Source'),
];

export const returnRecords = (form: Form, { property, period, rows, total, fields }: Return) =>
  [...rows, total, ...fields].map(line => ({
    propertyId: property,
    period: monthOf(period.first),
    form: form.id,
    ...line,
    name: englishText(line.name),
    source: englishText(line.source),
  }));

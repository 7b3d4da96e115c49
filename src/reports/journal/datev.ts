import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { countText, ensureEntry } from '../../base/text.ts';
import { decodeWindows1252, encodeWindows1252, transliterate } from '../../base/windows-1252.ts';
import { withoutFormula } from '../../output/csv.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { exact } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import { keyOfTax, type MapRow } from './account-map.ts';
import columnList from './datev-columns.txt?raw';
import type { JournalEntry, LedgerJournal, WrittenRow } from './entries.ts';

/** The fields of a DATEV file, EXTF 700, category 21 (Buchungsstapel), version 13: each heading with the expression of its values. */

/** The expressions of the 31 fields of the header, in their order; `-` is a field that is reserved. */
export const headerFields: readonly RegExp[] = String.raw`
  "EXTF"; 700; 21; "Buchungsstapel"; 13; 20\d{15}; -; "\w{0,2}"; "\w{0,25}"; "\w{0,25}"; \d{4,7}; \d{1,5}; 20\d{6}; [4-8];
  20\d{6}; 20\d{6}; "[\w.\-/ ]{0,30}"; "([A-Z]{2}){0,2}"; [12]; (0|30|40|50|64); [01]; "[A-Z]{3}"; -; ""; -; -;
  "(\d{2}){0,2}"; \d{0,4}; -; ""; ".{0,16}"`
  .split(';')
  .map(text => new RegExp(`^(?:${text.trim().replace(/^-$/, '')})$`));

const account = /^(?!0{1,9}$)\d{1,9}$/;
/** The expressions of the columns that are written, in their order; all others are empty. */
const written: Readonly<Record<string, RegExp>> = {
  'Umsatz (ohne Soll/Haben-Kz)': /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  'Soll/Haben-Kennzeichen': /^"(S|H)"$/,
  'WKZ Umsatz': /^"[A-Z]{3}"$/,
  Konto: account,
  'Gegenkonto (ohne BU-Schlüssel)': account,
  // The description requires four digits; DATEV's own samples have one.
  'BU-Schlüssel': /^"\d{0,4}"$/,
  Belegdatum: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  // The expression also allows an underscore, and the description does not.
  'Belegfeld 1': /^"[A-Za-z\d$%\-/]{0,36}"$/,
  Buchungstext: /^".{0,60}"$/,
  'KOST1 - Kostenstelle': /^"[\w ]{0,36}"$/,
  Festschreibung: /^[01]$/,
};

/** The 125 columns, one a line; one whose values are quoted ends with a quotation mark. */
export const columnFields: readonly (readonly [heading: string, expression: RegExp])[] = columnList
  .trim()
  .split('\n')
  .map(text => {
    const heading = text.replace(/"$/, '');
    return [heading, written[heading] ?? (text.endsWith('"') ? /^""$/ : /^$/)];
  });

const writtenPlaces = columnFields.flatMap(([heading], place) => (heading in written ? place : []));

/** More rows than these are another file. */
const mostDatevRows = 99_999;

export interface DatevClient {
  readonly adviser: string;
  readonly client: string;
  /** `01-01`: the month and day on which a fiscal year starts. */
  readonly fiscalYearStart: string;
  readonly accountLength: number;
}

function findFiscalYear(date: CalendarDate, start: string): CalendarDate {
  const first = `${date.slice(0, 4)}-${start}`;
  return first <= date ? first : `${Number(date.slice(0, 4)) - 1}-${start}`;
}

/** The parts of a period, each in one calendar year and in one fiscal year: the dates of a file have no year. */
export function splitByYears({ first, last }: Period, fiscalYearStart = '01-01'): Period[] {
  const parts: Period[] = [];
  for (let from = first; from <= last; ) {
    const year = Number(from.slice(0, 4));
    const starts = [`${year}-${fiscalYearStart}`, `${year + 1}-01-01`, addDays(last, 1)];
    const next = starts.filter(day => day > from).toSorted()[0] as CalendarDate;
    parts.push({ first: from, last: addDays(next, -1) });
    from = next;
  }
  return parts;
}

/** Why DATEV would not accept a row of the map; undefined if it would. */
export const findDatevProblem =
  (accountLength: number) =>
  ({ target, key, costCentre }: Pick<MapRow, 'target' | 'key' | 'costCentre'>): string | undefined => {
    if (target !== '' && (!/^\d{1,9}$/.test(target) || /^0+$/.test(target)))
      return `target "${safeText(target, 40)}" is not an account of 1 to 9 digits`;
    // Personal accounts have one digit more than the others.
    if (target.length > accountLength + 1 || (target.length > accountLength && target.startsWith('0')))
      return `target ${target} has more digits than accountLength, which is ${accountLength}, allows`;
    if (key !== keyOfTax && !/^\d{0,4}$/.test(key))
      return `key "${safeText(key, 40)}" must be empty, ${keyOfTax}, or 1 to 4 digits`;
    return /^[\w ]{0,36}$/.test(costCentre)
      ? undefined
      : `cost-centre "${safeText(costCentre, 60)}" must have at most 36 letters and digits`;
  };

/** Types of accounts whose target may be a debtor or a creditor. */
const personalTypes = ['Receivables', 'AccountsReceivable', 'Liabilities', 'House'];

/** Targets with the digits of a debtor or a creditor, of accounts that are not those of a person, and targets with too few. */
export const findOtherLengths = (lines: readonly Readonly<Record<string, string>>[], accountLength: number) =>
  lines.flatMap(({ number = '', name = '', type = '', target = '' }) => {
    const isLong = target.length > accountLength;
    if (target === '' || target.length === accountLength || (isLong && personalTypes.includes(type)))
      return [];
    const person = target < '7' ? 'a debtor' : 'a creditor';
    const read = isLong ? person : target.padStart(accountLength, '0');
    return [`${target} of ${safeText(`${number} ${name}`.trim(), 80)} is ${read}`];
  });

interface DatevBatch {
  readonly client: DatevClient;
  readonly period: Period;
  /** What the adviser sees in the list of batches. */
  readonly title: string;
  /** The local time of the property, in milliseconds since 1970 as if it were UTC. */
  readonly madeAt: number;
  /** Up to 16 characters: what it is made from. */
  readonly basis: string;
}

const isQuoted = (expression: RegExp) => expression.source.includes('"');
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const digits = (date: CalendarDate) => date.replaceAll('-', '');

/** The journal as DATEV files, one for each 99,999 rows. @throws UndocumentedResponseError for an amount that has no cents */
export function writeDatev({ entries, currency = 'EUR' }: LedgerJournal, batch: DatevBatch) {
  const limits = new TextLimits();
  const encode = (line: string) => encodeWindows1252(`${line}\r\n`);
  const files: Buffer[] = [];
  for (let from = 0; from === 0 || from < entries.length; from += mostDatevRows) {
    // Each by itself: the text of all rows would take as much memory as the file.
    const rows = entries
      .slice(from, from + mostDatevRows)
      .map((entry, index) => encode(formatRow(entry, currency, limits, from + index + 1)));
    files.push(Buffer.concat([encode(formatHeader(batch, currency)), encode(headings), ...rows]));
  }
  const findings = limits.findings();
  if (currency !== 'EUR') {
    const fix = `import it only where the ledger at DATEV is in ${currency}, else use --format csv`;
    findings.unshift(finding('currency', 'warning', `the amounts are in ${currency}, without a rate`, fix));
  }
  return { files, findings };
}

const headings = columnFields.map(([heading]) => heading).join(';');

function formatHeader({ client, period, title, madeAt, basis }: DatevBatch, currency: string): string {
  const values: Readonly<Record<number, string>> = {
    1: 'EXTF',
    2: '700',
    3: '21',
    4: 'Buchungsstapel',
    5: '13',
    6: new Date(madeAt).toISOString().replaceAll(/\D/g, ''),
    8: 'HC',
    9: 'hotelctl',
    11: client.adviser,
    12: client.client,
    13: digits(findFiscalYear(period.first, client.fiscalYearStart)),
    14: String(client.accountLength),
    15: digits(period.first),
    16: digits(period.last),
    17: title.replace(/[^A-Za-z\d.\-/ ]/g, '').slice(0, 30),
    19: '1',
    20: '0',
    21: '0',
    22: currency,
    31: basis,
  };
  return headerFields
    .map((expression, index) => {
      const value = values[index + 1] ?? '';
      return isQuoted(expression) ? quoted(value) : value;
    })
    .join(';');
}

const emptyRow: readonly string[] = columnFields.map(([, expression]) => (isQuoted(expression) ? '""' : ''));

function formatRow(entry: JournalEntry, currency: string, limits: TextLimits, number: number): string {
  const { debit, credit, keySide, date } = entry;
  const amount = exact(entry.amount);
  if (!amount.round(2).eq(amount) || amount.abs().gte(1e10))
    throw new UndocumentedResponseError(
      `${amount.toFixed()} ${safeText(currency, 10)} of ${date} is not an amount with two decimals and at most ten digits`,
      { hint: 'DATEV cannot read it; use --format csv' },
    );
  // The key acts on the second account, and the side is that of the first.
  const isSwapped = keySide === 'debit';
  const values = [
    amount.abs().toFixed(2).replace('.', ','),
    amount.gt(0) === isSwapped ? 'H' : 'S',
    currency,
    isSwapped ? credit : debit,
    isSwapped ? debit : credit,
    entry.key,
    `${date.slice(8)}${date.slice(5, 7)}`,
    limits.document(entry.document, number),
    limits.text(entry.text, number),
    entry.costCentre,
    // Empty, DATEV would lock the batch.
    '0',
  ];
  const row = [...emptyRow];
  writtenPlaces.forEach((place, at) => {
    row[place] = emptyRow[place] === '' ? (values[at] ?? '') : quoted(values[at] ?? '');
  });
  return row.join(';');
}

/** Texts in the characters and lengths that DATEV accepts, and how many were changed. */
class TextLimits {
  readonly #changed = new Map<string, { count: number; readonly row: number; readonly before: string }>();

  document(given: string, row: number): string {
    // This field has no apostrophe, so that a sign at its start would make it a formula.
    const allowed = given.replace(/[^A-Za-z\d$%\-/]/g, '').replace(/^-+/, '');
    return this.#fit('Belegfeld 1', 36, row, given, allowed);
  }

  text(given: string, row: number): string {
    return this.#fit('Buchungstext', 60, row, given, transliterate(withoutFormula(given)));
  }

  findings(): Finding[] {
    return [...this.#changed].map(([field, { count, row, before }]) => {
      const words = `${countText(count, 'text')} cut, or without characters that DATEV does not accept`;
      return finding(field, 'warning', `${words}, first in row ${row}: ${before}`);
    });
  }

  #fit(field: string, most: number, row: number, given: string, plain: string): string {
    let fitting = plain.slice(0, most);
    // A quotation mark is written twice.
    while (quoted(fitting).length - 2 > most) fitting = fitting.slice(0, -1);
    if (fitting !== given)
      ensureEntry(this.#changed, field, () => ({ count: 0, row, before: safeText(given, 80) })).count += 1;
    return fitting;
  }
}

const rowForm = new RegExp(
  `^${columnFields
    .map(([, expression], index) => {
      if (!writtenPlaces.includes(index)) return emptyRow[index];
      return isQuoted(expression) ? '("(?:[^"]|"")*")' : '([^";]*)';
    })
    .join(';')}$`,
);

/** The lines of a file one by one, because their text takes more memory than the file. One that cannot be read, or is cut, is empty. */
function* decodeLines(bytes: Buffer): Generator<string> {
  for (let [at, end] = [0, 0]; at < bytes.length; at = end + 2) {
    end = bytes.indexOf('\r\n', at);
    if (end < 0) return yield '';
    yield decodeWindows1252(bytes.subarray(at, end)) ?? '';
  }
}

/** The rows of DATEV files. @throws UndocumentedResponseError if a field is not as its expression, so that no such file is written */
export function* readDatev(files: readonly Buffer[]): Generator<WrittenRow> {
  for (const bytes of files) {
    const lines = decodeLines(bytes);
    const header = lines.next().value ?? '';
    const fields = header.split(';');
    const isHeader =
      fields.length === headerFields.length &&
      headerFields.every((expression, index) => expression.test(fields[index] ?? ''));
    if (!isHeader) throw notAsExpected(1, header);
    const second = lines.next().value ?? '';
    if (second !== headings) throw notAsExpected(2, second);
    const [from = '', to = ''] = [fields[14], fields[15]];
    let number = 2;
    for (const line of lines) {
      number += 1;
      const found = rowForm.exec(line)?.slice(1);
      const isRow = found?.every((field, at) => columnFields[writtenPlaces[at] ?? 0]?.[1].test(field));
      if (!found || !isRow) throw notAsExpected(number, line);
      const [amount = '', sideOf, , debit = '', credit = '', , day = ''] = found;
      const date = `${from.slice(0, 4)}${day.slice(2)}${day.slice(0, 2)}`;
      if (date < from || date > to) throw notAsExpected(number, day);
      const sum = new Big(amount.replace(',', '.'));
      yield { debit, credit, amount: sideOf === '"S"' ? sum : sum.times(-1) };
    }
  }
}

const notAsExpected = (line: number, field: string) =>
  new UndocumentedResponseError(
    `line ${line} of the DATEV file is not as the format requires: ${safeText(field, 80)}`,
    { hint: 'nothing was written; report it with the posting' },
  );

import { lineOfFile, type TableLine, UsageError } from '../../base/errors.ts';
import { ensureEntry } from '../../base/text.ts';
import { unguarded } from '../../output/csv.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import { plainNumber } from '../../platform/numbers.ts';
import { type Column, type ReportRecord, textColumn, textColumns } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type PostedAccount, type Posting, taxName } from '../posting.ts';

/** Which account of the accounting system each account of the platform is, and which key each tax. */

export const mapColumns: readonly Column[] = [
  textColumn('number', 'Account number'),
  ...textColumns('name', 'type'),
  textColumn('target', 'Target account'),
  ...textColumns('key', 'cost-centre', 'document', 'valid-from', 'company'),
];

/** Types of accounts whose documents are invoices of companies: each company may have its own debtor account. */
const debtorType = 'AccountsReceivable';
const numberOfCompany = (number: string, company: string) =>
  company === '' ? number : `${number}\0${company}`;

const taxType = 'Tax';
/** A key of an account: that of the tax on the line. */
export const keyOfTax = 'tax';
/** DATEV's key that suppresses the tax of an account. */
export const keyWithoutTax = '40';

export interface MapRow {
  readonly target: string;
  /** Empty, `tax`, or the key itself; of a tax, its key. */
  readonly key: string;
  readonly costCentre: string;
  /** Whether the document is the invoice number, by which open items are matched. */
  readonly isInvoiced: boolean;
  readonly validFrom: CalendarDate;
}

export type AccountMap = ReturnType<typeof readAccountMap>;

/** `ABCD-1_Receivables` is `*_Receivables`: each reservation has its own account. */
const withoutPrefix = ({ number, type }: PostedAccount): string =>
  ['Receivables', 'Liabilities'].includes(type) ? number.replace(/^[^_]*_/, '*_') : number;

/** The row of an account on a day, by the first of its four names that has one, and of them one of the company. */
export function findAccount(map: AccountMap, account: PostedAccount, date: CalendarDate, company = '') {
  const names = [account.number, withoutPrefix(account), account.parentNumber ?? '', account.type];
  for (const of of new Set([company, '']))
    for (const name of names) {
      const row = validOn(map.accounts, numberOfCompany(name, of), date);
      if (row) return row;
    }
  return undefined;
}

/** The range of debtor accounts that `10000-69999` names. @throws UsageError */
export function readDebtors(text: string): readonly [first: number, last: number] {
  const [, first = '', last = ''] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (Number(first) > 0 && Number(first) <= Number(last)) return [Number(first), Number(last)];
  throw new UsageError(`--debtor-range: "${safeText(text, 40)}" is not a range of accounts`, {
    hint: 'for example `--debtor-range 10000-69999`',
  });
}

/** A row of each account of the city ledger for each company that has none, with the next account of the range. @throws UsageError if the range has too few */
export function addDebtors(
  rows: readonly ReportRecord[],
  companies: ReadonlyMap<string, string>,
  [first, last]: readonly [number, number],
): ReportRecord[] {
  const ofAll = rows.filter(({ type, company }) => type === debtorType && !company);
  const numbers = [...new Set(ofAll.map(({ number }) => String(number)))];
  const taken = new Set(rows.map(({ target }) => Number(target)));
  const known = new Set(rows.map(({ company }) => unguarded(String(company ?? ''))));
  let next = first;
  return [...companies]
    .filter(([company]) => !known.has(company))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([company, name]) => {
      while (taken.has(next)) next += 1;
      taken.add(next);
      if (next > last)
        throw new UsageError(
          `--debtor-range ${first}-${last} has too few accounts for ${companies.size} companies`,
          { hint: 'name a larger range' },
        );
      return numbers.map(number => ({ ...makeRow(number, name, debtorType), target: String(next), company }));
    });
}

/** The row of a number, or of a tax as `taxName` names it, on a day: the newest of them is first. */
export const validOn = (rows: ReadonlyMap<string, readonly MapRow[]>, number: string, date: CalendarDate) =>
  rows.get(number)?.find(({ validFrom }) => validFrom <= date);

/** @param findProblem why the accounting system would not accept a row; undefined if it would @throws UsageError that names the line */
export function readAccountMap(
  path: string,
  lines: readonly TableLine[],
  findProblem: (row: MapRow) => string | undefined,
) {
  const [accounts, taxes] = [new Map<string, MapRow[]>(), new Map<string, MapRow[]>()];
  for (const [index, line] of lines.entries()) {
    const cell = (name: string) => unguarded(line[name] ?? '');
    const isTax = cell('type') === taxType;
    const example = isTax ? 'Reduced:7,VAT 7 %,Tax,,2,,,' : '1400,Guest receivables,Receivables,1400,,,,';
    const refuse = (what: string) => {
      throw lineOfFile(path, index, `for example \`${example}2026-01-01\``).refuse(what);
    };
    const [vatType = '', percent = ''] = cell('number').split(':');
    if (cell('number') === '') refuse('it has no number');
    if (isTax && !/^\w+:\d{1,3}(\.\d{1,8})?$/.test(cell('number')))
      refuse(`"${safeText(cell('number'), 40)}" is not a tax such as Reduced:7`);
    const row: MapRow = {
      target: cell('target'),
      key: cell('key'),
      costCentre: cell('cost-centre'),
      isInvoiced: cell('document') === 'invoice',
      validFrom: cell('valid-from'),
    };
    if (row.validFrom !== '' && !isDate(row.validFrom))
      refuse(`valid-from "${safeText(row.validFrom, 40)}" is not a date such as 2026-01-01`);
    if (!['', 'invoice'].includes(cell('document')))
      refuse(`document "${safeText(cell('document'), 40)}" must be empty or invoice`);
    if (isTax && (row.key === keyOfTax || row.target !== ''))
      refuse('a tax has a key, such as 2, not a target');
    const problem = findProblem(row);
    if (problem !== undefined) refuse(problem);
    if (cell('company') !== '' && cell('type') !== debtorType)
      refuse(`only an account of the type ${debtorType} has a company`);
    const number = isTax ? taxName(vatType, percent) : numberOfCompany(cell('number'), cell('company'));
    const rows = ensureEntry(isTax ? taxes : accounts, number, () => []);
    if (rows.some(({ validFrom }) => validFrom === row.validFrom))
      refuse(
        `${safeText(number.replace('\0', ' of '), 60)} occurs twice${row.validFrom && ` from ${row.validFrom}`}`,
      );
    rows.push(row);
    rows.sort((one, other) => (one.validFrom < other.validFrom ? 1 : -1));
  }
  const hasCompanies = lines.some(({ company = '' }) => company !== '');
  return { accounts, taxes, hasCompanies };
}

const makeRow = (number: string, name: string, type: string) => ({
  ...Object.fromEntries(mapColumns.map(column => [column.name, ''])),
  number,
  name,
  type,
  document: type === debtorType ? 'invoice' : '',
});

export function addLineToMap(rows: Map<string, ReportRecord>, line: Posting): void {
  const add = (number: string, name: string, type: string) => {
    if (!rows.has(number)) rows.set(number, makeRow(number, name, type));
  };
  for (const account of [line.debitedAccount, line.creditedAccount])
    add(withoutPrefix(account), account.name, account.type);
  for (const { type, percent } of line.taxes ?? [])
    add(taxName(type, percent), `VAT ${plainNumber(percent)} %`, taxType);
}

import {
  amountHeading,
  type Cell,
  countUnit,
  type DocumentTable,
  dataHeading,
  itemsTable,
  type Pieces,
  type Section,
  type ShownUnit,
  type Text,
  textHeading,
} from '../../output/document/document.ts';
import {
  asPieces,
  definedText,
  joinTexts,
  namePart,
  say,
  sayCount,
  sayDate,
  saySome,
  uniqueTexts,
} from '../../output/words/messages.ts';
import type { Phrase, Template } from '../../output/words/words.ts';
import { localTimeIn, supportedZone } from '../../platform/dates.ts';
import { momentWords } from '../../platform/records.ts';
import {
  type Check,
  type CheckedFigures,
  type CheckState,
  checkStates,
  needsAttention,
  sortByState,
} from '../../reports/close/check.ts';
import { checksIn } from '../../reports/close/close.ts';
import { type ClosedMonth, isAccepted } from './close-result.ts';

/** The tables of a close: everything with two figures is one of `figuresTable`. */

/** A page shows no more rows of one table than readers page through; JSON has all of them. */
export const mostRows = 200;

/** What a table of `mostRows` leaves out. @param kept of all, by the check */
export const sayRest = (kept: number, all: number): Text[] => [
  ...(kept > mostRows ? [say('In the JSON: {count} more.', { count: kept - mostRows })] : []),
  ...(all > kept ? [say('Only counted: {count} more.', { count: all - kept })] : []),
];

/** The row of a check, or of one of its comparisons. @param anchor of the section that it leads to */
export function figuresRow(
  month: ClosedMonth,
  check: Check,
  figures: Pick<CheckedFigures, 'left' | 'right' | 'difference' | 'unit' | 'state'>,
  name: Cell,
  words: Text,
  anchor?: string,
) {
  const accepted = needsAttention(figures) && isAccepted(month, check);
  const { by, at = '', reason } = accepted || {};
  const who: Pieces = [`${by}, `, ...sayDate(at.slice(0, 10), 'day-of-year')];
  const why: Text = accepted ? namePart(who, [reason ?? '']) : '';
  return {
    name,
    figures,
    state: accepted ? ('accepted' as const) : figures.state,
    unit: figures.unit ?? check.unit,
    words: joinTexts([why, words], '; '),
    link: anchor && makeAnchor(month, anchor),
  };
}
export type FiguresRow = ReturnType<typeof figuresRow>;

const usualHeadings = ['Check', 'First figure', 'Second figure', 'What is behind it'] as const;

export function figuresTable(
  money: ShownUnit,
  rows: readonly FiguresRow[],
  [first, left, right, last]: readonly [Phrase, left: Text, right: Text, Phrase] = usualHeadings,
): DocumentTable {
  const units = { money, percent: { sign: '', decimals: 2 }, count: countUnit };
  const cellOf =
    (figure: 'left' | 'right' | 'difference') =>
    ({ figures, unit }: FiguresRow): Cell => {
      const sum = figures[figure];
      return sum && { value: sum.value, unit: units[unit] };
    };
  return itemsTable(
    rows,
    [
      [textHeading(first), ({ name }) => name],
      [{ heading: left, kind: 'number' }, cellOf('left')],
      [{ heading: right, kind: 'number' }, cellOf('right')],
      [{ heading: 'Difference', kind: 'number' }, cellOf('difference')],
      [{ heading: 'State', kind: 'state' }, ({ state }) => state],
      [{ ...textHeading(last), isBelow: true }, ({ words }) => words],
    ],
    ({ link }) => ({ kind: 'row', link }),
  );
}

/** With the id that `hotelctl close accept` takes, and what its two figures are. @param part of the check */
export const nameCheck = ({ id, title, sides }: Check, part?: Pieces) => ({
  value: [`${id} `, ...(part ? namePart(say(title), part) : say(title))],
  detail: joinTexts(sides.map(definedText), ' / '),
});

export const makeAnchor = ({ books }: ClosedMonth, id: string) => `${books.property}-${id}`;

export function agreesTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const shown = checkStates.slice(0, 3).flatMap(state => checksIn(month, state));
  const rows = shown.map(check => {
    const name = nameCheck(check);
    return figuresRow(month, check, check, name, describeCheck(check, money), check.id);
  });
  return { title: 'Agrees, within a limit, or explained', ...figuresTable(money, rows) };
}

const stateCounts = {
  agrees: '{count} agree',
  explained: '{count} explained',
  'within limit': '{count} within limit',
  question: '{count} to answer',
  'not explained': '{count} not explained',
  open: '{count} open',
  'not comparable': '{count} not comparable',
} as const satisfies Record<CheckState, Template>;

/** How many of several figures agree, why the others differ, and what was not checked. */
function describeCheck({ comparisons, counts, left }: Check, unit: ShownUnit): Text {
  const states = checkStates.flatMap(state =>
    counts[state] > 0 ? [say(stateCounts[state], { count: counts[state] })] : [],
  );
  const reasons = comparisons.flatMap(each => (each.state === 'not comparable' ? [] : each.reasons));
  const named = [...(left === null ? [joinTexts(states, ', ')] : []), ...uniqueTexts(reasons)];
  const unchecked = comparisons.filter(({ state }) => state === 'not comparable');
  const others = unchecked.map(({ subject, left: amount, reasons: [why = ''] }): Text => {
    const about = { subject: asPieces(subject), why: asPieces(why) };
    if (amount === null) return say('not checked: {subject}: {why}', about);
    const shown = [{ number: amount.value, unit }];
    return say('not checked: {subject} of {amount}: {why}', { ...about, amount: shown });
  });
  // A check keeps only some of the comparisons that it counts.
  return saySome([...named, ...others], '; ', named.length + counts['not comparable']);
}

/** The sheets of checks in a workbook, by their ids; those that compare revenue are together. */
const sheets: readonly (readonly [ids: RegExp, sheet: Phrase])[] = [
  [/^(R|PR|PN)/, 'Revenue'],
  [/^V/, 'VAT'],
  [/^[PNA]/, 'Performance'],
  [/^[SI]/, 'Invoices'],
];
const sheetOf = (id: string) => sheets.find(([ids]) => ids.test(id))?.[1] ?? 'Ledgers';

/** A section for each check: its subjects, those that need attention first, and their lines. */
export function checkSection(month: ClosedMonth, check: Check, money: ShownUnit): Section {
  const { comparisons, counts, id, says } = check;
  const [left, right] = check.sides;
  const state = needsAttention(check) && isAccepted(month, check) ? 'accepted' : check.state;
  const head = {
    title: nameCheck(check, say(state)).value,
    sheet: sheetOf(id),
    basis: says,
    isOpen: needsAttention(check),
  };
  return foldedSection(month, id, head, () => {
    const sorted = sortByState(comparisons);
    const shown = sorted
      .slice(0, mostRows)
      .map(each => figuresRow(month, check, each, asPieces(each.subject), joinTexts(each.reasons, '; ')));
    const behind = sorted.filter(({ kept }) => kept?.count);
    const all = Object.values(counts).reduce((sum, count) => sum + count);
    return [
      figuresTable(money, shown, ['Subject', definedText(left), definedText(right), 'Reasons']),
      ...sayRest(sorted.length, all).map(text => ({ kind: 'note', text }) as const),
      ...behind.slice(0, mostRows).map(each => linesTable(month, each, money)),
    ];
  });
}

/** A part of the details. @param makeBlocks called when they are read: the terminal leaves them out */
export const foldedSection = (
  month: ClosedMonth,
  id: string,
  head: Pick<Section, 'title' | 'sheet' | 'basis' | 'isOpen' | 'isPrinted'>,
  makeBlocks: () => Section['blocks'],
): Section => ({
  ...head,
  kind: 'section',
  anchor: makeAnchor(month, id),
  folded: true,
  get blocks() {
    return makeBlocks();
  },
});

function linesTable({ books }: ClosedMonth, { subject, kept }: CheckedFigures, money: ShownUnit) {
  const { count = 0, lines = [] } = kept ?? {};
  const local = localTimeIn(supportedZone(books.zone));
  // Other words of a check name days of the hotel, and the platform may send UTC.
  const posted = (at: number) => momentWords(new Date(at + local(at).offset).toISOString(), 'HH:MM'.length);
  const amount = (heading: Phrase) => amountHeading(heading, { ...money, isExact: true });
  return {
    title: subject,
    detail:
      count > lines.length
        ? say('{count} of {all} lines', { count: lines.length, all: count })
        : sayCount(count, '1 line', '{count} lines'),
    ...itemsTable(lines, [
      [dataHeading('Entry'), line => line.sourceEntryNumber],
      [{ heading: 'Date', kind: 'date' }, line => line.date],
      [dataHeading('Posted'), line => definedText(posted(Date.parse(line.timestamp)))],
      [dataHeading('Operation'), line => line.command],
      [dataHeading('Debited'), line => line.debitedAccount.name],
      [dataHeading('Credited'), line => line.creditedAccount.name],
      [dataHeading('Reference'), line => line.reference],
      [dataHeading('Receipt'), line => line.receipt?.number],
      [amount('Gross'), line => line.grossAmount],
      [amount('Net'), line => line.netAmount],
    ]),
  };
}

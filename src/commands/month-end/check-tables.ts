import type Big from 'big.js';
import {
  type Cell,
  countUnit,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentTable,
  itemsTable,
  moneyUnit,
  type Pieces,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import {
  asPieces,
  definedText,
  englishText,
  joinTexts,
  say,
  sayCount,
  sayDate,
} from '../../output/words/messages.ts';
import type { Phrase, Template } from '../../output/words/words.ts';
import { exact, toSum } from '../../platform/exact-sum.ts';
import { bridgeTotal, largestResiduals } from '../../reports/close/bridge.ts';
import {
  type Check,
  type CheckedFigures,
  type CheckState,
  type CheckUnit,
  checkStates,
  needsAttention,
  sortByState,
} from '../../reports/close/check.ts';
import {
  type Acceptance,
  type ClosedMonth,
  checksIn,
  findLinesBehind,
  findUnexplained,
  isAccepted,
} from './close-result.ts';

/** The tables of a close: everything with two figures is one of `figuresTable`. */

/** A page shows no more rows of one table than readers page through; JSON has all of them. */
export const mostRows = 200;
const mostWords = 5;

export const textHeading = (heading: Phrase): DocumentColumn => ({ heading, kind: 'text', isWords: true });
/** Of names and numbers, which are not translated. */
export const dataHeading = (heading: Phrase): DocumentColumn => ({ heading, kind: 'text' });
export const amountHeading = (heading: Phrase, money: ShownUnit): DocumentColumn => ({
  heading,
  kind: 'number',
  unit: money,
});

interface FiguresRow {
  readonly name: Cell;
  readonly figures: Pick<CheckedFigures, 'left' | 'right' | 'difference'>;
  readonly state: CheckState | 'accepted';
  readonly unit: CheckUnit;
  readonly words: Text;
  readonly link?: string;
}

/** Of a check, or of one of its comparisons. @param anchor of the section that it leads to */
function figuresRow(
  month: ClosedMonth,
  check: Check,
  figures: Pick<CheckedFigures, 'left' | 'right' | 'difference' | 'state'>,
  name: Cell,
  words: Text,
  anchor?: string,
): FiguresRow {
  const accepted = needsAttention(figures) && isAccepted(month, check);
  return {
    name,
    figures,
    state: accepted ? 'accepted' : figures.state,
    unit: check.unit,
    words: accepted ? acceptedWords(accepted) : words,
    ...(anchor === undefined ? {} : { link: makeAnchor(month, anchor) }),
  };
}

function figuresTable(
  money: ShownUnit,
  rows: readonly FiguresRow[],
  {
    sides = ['First figure', 'Second figure'],
    first = 'Check',
    last = 'What is behind it',
    ...titles
  }: Pick<DocumentTable, 'title'> & {
    readonly sides?: readonly [left: Text, right: Text];
    readonly first?: Phrase;
    readonly last?: Phrase;
  },
): DocumentTable {
  const units = { money, percent: { sign: '', decimals: 2 }, count: countUnit };
  const cellOf =
    (figure: keyof FiguresRow['figures']) =>
    ({ figures, unit }: FiguresRow): Cell => {
      const sum = figures[figure];
      return sum && { value: sum.value, unit: units[unit] };
    };
  const [left, right] = sides;
  return {
    ...titles,
    ...itemsTable(
      rows,
      [
        [textHeading(first), ({ name }) => name],
        [{ heading: left, kind: 'number' }, cellOf('left')],
        [{ heading: right, kind: 'number' }, cellOf('right')],
        [{ heading: 'Difference', kind: 'number' }, cellOf('difference')],
        [{ heading: 'State', kind: 'state' }, ({ state }) => state],
        [{ ...textHeading(last), isBelow: true }, ({ words }) => words],
      ],
      ({ link }) => ({ kind: 'row', ...(link === undefined ? {} : { link }) }),
    ),
  };
}

/** With the id that `hotelctl close accept` takes, and what its two figures are. */
const nameCheck = ({ id, sides }: Check, words: Pieces) => ({
  value: [`${id} `, ...words],
  detail: joinTexts(sides.map(definedText), ' / '),
});

export const makeAnchor = ({ property }: ClosedMonth, id: string) => `${property}-${id}`;

const comparisonsIn = ({ close }: ClosedMonth, of: CheckState) =>
  close.checks.flatMap(check =>
    check.comparisons.filter(({ state }) => state === of).map(comparison => ({ check, comparison })),
  );

/** What no step explains between booked and posted revenue: the first row of what needs attention. */
function unexplainedRow(month: ClosedMonth, money: ShownUnit): FiguresRow[] {
  const { amount, posted, state } = findUnexplained(month.close);
  const check = month.close.checks.find(({ id }) => id === 'PR');
  if (amount.eq(0) || !check) return [];
  const { bridge } = month.close;
  const { days } = bridgeTotal(bridge);
  const largest = largestResiduals(bridge).map(
    ({ day, residual }): Text => [...sayDate(day, 'day'), ' ', { number: residual, unit: money }],
  );
  const words = sayCount(
    days,
    'explained by no step, on 1 day; largest: {days}',
    'explained by no step, on {count} days; largest: {days}',
    { days: joinTexts(largest, ', ') },
  );
  const name = {
    ...nameCheck(check, say('Booked, not yet explained')),
    detail: say('posted / booked, with all steps'),
  };
  const figures = {
    left: toSum(posted),
    right: toSum(posted.minus(amount)),
    difference: toSum(amount),
    state,
  };
  return [figuresRow(month, check, figures, name, words, 'bridge')];
}

const acceptedWords = ({ reason, by, at }: Acceptance): Text => [
  `“${reason}”, ${by}, `,
  { date: at.slice(0, 10), as: 'day-of-year' },
];

/** Every difference that is open, or a question, with what is behind it. */
export function makeAttentionTable(
  month: ClosedMonth,
  money: ShownUnit,
  of: 'open' | 'question',
): DocumentBlock[] {
  const found = comparisonsIn(month, of).slice(0, mostRows);
  const rows = found.map(({ check, comparison }) => {
    const words = { subject: say(check.title), words: asPieces(comparison.subject) };
    const name = nameCheck(check, say('{subject}: {words}', words));
    return figuresRow(month, check, comparison, name, describeOpen(month, check, comparison), check.id);
  });
  const all = of === 'open' ? [...unexplainedRow(month, money), ...rows] : rows;
  return all.length === 0 ? [] : [figuresTable(money, all, { title: of === 'open' ? 'Open' : 'Questions' })];
}

/** What may have caused it, the postings that are wrong, and the other findings that have the same amount. */
function describeOpen(month: ClosedMonth, check: Check, comparison: CheckedFigures): Text {
  const { reasons, behind, difference } = comparison;
  const { count, lines } = findLinesBehind(month, comparison);
  const [line] = lines;
  const isAccount = behind?.field === 'account' || behind?.field === 'percent';
  const own =
    isAccount || !line
      ? ''
      : sayCount(
          count,
          '1 posting, first {entry} of {day}, {amount}',
          '{count} postings, first {entry} of {day}, {amount}',
          {
            entry: [line.sourceEntryNumber],
            day: sayDate(line.date),
            amount: [{ number: line.grossAmount, unit: { ...moneyUnit(line.currency), isExact: true } }],
          },
        );
  const isAmount = (value: Big) => check.unit === 'money' && difference?.value.abs().eq(value.abs());
  const candidates = isAccount ? comparisonsIn(month, 'open') : [];
  const others = candidates.flatMap(({ check: other, comparison: { subject, ...each } }) => {
    const named = { subject: asPieces(subject), check: say(other.title) };
    if (other === check) return [];
    if (each.behind?.field === 'reference' && each.difference && isAmount(each.difference.value))
      return [say('{subject} differs by the same amount ({check})', named)];
    const found = each.kept?.lines.find(({ grossAmount }) => isAmount(exact(grossAmount)));
    return found
      ? [say('see {entry} ({check}: {subject})', { ...named, entry: [found.sourceEntryNumber] })]
      : [];
  });
  // The balance of a guest who is in the house, or has canceled a later stay, is not open by itself.
  const balances = isAccount && others.length === 0 ? month.close.ledgers : [];
  const named = balances.flatMap(({ ledger, items }) =>
    items
      .filter(({ closing }) => isAmount(closing.value))
      .map(({ reference }) =>
        say('{subject} differs by the same amount ({check})', {
          subject: [reference],
          check: say(ledger.title),
        }),
      ),
  );
  return joinTexts([...reasons, own, ...others, ...named.slice(0, mostWords)], '; ');
}

export function agreesTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const shown = checkStates.slice(0, 3).flatMap(state => checksIn(month.close, state));
  return figuresTable(
    money,
    shown.map(check =>
      figuresRow(
        month,
        check,
        check,
        nameCheck(check, say(check.title)),
        describeCheck(check, money),
        check.id,
      ),
    ),
    { title: 'Agrees, within a limit, or explained' },
  );
}

const stateCounts = {
  agrees: '{count} agree',
  explained: '{count} explained',
  'within limit': '{count} within limit',
  question: '{count} question',
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
  const distinct = new Map(reasons.map(reason => [englishText(reason), reason]));
  const named = [...(left === null ? [joinTexts(states, ', ')] : []), ...distinct.values()];
  const unchecked = comparisons.filter(({ state }) => state === 'not comparable');
  const words: Text[] = [
    ...named,
    ...unchecked.slice(0, mostWords).map(({ subject, left: amount, reasons: [why = ''] }): Text => {
      const about = { subject: asPieces(subject), why: asPieces(why) };
      if (amount === null) return say('not checked: {subject}: {why}', about);
      const shown = [{ number: amount.value, unit }];
      return say('not checked: {subject} of {amount}: {why}', { ...about, amount: shown });
    }),
  ];
  const count = named.length + counts['not comparable'];
  const further =
    count > mostWords ? [say('and {count} more on its page', { count: count - mostWords })] : [];
  return joinTexts([...words.slice(0, mostWords), ...further], '; ');
}

/** The sheet of a check in a workbook, by its first letter; those that compare revenue are together. */
const sheets: Readonly<Record<string, Phrase>> = {
  R: 'Revenue',
  V: 'VAT',
  P: 'Performance',
  N: 'Performance',
  A: 'Performance',
  S: 'Invoices',
  I: 'Invoices',
};
const sheetOf = (id: string) => sheets[id === 'PR' || id === 'PN' ? 'R' : id.charAt(0)] ?? 'Ledgers';

/** A section for each check: its subjects, those that need attention first, and their lines. */
export function checkSection(month: ClosedMonth, check: Check, money: ShownUnit): Section {
  const { comparisons, counts, id, title, says } = check;
  const [left, right] = check.sides;
  const state = needsAttention(check) && isAccepted(month, check) ? 'accepted' : check.state;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sorted = sortByState(comparisons);
  const notes = [
    ...(sorted.length > mostRows
      ? [say('{count} more are in the JSON.', { count: sorted.length - mostRows })]
      : []),
    ...(all > sorted.length ? [say('{count} more are only counted.', { count: all - sorted.length })] : []),
  ];
  return {
    kind: 'section',
    anchor: makeAnchor(month, id),
    title: nameCheck(check, say('{subject}: {words}', { subject: say(title), words: say(state) })).value,
    sheet: sheetOf(id),
    basis: says,
    folded: true,
    isOpen: needsAttention(check),
    blocks: [
      figuresTable(
        money,
        sorted
          .slice(0, mostRows)
          .map(each => figuresRow(month, check, each, asPieces(each.subject), joinTexts(each.reasons, '; '))),
        { sides: [definedText(left), definedText(right)], first: 'Subject', last: 'Reasons' },
      ),
      ...notes.map(text => ({ kind: 'note', text }) as const),
      ...sorted
        .filter(each => findLinesBehind(month, each).count > 0)
        .slice(0, mostRows)
        .map(each => linesTable(month, each, money)),
    ],
  };
}

function linesTable(month: ClosedMonth, comparison: CheckedFigures, money: ShownUnit): DocumentTable {
  const { count, lines } = findLinesBehind(month, comparison);
  const amount = (heading: Phrase) => amountHeading(heading, { ...money, isExact: true });
  return {
    title: comparison.subject,
    detail:
      count > lines.length
        ? say('{count} of {all} lines', { count: lines.length, all: count })
        : sayCount(count, '1 line', '{count} lines'),
    ...itemsTable(lines, [
      [dataHeading('Entry'), line => line.sourceEntryNumber],
      [{ heading: 'Date', kind: 'date' }, line => line.date],
      [dataHeading('Posted'), line => line.timestamp],
      [dataHeading('Command'), line => line.command],
      [dataHeading('Debited'), line => line.debitedAccount.name],
      [dataHeading('Credited'), line => line.creditedAccount.name],
      [dataHeading('Reference'), line => line.reference],
      [dataHeading('Receipt'), line => line.receipt?.number],
      [amount('Gross'), line => line.grossAmount],
      [amount('Net'), line => line.netAmount],
    ]),
  };
}

import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import { plainNumber } from '../../platform/numbers.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import {
  type Check,
  type CheckedFigures,
  type CheckState,
  type CheckUnit,
  checkStates,
  sortByState,
} from '../../reports/close/check.ts';
import { type ExactSum, exact, toSum } from '../../reports/close/exact-sum.ts';
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

export const textHeading = (heading: string): DocumentColumn => ({ heading, kind: 'text', isWords: true });
export const amountHeading = (heading: string, money: ShownUnit): DocumentColumn => ({
  heading,
  kind: 'number',
  unit: money,
});

/** Reasons have amounts as JSON writes them; readers see them as their locale does. */
export const reasonText = (reason: string, unit: ShownUnit): Text =>
  reason
    .split(/(?<!\S)(-?\d+\.\d+)(?!\S)/)
    .map((piece, index) => (index % 2 === 1 ? { number: new Big(piece), unit } : piece));

interface FiguresRow {
  readonly name: Cell;
  readonly figures: Pick<CheckedFigures, 'left' | 'right' | 'difference'>;
  readonly state: CheckState | 'accepted';
  readonly unit: CheckUnit;
  readonly words: Text;
  readonly link?: string;
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
    readonly sides?: readonly string[];
    readonly first?: string;
    readonly last?: string;
  },
): DocumentTable {
  const units = { money, percent: { sign: '', decimals: 2 }, count: countUnit };
  return {
    kind: 'table',
    ...titles,
    columns: [
      textHeading(first),
      ...sides.map((heading): DocumentColumn => ({ heading, kind: 'number' })),
      { heading: 'Difference', kind: 'number' },
      { heading: 'State', kind: 'state' },
      { ...textHeading(last), isBelow: true },
    ],
    rows: rows.map(({ name, figures, state, unit, words, link }): DocumentRow => {
      const cell = (sum: ExactSum | null): Cell => sum && { value: sum.value, unit: units[unit] };
      const { left, right, difference } = figures;
      return {
        kind: 'row',
        cells: [name, cell(left), cell(right), cell(difference), state, words],
        ...(link === undefined ? {} : { link }),
      };
    }),
  };
}

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
  const accepted = isAccepted(month, check);
  const { days } = bridgeTotal(month.close.bridge);
  return [
    {
      name: { value: 'Booked, not yet explained', detail: 'posted / booked, with all steps' },
      figures: {
        left: toSum(posted),
        right: toSum(posted.minus(amount)),
        difference: toSum(amount),
      },
      state: accepted ? 'accepted' : state,
      unit: 'money',
      words: accepted
        ? acceptedWords(accepted)
        : [
            `explained by no step, on ${countText(days, 'day')}; largest: `,
            ...largestDays(month).flatMap(({ day, residual }, index) => [
              index > 0 ? ', ' : '',
              { date: day, as: 'day' } as const,
              ' ',
              { number: residual, unit: money },
            ]),
          ],
      link: makeAnchor(month, 'bridge'),
    },
  ];
}

function largestDays({ close }: ClosedMonth) {
  const days = new Map<string, Big>();
  for (const { day, residual } of close.bridge) days.set(day, (days.get(day) ?? new Big(0)).plus(residual));
  return [...days]
    .flatMap(([day, residual]) => (residual.eq(0) ? [] : { day, residual }))
    .sort((one, other) => other.residual.abs().cmp(one.residual.abs()))
    .slice(0, 3);
}

const acceptedWords = ({ reason, by, at }: Acceptance): Text => [
  `“${reason}”, ${by}, `,
  { date: at.slice(0, 10), as: 'day-of-year' },
];

/** Every difference that is open, with what is behind it. */
export function makeOpenTable(month: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  const rows = [...unexplainedRow(month, money), ...differenceRows(month, money, 'open')];
  return rows.length === 0 ? [] : [figuresTable(money, rows, { title: 'Open' })];
}

export function makeQuestionsTable(month: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  const rows = differenceRows(month, money, 'question');
  return rows.length === 0 ? [] : [figuresTable(money, rows, { title: 'Questions' })];
}

const differenceRows = (month: ClosedMonth, money: ShownUnit, of: CheckState) =>
  comparisonsIn(month, of)
    .slice(0, mostRows)
    .map(({ check, comparison }): FiguresRow => {
      const accepted = isAccepted(month, check);
      return {
        name: {
          value: [{ phrase: check.title }, ': ', { phrase: comparison.subject }],
          detail: check.sides.join(' / '),
        },
        figures: comparison,
        state: accepted ? 'accepted' : comparison.state,
        unit: check.unit,
        words: accepted ? acceptedWords(accepted) : reasonText(describeOpen(month, check, comparison), money),
        link: makeAnchor(month, check.id),
      };
    });

/** What may have caused it, the postings that are wrong, and the other findings that have the same amount. */
function describeOpen(month: ClosedMonth, check: Check, comparison: CheckedFigures): string {
  const { reasons, behind, difference } = comparison;
  const { count, lines } = findLinesBehind(month, comparison);
  const [line] = lines;
  const isAccount = behind?.field === 'account' || behind?.field === 'percent';
  const first = `${line?.sourceEntryNumber} of ${line?.date}, ${plainNumber(line?.grossAmount ?? 0)} ${line?.currency}`;
  const own = isAccount || count === 0 ? '' : `${countText(count, 'posting')}, first ${first}`;
  const isAmount = (value: Big) => check.unit === 'money' && difference?.value.abs().eq(value.abs());
  const candidates = isAccount ? comparisonsIn(month, 'open') : [];
  const others = candidates.flatMap(({ check: other, comparison: { subject, ...each } }) => {
    if (other === check) return [];
    if (each.behind?.field === 'reference' && each.difference && isAmount(each.difference.value))
      return `${subject} differs by the same amount (${other.title})`;
    const found = each.kept?.lines.find(({ grossAmount }) => isAmount(exact(grossAmount)));
    return found ? `see ${found.sourceEntryNumber} (${other.title}: ${subject})` : [];
  });
  return [...reasons, own, ...others].filter(Boolean).join('; ');
}

export function agreesTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const shown = (['agrees', 'within limit', 'explained'] as const).flatMap(state =>
    checksIn(month.close, state),
  );
  return figuresTable(
    money,
    shown.map(check => ({
      name: { value: check.title, detail: check.sides.join(' / ') },
      figures: check,
      state: check.state,
      unit: check.unit,
      words: describeCheck(check, money),
      link: makeAnchor(month, check.id),
    })),
    { title: 'Agrees, within a limit, or explained' },
  );
}

/** How many of several figures agree, why the others differ, and what was not checked. */
function describeCheck({ comparisons, counts, left }: Check, unit: ShownUnit): Text {
  const states = checkStates.flatMap(state =>
    counts[state] > 0 ? `${counts[state]} ${state === 'agrees' ? 'agree' : state}` : [],
  );
  const reasons = comparisons.flatMap(each => (each.state === 'not comparable' ? [] : each.reasons));
  const named = [...(left === null ? [states.join(', ')] : []), ...new Set(reasons)];
  const unchecked = comparisons.filter(({ state }) => state === 'not comparable');
  const words: Text[] = [
    ...named.map(reason => reasonText(reason, unit)),
    ...unchecked
      .slice(0, mostWords)
      .map(
        ({ subject, left: amount, reasons: why }): Text => [
          'not checked: ',
          { phrase: subject },
          ...(amount === null ? [] : [' of ', { number: amount.value, unit }]),
          ': ',
          { phrase: reasonText(why[0] ?? '', unit) },
        ],
      ),
  ];
  const count = named.length + counts['not comparable'];
  const further = count > mostWords ? [`and ${count - mostWords} more on its page`] : [];
  return [...words.slice(0, mostWords), ...further].flatMap((each, index) =>
    [index > 0 ? '; ' : '', each].flat(),
  );
}

/** The sheet of a check in a workbook, by its first letter; those that compare revenue are together. */
const sheets: Readonly<Record<string, string>> = {
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
  const { comparisons, counts, unit, id, title, says, sides } = check;
  const attention = ['open', 'not explained', 'question'];
  const shown = (of: CheckState) => (isAccepted(month, check) && attention.includes(of) ? 'accepted' : of);
  const state = shown(check.state);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sorted = sortByState(comparisons);
  const notes = [
    ...(sorted.length > mostRows ? [`${sorted.length - mostRows} more are in the JSON.`] : []),
    ...(all > sorted.length ? [`${all - sorted.length} more are only counted.`] : []),
  ];
  return {
    kind: 'section',
    anchor: makeAnchor(month, id),
    title: `${id} ${title}: ${state}`,
    sheet: sheetOf(id),
    basis: says,
    folded: true,
    isOpen: attention.includes(check.state),
    blocks: [
      figuresTable(
        money,
        sorted.slice(0, mostRows).map(each => ({
          name: each.subject,
          figures: each,
          state: shown(each.state),
          unit,
          words: reasonText(each.reasons.join('; '), money),
        })),
        { sides, first: 'Subject', last: 'Reasons' },
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
  const texts = ['Posted', 'Command', 'Debited', 'Credited', 'Reference', 'Receipt'];
  return {
    kind: 'table',
    title: comparison.subject,
    detail: count > lines.length ? `${lines.length} of ${count} lines` : countText(count, 'line'),
    columns: [
      { heading: 'Entry', kind: 'text' },
      { heading: 'Date', kind: 'date' },
      ...texts.map(heading => ({ heading, kind: 'text' }) as const),
      ...['Gross', 'Net'].map(heading => amountHeading(heading, { ...money, isExact: true })),
    ],
    rows: lines.map(line => ({
      kind: 'row',
      cells: [
        line.sourceEntryNumber,
        line.date,
        line.timestamp,
        line.command,
        line.debitedAccount.name,
        line.creditedAccount.name,
        line.reference,
        line.receipt?.number,
        line.grossAmount,
        line.netAmount,
      ],
    })),
  };
}

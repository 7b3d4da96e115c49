import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  moneyUnit,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import { withoutEmptyColumns } from '../../output/document/words.ts';
import type { Balance } from '../../reports/close/balances.ts';
import { bridgeSteps } from '../../reports/close/bridge.ts';
import {
  type Check,
  type CheckedFigures,
  type CheckState,
  type CheckUnit,
  checkStates,
  sortByState,
  worstState,
} from '../../reports/close/check.ts';
import { addDecimals, addSums, type ExactSum } from '../../reports/close/exact-sum.ts';
import { bridgeClasses, revenueGroups } from '../../reports/close/revenue-tree.ts';
import { type ClosedMonth, checksIn, findLinesBehind } from './close-result.ts';

/** The pages behind the summary: one for each check, the bridge by day, and the balances; and what all of them share. */

/** A page shows no more rows of one table than readers page through; JSON has all of them. */
export const mostRows = 200;

export const textHeading = (heading: string): DocumentColumn => ({ heading, kind: 'text', isWords: true });

export const chooseUnit = (unit: CheckUnit, money: ShownUnit): ShownUnit =>
  unit === 'money' ? money : unit === 'percent' ? { sign: '', decimals: 2 } : countUnit;

export const figureColumns = (
  first: string,
  last: string,
  sides: readonly string[] = ['First figure', 'Second figure'],
): DocumentColumn[] => [
  textHeading(first),
  ...sides.map((heading): DocumentColumn => ({ heading, kind: 'number' })),
  { heading: 'Difference', kind: 'number' },
  { heading: 'State', kind: 'state' },
  { ...textHeading(last), isBelow: true },
];

/** Reasons have amounts as JSON writes them; readers see them as their locale does. */
export const reasonText = (reason: string, unit: ShownUnit): Text =>
  reason
    .split(/(?<!\S)(-?\d+\.\d+)(?!\S)/)
    .map((piece, index) => (index % 2 === 1 ? { number: new Big(piece), unit } : piece));

type Figures = Pick<CheckedFigures, 'left' | 'right' | 'difference' | 'state'>;

export function figureRow(
  name: Cell,
  figures: Figures,
  unit: ShownUnit,
  words: Text,
  link?: string,
): DocumentRow {
  const { left, right, difference, state } = figures;
  const cell = (sum: ExactSum | null): Cell => sum && { value: sum.value, unit: { ...unit, sign: '' } };
  return {
    kind: 'row',
    cells: [name, cell(left), cell(right), cell(difference), state, words],
    ...(link === undefined ? {} : { link }),
  };
}

export const makeAnchor = ({ property }: ClosedMonth, id: string) => `${property}-${id}`;

export const stateTitles: Readonly<Record<CheckState, string>> = {
  agrees: 'Checks that agree',
  explained: 'Explained',
  'within limit': 'Within a limit',
  open: 'Open',
  'not comparable': 'Not comparable',
};

export const sumPosted = ({ close }: ClosedMonth) => addDecimals(close.bridge.map(row => row.posted));

export const hotelsTable = (months: readonly ClosedMonth[]): DocumentTable => ({
  kind: 'table',
  title: 'Hotels',
  columns: [
    { heading: 'Hotel', kind: 'text' },
    { heading: 'Posted revenue, gross', kind: 'number' },
    ...checkStates.map(
      (state): DocumentColumn => ({ heading: stateTitles[state], kind: 'number', unit: countUnit }),
    ),
    { heading: 'State', kind: 'state' },
  ],
  rows: months.map(month => ({
    kind: 'row',
    cells: [
      month.name,
      { value: sumPosted(month), unit: moneyUnit(month.close.books.currency) },
      ...checkStates.map(state => checksIn(month.close, state).length),
      worstState(month.close.checks),
    ],
    link: month.property,
  })),
});

export function bridgeSection(month: ClosedMonth, money: ShownUnit): Section {
  const { bridge } = month.close;
  const amount = (heading: string): DocumentColumn => ({ heading, kind: 'number', unit: money });
  return {
    kind: 'section',
    anchor: makeAnchor(month, 'bridge'),
    title: 'From booked to posted revenue, by day and group',
    sheet: 'From booked to posted revenue',
    folded: true,
    blocks: [
      withoutEmptyColumns({
        kind: 'table',
        columns: [
          { heading: 'Day', kind: 'date' },
          textHeading('Group'),
          amount('Booked'),
          ...bridgeSteps.map(kind => amount(bridgeClasses[kind])),
          { heading: 'Not explained by any step', kind: 'signed', unit: money },
          amount('Posted'),
        ],
        rows: bridge.map(row => ({
          kind: 'row',
          cells: [
            row.day,
            revenueGroups[row.group],
            row.booked,
            ...bridgeSteps.map(kind => row.steps[kind]?.amount ?? null),
            row.residual,
            row.posted,
          ],
        })),
      }),
    ],
  };
}

const rolledTitles = {
  receivables: 'Receivables of guests',
  prepayments: 'Prepayments, by rate',
  accountsReceivable: 'Accounts receivable, by invoice',
} as const;
const accountTitles = {
  payments: 'Payments by method',
  cityTax: 'City tax',
  transitory: 'Transitory items',
} as const;

export function balancesSection(month: ClosedMonth, money: ShownUnit): Section {
  const { since, rolled, accounts, vat } = month.close.balances;
  const amount = (heading: string): DocumentColumn => ({ heading, kind: 'number', unit: money });
  const row = (...cells: Cell[]): DocumentRow => ({ kind: 'row', cells });
  /** Only what is known is added up; the rest has its own line. */
  const totals = (list: readonly Balance[]): DocumentRow[] => {
    const known = list.filter(({ opening }) => opening !== null);
    const sum = (of: 'opening' | 'movement' | 'closing', some = known) =>
      addSums(some.flatMap(each => each[of] ?? [])).value;
    const unknown = list.filter(({ opening }) => opening === null);
    const total: DocumentRow = {
      kind: 'sum',
      cells: [
        `Total of ${known.length} with a known opening`,
        sum('opening'),
        sum('movement'),
        sum('closing'),
      ],
    };
    const rest = row(
      `${unknown.length} without: they may have begun before ${since}`,
      'not known',
      sum('movement', unknown),
      'not known',
    );
    return unknown.length > 0 ? [total, rest] : [total];
  };
  return {
    kind: 'section',
    anchor: makeAnchor(month, 'balances'),
    title: 'Balances and VAT',
    sheet: 'Balances and VAT',
    folded: true,
    blocks: [
      {
        kind: 'table',
        title: 'VAT per rate, three ways',
        columns: [
          textHeading('Rate'),
          ...['Ledger, with prepayments', 'Ledger, on revenue', 'Revenues', 'Company invoices'].map(amount),
        ],
        rows: vat.flatMap(({ percent, ledger, onRevenue, revenues, invoices, rounding }) => [
          row(`VAT ${percent} %`, ledger, onRevenue, revenues ?? 'several rates on an account', invoices),
          row(`VAT ${percent} %: rounding, line by line`, rounding, null, null, null),
        ]),
      },
      ...(Object.keys(rolledTitles) as (keyof typeof rolledTitles)[]).map((kind): DocumentTable => {
        const list = rolled[kind];
        return {
          kind: 'table',
          title: rolledTitles[kind],
          detail: `what began before ${since}, the first day of the first close, has no known opening`,
          columns: [
            textHeading('Reservation, folio or invoice'),
            ...['Opening', 'Movement', 'Closing'].map(amount),
          ],
          rows: [
            ...list
              .filter(({ opening, movement }) => opening !== null || !movement.isZero)
              .slice(0, mostRows)
              .map(each =>
                row(
                  each.reference,
                  each.opening?.value ?? 'not known',
                  each.movement.value,
                  each.closing?.value ?? 'not known',
                ),
              ),
            ...totals(list),
          ],
        };
      }),
      ...(Object.keys(accountTitles) as (keyof typeof accountTitles)[]).map(
        (kind): DocumentTable => ({
          kind: 'table',
          title: accountTitles[kind],
          columns: [textHeading('Account'), amount('Movement')],
          rows: accounts[kind].map(each => row(each.account, each.amount)),
        }),
      ),
    ],
  };
}

/** One page for each check: its subjects, the open ones first, and their lines. */
export function checkSection(month: ClosedMonth, check: Check, money: ShownUnit): Section {
  const { comparisons, counts, unit, id, title, says, sides, state } = check;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const sorted = sortByState(comparisons);
  const withLines = sorted.filter(each => findLinesBehind(month, each).count > 0);
  return {
    kind: 'section',
    anchor: makeAnchor(month, id),
    title: `${id} ${title}: ${state}`,
    sheet: [`${id} `, { phrase: title }],
    basis: says,
    folded: true,
    isOpen: state === 'open',
    blocks: [
      {
        kind: 'table',
        columns: figureColumns('Subject', 'Reasons', sides),
        rows: sorted
          .slice(0, mostRows)
          .map(each =>
            figureRow(
              each.subject,
              each,
              chooseUnit(unit, money),
              reasonText(each.reasons.join('; '), money),
            ),
          ),
      },
      ...(sorted.length > mostRows
        ? [{ kind: 'note', text: `${sorted.length - mostRows} more are in the JSON.` } as const]
        : []),
      ...(all > sorted.length
        ? [{ kind: 'note', text: `${all - sorted.length} more are only counted.` } as const]
        : []),
      ...withLines.slice(0, mostRows).map(each => linesTable(month, each, money)),
    ],
  };
}

function linesTable(month: ClosedMonth, comparison: CheckedFigures, money: ShownUnit): DocumentTable {
  const { count, lines } = findLinesBehind(month, comparison);
  return {
    kind: 'table',
    title: comparison.subject,
    detail: count > lines.length ? `${lines.length} of ${count} lines` : countText(count, 'line'),
    columns: [
      { heading: 'Entry', kind: 'text' },
      { heading: 'Date', kind: 'date' },
      ...['Posted', 'Command', 'Debited', 'Credited', 'Reference', 'Receipt'].map(
        heading => ({ heading, kind: 'text' }) as const,
      ),
      { heading: 'Gross', kind: 'number', unit: { ...money, isExact: true } },
      { heading: 'Net', kind: 'number', unit: { ...money, isExact: true } },
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

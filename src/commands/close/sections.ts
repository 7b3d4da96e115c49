import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type Section,
  type ShownUnit,
} from '../../output/document/document.ts';
import type { Balance } from '../../reports/close/balances.ts';
import { bridgeSteps } from '../../reports/close/bridge.ts';
import type { Check, CheckedFigures, CheckState, CheckUnit } from '../../reports/close/check.ts';
import { bridgeClasses, revenueGroups } from '../../reports/close/revenue-tree.ts';
import { type ClosedMonth, findLinesBehind } from './result.ts';

/** The pages behind the summary: one for each check, the bridge by day, and the balances. */

/** The words of a state for readers. */
export const stateWords: Readonly<Record<CheckState, string>> = {
  equal: 'agrees',
  explained: 'explained',
  unexplained: 'open',
  'not comparable': 'not comparable',
};
/** A page shows no more rows of one table than readers page through; JSON has all of them. */
export const mostRows = 200;

export const textHeading = (heading: string): DocumentColumn => ({ heading, kind: 'text' });

export const unitOf = (unit: CheckUnit, money: ShownUnit): ShownUnit =>
  unit === 'money' ? money : unit === 'percent' ? { sign: '', decimals: 2 } : countUnit;

export const figureColumns = (first: string, last: string): DocumentColumn[] => [
  textHeading(first),
  { heading: 'One side', kind: 'number' },
  { heading: 'Other side', kind: 'number' },
  { heading: 'Difference', kind: 'number' },
  { heading: 'State', kind: 'state' },
  { ...textHeading(last), rank: 1 },
];

type Figures = Pick<CheckedFigures, 'left' | 'right' | 'difference' | 'state'>;

export function figureRow(
  name: Cell,
  figures: Figures,
  unit: ShownUnit,
  words: string,
  link?: string,
): DocumentRow {
  const { left, right, difference, state } = figures;
  const cell = (value: Big | null): Cell => (value === null ? null : { value, unit: { ...unit, sign: '' } });
  return {
    kind: 'row',
    cells: [name, cell(left), cell(right), cell(difference), stateWords[state], words],
    ...(link === undefined ? {} : { link }),
  };
}

export const anchorOf = ({ property }: ClosedMonth, id: string) => `${property}-${id}`;

export const named = (title: string, subjects: number): Cell =>
  subjects > 1 ? { value: title, detail: countText(subjects, 'comparison') } : title;

/** By day and group. */
export function bridgeSection(month: ClosedMonth, money: ShownUnit): Section {
  const { bridge } = month.close;
  const amount = (heading: string): DocumentColumn => ({ heading, kind: 'number', unit: money });
  return {
    kind: 'section',
    anchor: anchorOf(month, 'bridge'),
    title: 'From booked to posted revenue, by day and group',
    folded: true,
    isSheet: true,
    blocks: [
      {
        kind: 'table',
        columns: [
          { heading: 'Day', kind: 'date' },
          textHeading('Group'),
          amount('Booked'),
          ...bridgeSteps.map(kind => amount(bridgeClasses[kind])),
          { heading: 'Residual', kind: 'change', unit: money },
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
      },
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
  const { rolled, accounts, vat } = month.close.balances;
  const amount = (heading: string): DocumentColumn => ({ heading, kind: 'number', unit: money });
  const row = (...cells: Cell[]): DocumentRow => ({ kind: 'row', cells });
  const total = (list: readonly Balance[], of: 'opening' | 'movement' | 'closing') =>
    list.some(each => each[of] === null)
      ? 'unknown'
      : list.reduce((sum, each) => sum.plus(each[of] ?? 0), new Big(0));
  return {
    kind: 'section',
    anchor: anchorOf(month, 'balances'),
    title: 'Balances and VAT',
    folded: true,
    isSheet: true,
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
          detail: month.close.books.openings ? '' : 'opening unknown: no close of the month before',
          columns: [textHeading('Reference'), ...['Opening', 'Movement', 'Closing'].map(amount)],
          rows: [
            ...list
              .slice(0, mostRows)
              .map(each =>
                row(each.reference, each.opening ?? 'unknown', each.movement, each.closing ?? 'unknown'),
              ),
            {
              kind: 'sum',
              cells: [
                countText(list.length, 'reference'),
                ...(['opening', 'movement', 'closing'] as const).map(of => total(list, of)),
              ],
            },
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
  const { comparisons, unitOfSubjects, id, title, says, reports } = check;
  const unitOfFigures = unitOf(unitOfSubjects, money);
  const order: readonly CheckState[] = ['unexplained', 'explained', 'not comparable', 'equal'];
  const sorted = comparisons.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const withLines = sorted.filter(each => findLinesBehind(month, each).count > 0);
  return {
    kind: 'section',
    anchor: anchorOf(month, id),
    title: `${id} ${title}: ${stateWords[check.state]}`,
    basis: `${says} · ${reports}`,
    folded: true,
    isSheet: true,
    blocks: [
      {
        kind: 'table',
        columns: figureColumns('Subject', 'Reasons'),
        rows: sorted
          .slice(0, mostRows)
          .map(each => figureRow(each.subject, each, unitOfFigures, each.reasons.join('; '))),
      },
      ...(sorted.length > mostRows
        ? [{ kind: 'note', text: `${sorted.length - mostRows} more are in the JSON.` } as const]
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
      textHeading('Entry'),
      { heading: 'Date', kind: 'date' },
      ...['Posted', 'Command', 'Debited', 'Credited', 'Reference', 'Receipt'].map(textHeading),
      { heading: 'Gross', kind: 'number', unit: { ...money, isExact: true } },
      { heading: 'Net', kind: 'number', unit: { ...money, isExact: true } },
    ],
    rows: lines.map(line => ({
      kind: 'row',
      cells: [
        ...[line.sourceEntryNumber, line.date, line.timestamp, line.command],
        ...[line.debitedAccount.name, line.creditedAccount.name, line.reference, line.receipt?.number],
        ...[line.grossAmount, line.netAmount],
      ],
    })),
  };
}

import { countText } from '../../base/text.ts';
import {
  countUnit,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type Section,
  type ShownUnit,
} from '../../output/document/document.ts';
import { withoutEmptyColumns } from '../../output/document/words.ts';
import { bridgeSteps, bridgeTotal } from '../../reports/close/bridge.ts';
import type { RolledLedger } from '../../reports/close/ledgers.ts';
import { bridgeClasses, type RevenueGroup, revenueGroups } from '../../reports/close/revenue-tree.ts';
import { amountHeading, makeAnchor, mostRows, textHeading } from './check-tables.ts';
import { type ClosedMonth, findUnexplained, stateOfLedger } from './close-result.ts';

/** The tables of a close that are no checks: ledgers, VAT, and the bridge from booked to posted revenue. */

/** All sub-ledgers, rolled forward. Balances are debit less credit: what the hotel holds for guests is negative. */
export const ledgersTable = (month: ClosedMonth, money: ShownUnit): DocumentTable => ({
  kind: 'table',
  title: 'Ledgers',
  columns: [
    textHeading('Ledger'),
    ...['Opening balance', 'Debit', 'Credit', 'Closing balance', 'Control account'].map(heading =>
      amountHeading(heading, money),
    ),
    { heading: 'State', kind: 'state' },
  ],
  rows: month.close.ledgers.map(each => {
    const open = each.items.filter(({ closing }) => !closing.isZero).length;
    return {
      kind: 'row',
      cells: [
        { value: each.ledger.title, detail: countText(open, ...each.ledger.item) },
        ...[each.opening, each.debit, each.credit, each.closing, each.control].map(({ value }) => value),
        stateOfLedger(month.close, each),
      ],
      link: makeAnchor(month, each.ledger.id),
    };
  }),
});

/** What a return needs of each rate. No line numbers of an office: they change, and a wrong one is worse than none. */
export const vatTable = ({ close }: ClosedMonth, money: ShownUnit): DocumentTable => ({
  kind: 'table',
  title: 'VAT',
  detail: 'the ledger includes prepayments, whose VAT is due when they are received',
  columns: [
    textHeading('Rate'),
    ...['Ledger', 'Of it on revenue', 'Revenues', 'Company invoices', 'Difference'].map(heading =>
      amountHeading(heading, money),
    ),
  ],
  rows: close.balances.vat.flatMap(({ percent, base, ledger, onRevenue, revenues, invoices }) => {
    const row = (name: string, shown: Omit<typeof base, 'length'>): DocumentRow => ({
      kind: 'row',
      cells: [
        name,
        shown.ledger,
        shown.onRevenue,
        shown.revenues ?? 'several rates on an account',
        shown.invoices,
        shown.revenues && shown.onRevenue.minus(shown.revenues),
      ],
    });
    return [
      row(`VAT ${percent} %, base`, base),
      row(`VAT ${percent} %, tax`, { ledger, onRevenue, revenues, invoices }),
    ];
  }),
});

/** The items of a sub-ledger that are open at the beginning or at the end. */
export function ledgerSection(month: ClosedMonth, rolled: RolledLedger, money: ShownUnit): Section {
  const open = rolled.items.filter(({ opening, closing }) => !(opening.isZero && closing.isZero));
  const isCity = rolled.ledger.id === 'city';
  return {
    kind: 'section',
    anchor: makeAnchor(month, rolled.ledger.id),
    title: rolled.ledger.title,
    basis: `${countText(open.length, ...rolled.ledger.item)} with a balance at the beginning or at the end of the month`,
    folded: true,
    blocks: [
      withoutEmptyColumns({
        kind: 'table',
        columns: [
          { heading: 'Reference', kind: 'text' },
          { heading: isCity ? 'Company' : 'Since', kind: isCity ? 'text' : 'date', dates: 'day-of-year' },
          ...['Opening balance', 'Movement', 'Closing balance'].map(heading => amountHeading(heading, money)),
        ],
        rows: [
          ...open.slice(0, mostRows).map(
            ({ reference, company, since, opening, movement, closing }): DocumentRow => ({
              kind: 'row',
              cells: [
                reference,
                isCity ? company : since,
                ...[opening, movement, closing].map(({ value }) => value),
              ],
            }),
          ),
          {
            kind: 'sum',
            cells: [
              [{ phrase: `Total of ${rolled.items.length}` }],
              null,
              rolled.opening.value,
              rolled.closing.value.minus(rolled.opening.value),
              rolled.closing.value,
            ],
          },
        ],
      }),
      ...(open.length > mostRows
        ? [{ kind: 'note', text: `${open.length - mostRows} more are in the JSON.` } as const]
        : []),
    ],
  };
}

const accountTitles = {
  payments: 'Payments by method',
  cityTax: 'City tax',
  transitory: 'Transitory items',
} as const;

export const accountsSection = (month: ClosedMonth, money: ShownUnit): Section => ({
  kind: 'section',
  anchor: makeAnchor(month, 'accounts'),
  title: 'Movements of other accounts',
  folded: true,
  blocks: (Object.keys(accountTitles) as (keyof typeof accountTitles)[]).map(
    (kind): DocumentTable => ({
      kind: 'table',
      title: accountTitles[kind],
      columns: [textHeading('Account'), amountHeading('Movement', money)],
      rows: month.close.balances.accounts[kind].map(({ account, amount }) => ({
        kind: 'row',
        cells: [account, amount],
      })),
    }),
  ),
});

/** All groups side by side. What no step explains has its own line and state. */
export function bridgeTable({ close }: ClosedMonth, money: ShownUnit): DocumentTable {
  const groups = (Object.keys(revenueGroups) as RevenueGroup[]).filter(group =>
    close.bridge.some(row => row.group === group),
  );
  const all = bridgeTotal(close.bridge);
  const totals = [...groups.map(group => bridgeTotal(close.bridge.filter(row => row.group === group))), all];
  const sum = (name: string, of: 'booked' | 'posted'): DocumentRow => ({
    kind: 'sum',
    cells: [name, ...totals.map(total => ({ value: total[of], isFigure: true })), null, ''],
  });
  return {
    kind: 'table',
    title: 'From booked to posted revenue',
    detail: `${close.books.currency}, gross; what no step explains is services outside the rate, or another price than booked`,
    columns: [
      textHeading('Step'),
      ...[...groups.map(group => revenueGroups[group]), 'All'].map(
        (heading): DocumentColumn => ({ heading, kind: 'signed', unit: money, isNeutral: true }),
      ),
      { heading: 'Postings', kind: 'number', unit: countUnit, isBelow: true },
      { heading: 'State', kind: 'state', isBelow: true },
    ],
    rows: [
      sum('Booked, in property performance', 'booked'),
      ...all.steps.map(
        ({ kind, lines }): DocumentRow => ({
          kind: 'row',
          cells: [
            bridgeClasses[kind],
            ...totals.map(({ steps }) => steps.find(step => step.kind === kind)?.amount ?? null),
            lines,
            'explained',
          ],
        }),
      ),
      {
        kind: 'row',
        cells: [
          {
            value: 'Not explained by any step',
            detail: all.days > 0 ? `on ${countText(all.days, 'day')}` : '',
          },
          ...totals.map(({ residual }) => residual),
          null,
          all.days > 0 ? findUnexplained(close).state : 'agrees',
        ],
      },
      sum('Posted, in the ledger', 'posted'),
    ],
  };
}

export function bridgeSection(month: ClosedMonth, money: ShownUnit): Section {
  const amount = (heading: string) => amountHeading(heading, money);
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
        rows: month.close.bridge.map(row => ({
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

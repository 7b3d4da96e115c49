import {
  amountHeading,
  countUnit,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  dataHeading,
  itemsTable,
  type Section,
  type ShownUnit,
  textHeading,
} from '../../output/document/document.ts';
import { withoutEmptyColumns } from '../../output/document/reading.ts';
import { joinTexts, say, sayCount, sayNumber } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addSums, ExactSum } from '../../platform/numbers.ts';
import { type BridgeRow, bridgeSteps, bridgeTotal } from '../../reports/close/bridge.ts';
import { findUnexplained, stateOfLedger } from '../../reports/close/close.ts';
import type { LedgerItem, RolledLedger } from '../../reports/close/ledgers.ts';
import { bridgeClasses, type RevenueGroup, revenueGroups } from '../../reports/close/revenue-tree.ts';
import { foldedSection, makeAnchor } from './check-tables.ts';
import { type ClosedMonth, shownState } from './close-result.ts';

/** The tables of a close that are no checks: ledgers, VAT, and the bridge from booked to posted revenue. */

/** All sub-ledgers, rolled forward. Balances are debit less credit: what the hotel holds for guests is negative. */
export const ledgersTable = (month: ClosedMonth, money: ShownUnit) =>
  itemsTable(
    month.ledgers,
    [
      [
        textHeading('Ledger'),
        ({ ledger, openItems }) => {
          const open = ledger.sayItems(openItems.length);
          return { value: ledger.title, detail: say('with a balance: {items}', { items: open }) };
        },
      ],
      [amountHeading('Opening balance', money), ({ opening }) => opening.value],
      [amountHeading('Debit', money), ({ debit }) => debit.value],
      [amountHeading('Credit', money), ({ credit }) => credit.value],
      [amountHeading('Closing balance', money), ({ closing }) => closing.value],
      [amountHeading('Control account', money), ({ control }) => control.value],
      [
        { heading: 'State', kind: 'state' },
        rolled => shownState(month, checks => stateOfLedger(checks, rolled)),
      ],
    ],
    ({ ledger }) => ({ kind: 'row', link: makeAnchor(month, ledger.id) }),
  );

/** What a return needs of each rate. No line numbers of an office: they change, and a wrong one is worse than none. */
export function vatTable({ balances }: ClosedMonth, money: ShownUnit): DocumentTable {
  const rows = balances.vat.flatMap(({ percent, base, ...tax }) => {
    const rate = { percent: sayNumber(percent) };
    return [
      { name: say('VAT {percent} %, base', rate), ...base },
      { name: say('VAT {percent} %, tax', rate), ...tax },
    ];
  });
  const amount = (heading: Phrase) => amountHeading(heading, money);
  return {
    title: 'VAT',
    detail: 'the ledger includes prepayments, whose VAT is due when they are received',
    ...itemsTable(rows, [
      [textHeading('Rate'), ({ name }) => name],
      [amount('General ledger'), ({ ledger }) => ledger],
      [amount('Of which on revenue'), ({ onRevenue }) => onRevenue],
      [amount('Revenues'), ({ revenues }) => revenues ?? say('several rates on an account')],
      [amount('Company invoices'), ({ invoices }) => invoices],
      [amount('Difference'), ({ onRevenue, revenues }) => revenues && onRevenue.minus(revenues)],
    ]),
  };
}

export const ledgerSections = (month: ClosedMonth, money: ShownUnit): Section[] => [
  ...month.ledgers.map(each => ledgerSection(month, each, money)),
  accountsSection(month, money),
];

/** The items of a sub-ledger that are open at the end, all of them, and one line for what was settled. */
function ledgerSection(month: ClosedMonth, rolled: RolledLedger, money: ShownUnit): Section {
  const { ledger, items, openItems, opening, closing } = rolled;
  const counted = { items: ledger.sayItems(openItems.length) };
  const basis = say('{items} with a balance at the end of the month', counted);
  const head = { title: ledger.title, sheet: 'Ledgers', basis, isPrinted: true } as const;
  return foldedSection(month, ledger.id, head, () => {
    const settled = addSums(items.flatMap(each => (each.isOpen ? [] : each.opening)));
    const rest = { reference: say('Settled in the month'), opening: settled, closing: new ExactSum() };
    const total = { reference: say('Total of {count}', { count: items.length }), opening, closing };
    const rows: readonly (Partial<Omit<LedgerItem, 'reference'>> & typeof total)[] = [
      ...openItems.map(each => ({ ...each, reference: [each.reference] })),
      rest,
      total,
    ];
    const table = itemsTable(
      rows,
      [
        [dataHeading('Reference'), ({ reference }) => reference],
        ledger.id === 'city'
          ? [dataHeading('Company'), ({ company }) => company]
          : [{ heading: 'Since', kind: 'date', dates: 'day-of-year' }, ({ since }) => since],
        [amountHeading('Opening balance', money), each => each.opening.value],
        [amountHeading('Movement', money), each => each.closing.value.minus(each.opening.value)],
        [amountHeading('Closing balance', money), each => each.closing.value],
      ],
      each => ({ kind: each === total ? 'sum' : 'row' }),
    );
    return [withoutEmptyColumns(table)];
  });
}

const accountTitles = {
  payments: 'Payments by method',
  cityTax: 'City tax',
  transitory: 'Transitory items',
} as const;

function accountsSection(month: ClosedMonth, money: ShownUnit): Section {
  const tables = (Object.keys(accountTitles) as (keyof typeof accountTitles)[]).flatMap(kind => {
    const accounts = month.balances.accounts[kind];
    if (accounts.length === 0) return [];
    const table = itemsTable(accounts, [
      [textHeading('Account'), ({ account }) => [account]],
      [amountHeading('Movement', money), ({ amount }) => amount],
    ]);
    return [{ title: accountTitles[kind], ...table }];
  });
  const head = { title: 'Movements of other accounts', sheet: 'Ledgers', isPrinted: true } as const;
  return foldedSection(month, 'accounts', head, () => tables);
}

/** All groups side by side. What no step explains has its own line and state. */
export function bridgeTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const { bridge, books } = month;
  const groups = (Object.keys(revenueGroups) as RevenueGroup[]).filter(group =>
    bridge.some(row => row.group === group),
  );
  const all = bridgeTotal(bridge);
  const totals = [...groups.map(group => bridgeTotal(bridge.filter(row => row.group === group))), all];
  const detail = all.days > 0 ? sayCount(all.days, 'on 1 day', 'on {count} days') : '';
  const rest = { value: 'Not explained by any step', detail } as const;
  const open = month.accepted?.has('PR') ? 'accepted' : findUnexplained(month).state;
  const state = all.days === 0 ? 'agrees' : open;
  const unexplained = 'what no step explains is services outside the rate, or another price than booked';
  const sum = (name: Phrase, of: 'booked' | 'posted'): DocumentRow => ({
    // A workbook adds up what was booked and the steps.
    kind: of === 'booked' ? 'row' : 'sum',
    cells: [name, ...totals.map(total => ({ value: total[of], isFigure: true })), null, ''],
  });
  return {
    kind: 'table',
    title: 'From booked to posted revenue',
    detail: joinTexts([say('{currency}, gross', { currency: [books.currency] }), unexplained], '; '),
    columns: [
      textHeading('Step'),
      ...[...groups.map(group => revenueGroups[group]), 'All' as const].map(
        (heading): DocumentColumn => ({ heading, kind: 'signed', unit: money, isNeutral: true }),
      ),
      { heading: 'Postings', kind: 'number', unit: countUnit, isBelow: true },
      { heading: 'State', kind: 'state', isBelow: true },
    ],
    rows: [
      sum('Booked, in property performance', 'booked'),
      ...all.steps.map(({ kind, lines }): DocumentRow => {
        const amounts = totals.map(({ steps }) => steps.find(step => step.kind === kind)?.amount ?? null);
        return { kind: 'row', cells: [bridgeClasses[kind], ...amounts, lines, 'explained'] };
      }),
      { kind: 'row', cells: [rest, ...totals.map(({ residual }) => residual), null, state] },
      sum('Posted, in the ledger', 'posted'),
    ],
  };
}

export function bridgeSection(month: ClosedMonth, money: ShownUnit): Section {
  const amount = (heading: Phrase) => amountHeading(heading, money);
  const table = itemsTable(month.bridge, [
    [{ heading: 'Day', kind: 'date' }, row => row.day],
    [textHeading('Group'), row => revenueGroups[row.group]],
    [amount('Booked'), row => row.booked],
    ...bridgeSteps.map(
      kind => [amount(bridgeClasses[kind]), (row: BridgeRow) => row.steps[kind]?.amount ?? null] as const,
    ),
    [
      { heading: 'Not explained by any step', kind: 'signed', unit: money, isNeutral: true },
      row => row.residual,
    ],
    [amount('Posted'), row => row.posted],
  ]);
  const title = 'From booked to posted revenue, by day and group';
  const head = { title, sheet: 'From booked to posted revenue', isPrinted: true } as const;
  return foldedSection(month, 'bridge', head, () => [withoutEmptyColumns(table)]);
}

import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  moneyUnit,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import type { Balance } from '../../reports/close/balances.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import type { Check, CheckState, CheckUnit, Comparison } from '../../reports/close/check.ts';
import { amountOf } from '../../reports/close/close.ts';
import { bridgeClasses } from '../../reports/close/ledger.ts';
import { localTime } from '../../reports/close/ledger-line.ts';
import { revenueGroups } from '../../reports/close/revenue-tree.ts';
import { type ClosedMonth, checksIn, linesOf } from './result.ts';

/** The words of a state for readers. */
const stateWords: Readonly<Record<CheckState, string>> = {
  equal: 'agrees',
  explained: 'explained',
  unexplained: 'open',
  'not comparable': 'not comparable',
};
/** A page shows no more rows of one table than readers page through; JSON has all of them. */
const mostRows = 200;

const text = (heading: string): DocumentColumn => ({ heading, kind: 'text' });

/** The page of one property, or one with a section for each: their figures are never added up. */
export function closeDocument(months: readonly ClosedMonth[]): Document {
  const [only, ...others] = months;
  if (only && others.length === 0) return monthPage(only);
  return {
    title: 'Close',
    basis: `${months.length} properties, one close for each`,
    blocks: months.map(
      (month): Section => ({
        ...monthPage(month),
        kind: 'section',
        anchor: month.property,
        isSheet: true,
      }),
    ),
  };
}

function monthPage(month: ClosedMonth): Document {
  const { close, period, name, isProvisional, changes, stored } = month;
  const { books, checks } = close;
  const units = { money: { ...moneyUnit(books.currency), sign: '' } };
  const monthOf = { date: period.first, as: 'month-of-year' } as const;
  const own = (state: CheckState) => checksIn(close, state);
  const inAll = (state: CheckState): Text => [
    { number: amountOf(checks, state), unit: moneyUnit(books.currency) },
    ' in all',
  ];
  const posted = close.bridge.reduce((sum, row) => sum.plus(row.posted), new Big(0));
  const agreesWithRevenues = checks.find(({ id }) => id === 'R2')?.state === 'equal';
  const compared = checks.length - own('not comparable').length;
  const isNew = isProvisional ? 'Provisional close of ' : 'Close of ';
  return {
    title: [isNew, monthOf, ` · ${name}`],
    subject: [`${name}: `, isNew.toLowerCase(), monthOf, `, ${own('unexplained').length} checks are open`],
    basis: [
      { number: books.ledger.lines, unit: countUnit },
      ' postings, ',
      { number: books.guests['room nights'].total, unit: countUnit },
      ` room nights, ${countText(books.invoices.length, 'company invoice')} · ${books.currency} · fetched `,
      ...fetchedWords(month),
    ],
    tiles: [
      {
        what: 'Posted revenue, gross',
        value: posted,
        unit: moneyUnit(books.currency),
        detail: agreesWithRevenues ? 'ledger = revenues, to the cent' : 'ledger and revenues differ',
      },
      {
        what: 'Checks that agree',
        value: own('equal').length,
        unit: { sign: `of ${compared}`, decimals: 0 },
      },
      { what: 'Explained', value: own('explained').length, unit: countUnit, detail: inAll('explained') },
      { what: 'Open', value: own('unexplained').length, unit: countUnit, detail: inAll('unexplained') },
    ],
    blocks: [
      ...(isProvisional
        ? [
            {
              kind: 'note',
              text: 'Provisional: the month is not over, or its last night audit is not done. Nothing is kept, and figures will change.',
            } as const,
          ]
        : []),
      ...(changes ? changesBlocks(changes, units.money) : []),
      ...openBlocks(month, units.money),
      bridgeTable(month, units.money),
      agreesTable(month, units.money),
      bridgeSection(month, units.money),
      balancesSection(month, units.money),
      ...checks.map(check => checkSection(month, check, units.money)),
    ],
    notes: notesOf(month, stored),
  };
}

function fetchedWords({ fetchedAt, zone, isProvisional }: ClosedMonth): Exclude<Text, string> {
  const { day } = localTime(zone)(Date.parse(fetchedAt));
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(Date.parse(fetchedAt));
  return [{ date: day, as: 'long' }, `, ${time}${isProvisional ? '' : ', after the night audit'}`];
}

function notesOf({ close, fetchedAt }: ClosedMonth, stored: ClosedMonth['stored']): Text[] {
  const outside = checksIn(close, 'not comparable').map(({ title, comparisons: [first] }) => {
    const [why] = first?.reasons ?? [];
    return `${title.toLowerCase()}${why === undefined ? '' : ` (${why})`}`;
  });
  return [
    ...(stored
      ? [
          [
            'Closed by hotelctl close on ',
            { date: fetchedAt.slice(0, 10), as: 'long' as const },
            `; this close, number ${stored.sequence}: ${stored.hash}; the one before: ${stored.previous ?? 'none'}.`,
          ],
        ]
      : []),
    ...(outside.length > 0 ? [`Not compared: ${outside.join('; ')}.`] : []),
    'Not in any report: gaps in invoice numbers (private invoices), settlements of the payment provider, commissions.',
  ];
}

const unitOf = (unit: CheckUnit, money: ShownUnit): ShownUnit =>
  unit === 'money' ? money : unit === 'percent' ? { sign: '', decimals: 2 } : countUnit;

const figureColumns = (first: string, last: string): DocumentColumn[] => [
  text(first),
  { heading: 'One side', kind: 'number' },
  { heading: 'Other side', kind: 'number' },
  { heading: 'Difference', kind: 'number' },
  { heading: 'State', kind: 'state' },
  { ...text(last), rank: 1 },
];

type Figures = Pick<Comparison, 'left' | 'right' | 'difference' | 'state'>;

function figureRow(name: Cell, figures: Figures, unit: ShownUnit, words: string, link?: string): DocumentRow {
  const { left, right, difference, state } = figures;
  const cell = (value: Big | null): Cell => (value === null ? null : { value, unit: { ...unit, sign: '' } });
  return {
    kind: 'row',
    cells: [name, cell(left), cell(right), cell(difference), stateWords[state], words],
    ...(link === undefined ? {} : { link }),
  };
}

const anchorOf = ({ property }: ClosedMonth, id: string) => `${property}-${id}`;

const named = (title: string, subjects: number): Cell =>
  subjects > 1 ? { value: title, detail: countText(subjects, 'comparison') } : title;

/** Every difference that nothing explains, with what is behind it. */
function openBlocks(month: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  const rows = checksIn(month.close, 'unexplained').flatMap(check =>
    check.comparisons
      .filter(({ state }) => state === 'unexplained')
      .map(comparison =>
        figureRow(
          { value: check.title, detail: comparison.subject },
          comparison,
          unitOf(check.unit, money),
          behind(month, comparison),
          anchorOf(month, check.id),
        ),
      ),
  );
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Open',
      columns: figureColumns('Check', 'What is behind it'),
      rows: rows.slice(0, mostRows),
    },
  ];
}

/** The reasons that the data shows, and the first line. */
function behind(month: ClosedMonth, comparison: Comparison): string {
  const { count, exactly, lines } = linesOf(month, comparison);
  const [line] = lines;
  const named = line && `${line.sourceEntryNumber} of ${line.date}, ${line.creditedAccount.name}`;
  const first =
    exactly === 0
      ? `none of ${countText(count, 'line')} has exactly this amount`
      : line &&
        `${countText(exactly ?? count, 'line')}${exactly ? ' of exactly this amount' : ''}, first ${named}`;
  return [...comparison.reasons, first].filter(Boolean).join('; ');
}

function agreesTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const shown = [...checksIn(month.close, 'equal'), ...checksIn(month.close, 'explained')];
  return {
    kind: 'table',
    title: 'Agrees',
    columns: figureColumns('Check', 'What is behind it'),
    rows: shown.map(check => {
      const reasons = check.comparisons.flatMap(each => (each.state === 'explained' ? each.reasons : []));
      const words = [...new Set(reasons)];
      const more = words.length > 2 ? `; ${words.length - 2} more` : '';
      return figureRow(
        named(check.title, check.comparisons.length),
        check,
        unitOf(check.unit, money),
        words.slice(0, 2).join('; ') + more,
        anchorOf(month, check.id),
      );
    }),
  };
}

function bridgeTable({ close }: ClosedMonth, money: ShownUnit): DocumentTable {
  const total = bridgeTotal(close.bridge.filter(({ group }) => group === 'accommodation'));
  const sum = (name: string, amount: Big): DocumentRow => ({
    kind: 'sum',
    cells: [name, { value: amount, isFigure: true }, null, ''],
  });
  const step = (name: string, amount: Big, lines: number | null, words: string): DocumentRow => ({
    kind: 'row',
    cells: [name, { value: amount, unit: money }, lines, words],
  });
  return {
    kind: 'table',
    title: 'From booked to posted accommodation revenue',
    columns: [
      text('Step'),
      { heading: `Amount ${close.books.currency}`, kind: 'change', unit: money },
      { heading: 'Lines', kind: 'number', unit: countUnit },
      text(''),
    ],
    rows: [
      sum('Booked, as property performance reports it', total.booked),
      ...total.steps.map(({ kind, amount, lines }) => step(bridgeClasses[kind], amount, lines, '')),
      step(
        'Residual: booked price differs from posted price, or services outside the rate',
        total.residual,
        null,
        total.days > 0 ? `on ${countText(total.days, 'day')}, listed by day` : '',
      ),
      sum('Posted, as the ledger has it', total.posted),
    ],
  };
}

/** By day and group. */
function bridgeSection(month: ClosedMonth, money: ShownUnit): Section {
  const { bridge } = month.close;
  const kinds = (Object.keys(bridgeClasses) as (keyof typeof bridgeClasses)[]).filter(
    kind => kind !== 'stay',
  );
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
          text('Group'),
          amount('Booked'),
          ...kinds.map(kind => amount(bridgeClasses[kind])),
          { heading: 'Residual', kind: 'change', unit: money },
          amount('Posted'),
        ],
        rows: bridge.map(row => ({
          kind: 'row',
          cells: [
            row.day,
            revenueGroups[row.group],
            row.booked,
            ...kinds.map(kind => row.steps[kind]?.amount ?? null),
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

function balancesSection(month: ClosedMonth, money: ShownUnit): Section {
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
          text('Rate'),
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
          columns: [text('Reference'), ...['Opening', 'Movement', 'Closing'].map(amount)],
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
          columns: [text('Account'), amount('Movement')],
          rows: accounts[kind].map(each => row(each.account, each.amount)),
        }),
      ),
    ],
  };
}

/** One page for each check: its subjects, the open ones first, and their lines. */
function checkSection(month: ClosedMonth, check: Check, money: ShownUnit): Section {
  const { comparisons, unit, id, title, says, reports } = check;
  const unitOfFigures = unitOf(id === 'P3' || id === 'P4' || id === 'P6' ? 'money' : unit, money);
  const order: readonly CheckState[] = ['unexplained', 'explained', 'not comparable', 'equal'];
  const sorted = comparisons.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const withLines = sorted.filter(each => linesOf(month, each).count > 0);
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

function linesTable(month: ClosedMonth, comparison: Comparison, money: ShownUnit): DocumentTable {
  const { count, lines } = linesOf(month, comparison);
  return {
    kind: 'table',
    title: comparison.subject,
    detail: count > lines.length ? `${lines.length} of ${count} lines` : countText(count, 'line'),
    columns: [
      text('Entry'),
      { heading: 'Date', kind: 'date' },
      ...['Posted', 'Command', 'Debited', 'Credited', 'Reference', 'Receipt'].map(text),
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

function changesBlocks(changes: NonNullable<ClosedMonth['changes']>, money: ShownUnit): DocumentBlock[] {
  const { since, entries, count, reports } = changes;
  const day: Text = ['the close of ', { date: since.slice(0, 10), as: 'long' }];
  const others = reports.length > 0 ? `; ${reports.join(', ')} changed` : '';
  if (count === 0) return [{ kind: 'note', text: ['No posting has changed since ', ...day, `${others}.`] }];
  return [
    {
      kind: 'table',
      title: 'Changed',
      detail: [`${countText(count, 'entry', 'entries')} since `, ...day, others],
      columns: [
        ...[text('Entry'), { heading: 'Date', kind: 'date' as const }, text('What')],
        { heading: 'Then', kind: 'number', unit: money },
        { heading: 'Now', kind: 'number', unit: money },
      ],
      rows: entries.map(({ entry, date, what, before, now }) => ({
        kind: 'row',
        cells: [entry, date, what, before, now],
      })),
    },
  ];
}

import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentRow,
  type DocumentTable,
  moneyUnit,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import type { CheckedFigures, CheckState } from '../../reports/close/check.ts';
import { sumDifferences } from '../../reports/close/close.ts';
import { localTimeIn } from '../../reports/close/ledger-line.ts';
import { bridgeClasses } from '../../reports/close/revenue-tree.ts';
import { type ClosedMonth, checksIn, findLinesBehind } from './result.ts';
import {
  anchorOf,
  balancesSection,
  bridgeSection,
  checkSection,
  figureColumns,
  figureRow,
  mostRows,
  named,
  textHeading,
  unitOf,
} from './sections.ts';

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
    { number: sumDifferences(checks, state), unit: moneyUnit(books.currency) },
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
  const { day } = localTimeIn(zone)(Date.parse(fetchedAt));
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

/** Every difference that nothing explains, with what is behind it. */
function openBlocks(month: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  const rows = checksIn(month.close, 'unexplained').flatMap(check =>
    check.comparisons
      .filter(({ state }) => state === 'unexplained')
      .map(comparison =>
        figureRow(
          { value: check.title, detail: comparison.subject },
          comparison,
          unitOf(check.unitOfSubjects, money),
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
function behind(month: ClosedMonth, comparison: CheckedFigures): string {
  const { count, exactly, lines } = findLinesBehind(month, comparison);
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
      textHeading('Step'),
      { heading: `Amount ${close.books.currency}`, kind: 'change', unit: money },
      { heading: 'Lines', kind: 'number', unit: countUnit },
      textHeading(''),
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
        ...[textHeading('Entry'), { heading: 'Date', kind: 'date' as const }, textHeading('What')],
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

import type Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
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
  type Tile,
} from '../../output/document/document.ts';
import { plainNumber } from '../../platform/numbers.ts';
import { bridgeTotal } from '../../reports/close/bridge.ts';
import { type Check, type CheckedFigures, type CheckState, checkStates } from '../../reports/close/check.ts';
import { exact } from '../../reports/close/exact-sum.ts';
import { bridgeClasses, type RevenueGroup, revenueGroups } from '../../reports/close/revenue-tree.ts';
import { type ClosedMonth, checksIn, findLinesBehind } from './close-result.ts';
import {
  balancesSection,
  bridgeSection,
  checkSection,
  chooseUnit,
  figureColumns,
  figureRow,
  hotelsTable,
  makeAnchor,
  mostRows,
  reasonText,
  stateTitles,
  sumPosted,
  textHeading,
} from './close-sections.ts';

/** The page of one property, or one with a section for each: their figures are never added up. */
export function closeDocument(months: readonly ClosedMonth[]): Document {
  const [only, ...others] = months;
  if (only && others.length === 0) return monthPage(only);
  return {
    title: 'Close',
    basis: `${months.length} properties, one close for each`,
    blocks: [
      hotelsTable(months),
      ...months.map(
        (month): Section => ({
          ...monthPage(month),
          kind: 'section',
          anchor: month.property,
          sheet: month.property,
        }),
      ),
    ],
  };
}

function monthPage(month: ClosedMonth): Document {
  const { close, period, name, isProvisional, changes, fetchedAt } = month;
  const { books, checks } = close;
  const money = { ...moneyUnit(books.currency), sign: '' };
  const monthPiece = { date: period.first, as: 'month-of-year' } as const;
  const revenues = checks.find(({ id }) => id === 'R2')?.state ?? 'not comparable';
  const isNew = isProvisional ? 'Provisional close of ' : 'Close of ';
  return {
    title: [isNew, monthPiece, ` · ${name}`],
    subject: [
      `${name}: `,
      isNew.toLowerCase(),
      monthPiece,
      `, ${checksIn(close, 'open').length} checks are open`,
    ],
    basis: [
      { number: books.ledger.lines, unit: countUnit },
      ' postings, ',
      { number: books.guests['room nights'].total, unit: countUnit },
      ` room nights, ${countText(books.invoices.length, 'company invoice')} · ${books.currency} · fetched `,
      ...momentWords(fetchedAt),
      isProvisional ? '' : ', after the night audit',
    ],
    tiles: [
      {
        what: 'Posted revenue, gross',
        value: sumPosted(month),
        unit: moneyUnit(books.currency),
        detail: revenuesWords[revenues] ?? '',
      },
      ...checkStates.map((state): Tile => {
        const value = checksIn(close, state).length;
        return {
          what: stateTitles[state],
          value,
          unit: { sign: state === 'agrees' ? `of ${checks.length}` : '', decimals: 0 },
          ...(state === 'open' && value > 0 ? { state } : {}),
        };
      }),
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
      ...(changes ? changesBlocks(changes, money) : []),
      ...openBlocks(month, money),
      bridgeTable(month, money),
      agreesTable(month, money),
      bridgeSection(month, money),
      balancesSection(month, money),
      ...checks.map(check => checkSection(month, check, money)),
    ],
    notes: makeNotes(month),
  };
}

const revenuesWords: Partial<Record<CheckState, string>> = {
  agrees: 'ledger = revenues, exactly',
  open: 'ledger and revenues differ',
};

/** @param moment in the local time of the property */
const momentWords = (moment: string): Exclude<Text, string> => [
  { date: moment.slice(0, 10), as: 'long' },
  `, ${moment.slice(11, 16)}`,
];

function makeNotes({ close, stored }: ClosedMonth): Text[] {
  const outside = checksIn(close, 'not comparable').flatMap(({ title, comparisons: [first] }, index) => {
    const [why] = first?.reasons ?? [];
    return [
      index > 0 ? '; ' : '',
      { phrase: title },
      ...(why === undefined ? [] : [' (', { phrase: reasonText(why, moneyUnit(close.books.currency)) }, ')']),
    ];
  });
  return [
    ...(stored
      ? [
          [
            'Closed by hotelctl close on ',
            ...momentWords(stored.closedAt),
            `; this close, number ${stored.sequence}: ${stored.hash}; the one before: ${stored.previous ?? 'none'}.`,
          ],
        ]
      : []),
    ...(outside.length > 0 ? [['Not compared: ', ...outside, '.']] : []),
    'Not in any report: gaps in invoice numbers (private invoices), settlements of the payment provider, commissions.',
  ];
}

const openIn = ({ close }: ClosedMonth) =>
  checksIn(close, 'open').flatMap(check =>
    check.comparisons.filter(({ state }) => state === 'open').map(comparison => ({ check, comparison })),
  );

/** Every difference that nothing explains, with what is behind it. */
function openBlocks(month: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  const shown = openIn(month).slice(0, mostRows);
  const rows = shown.map(({ check, comparison }) =>
    figureRow(
      {
        value: [{ phrase: check.title }, ': ', { phrase: comparison.subject }],
        detail: check.sides.join(' / '),
      },
      comparison,
      chooseUnit(check.unit, money),
      describeOpen(month, check, comparison),
      makeAnchor(month, check.id),
    ),
  );
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Open',
      columns: figureColumns('Check', 'What is behind it'),
      rows,
    },
  ];
}

/** What may have caused it, the postings that are wrong, and the other findings that have the same amount. */
function describeOpen(month: ClosedMonth, check: Check, comparison: CheckedFigures): string {
  const { reasons, behind, difference } = comparison;
  const { count, lines } = findLinesBehind(month, comparison);
  const [line] = lines;
  const isAccount = behind?.field === 'account' || behind?.field === 'percent';
  const first = `${line?.sourceEntryNumber} of ${line?.date}, ${plainNumber(line?.grossAmount ?? 0)} ${line?.currency}`;
  const own = isAccount || count === 0 ? '' : `${countText(count, 'posting')}, first ${first}`;
  const isAmount = (value: Big) => check.unit === 'money' && difference?.value.abs().eq(value.abs());
  const candidates = isAccount ? openIn(month) : [];
  const others = candidates.flatMap(({ check: other, comparison: { subject, ...each } }) => {
    if (other === check) return [];
    if (each.behind?.field === 'reference' && each.difference && isAmount(each.difference.value))
      return `${subject} differs by the same amount (${other.title})`;
    const found = each.kept?.lines.find(({ grossAmount }) => isAmount(exact(grossAmount)));
    return found ? `see ${found.sourceEntryNumber} (${other.title}: ${subject})` : [];
  });
  return [...reasons, own, ...others].filter(Boolean).join('; ');
}

function agreesTable(month: ClosedMonth, money: ShownUnit): DocumentTable {
  const shown = (['agrees', 'within limit', 'explained'] as const).flatMap(state =>
    checksIn(month.close, state),
  );
  return {
    kind: 'table',
    title: 'Agrees, within a limit, or explained',
    columns: figureColumns('Check', 'What is behind it'),
    rows: shown.map(check =>
      figureRow(
        { value: check.title, detail: check.sides.join(' / ') },
        check,
        chooseUnit(check.unit, money),
        describeCheck(check, chooseUnit(check.unit, money)),
        makeAnchor(month, check.id),
      ),
    ),
  };
}

/** How many of several figures agree, why the others differ, and what was not checked. */
function describeCheck({ comparisons, counts, left }: Check, unit: ShownUnit): Text {
  const states = checkStates.flatMap(state =>
    counts[state] > 0 ? `${counts[state]} ${state === 'agrees' ? 'agree' : state}` : [],
  );
  const reasons = comparisons.flatMap(each => (each.state === 'not comparable' ? [] : each.reasons));
  const unchecked = comparisons.filter(({ state }) => state === 'not comparable');
  const named = [...(left === null ? [states.join(', ')] : []), ...new Set(reasons)];
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
const mostWords = 5;

/** All groups side by side. What no step explains has its own line and state. */
function bridgeTable({ close }: ClosedMonth, money: ShownUnit): DocumentTable {
  const groups = (Object.keys(revenueGroups) as RevenueGroup[]).filter(group =>
    close.bridge.some(row => row.group === group),
  );
  const totals = [
    ...groups.map(group => bridgeTotal(close.bridge.filter(row => row.group === group))),
    bridgeTotal(close.bridge),
  ];
  const all = totals.at(-1);
  const sum = (name: string, of: 'booked' | 'posted'): DocumentRow => ({
    kind: 'sum',
    cells: [name, ...totals.map(total => ({ value: total[of], isFigure: true })), null, ''],
  });
  const days = all?.days ?? 0;
  const isOpen = close.checks.some(({ id, state }) => id === 'PR' && state === 'open');
  const unexplained = isOpen ? 'open' : 'not comparable';
  return {
    kind: 'table',
    title: 'From booked to posted revenue',
    detail: `${close.books.currency}, gross; what no step explains is services outside the rate, or another price than booked`,
    columns: [
      textHeading('Step'),
      ...[...groups.map(group => revenueGroups[group]), 'All'].map(
        (heading): DocumentColumn => ({ heading, kind: 'signed', unit: money }),
      ),
      { heading: 'Postings', kind: 'number', unit: countUnit, isBelow: true },
      { heading: 'State', kind: 'state', isBelow: true },
    ],
    rows: [
      sum('Booked, in property performance', 'booked'),
      ...(all?.steps ?? []).map(
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
          { value: 'Not explained by any step', detail: days > 0 ? `on ${countText(days, 'day')}` : '' },
          ...totals.map(({ residual }) => residual),
          null,
          days > 0 ? unexplained : 'agrees',
        ],
      },
      sum('Posted, in the ledger', 'posted'),
    ],
  };
}

function changesBlocks(changes: NonNullable<ClosedMonth['changes']>, money: ShownUnit): DocumentBlock[] {
  const { since, sequence, entries, count, reports } = changes;
  const day: Text = [`close ${sequence} of `, ...momentWords(since)];
  const others = reports.length > 0 ? `; ${reports.join(', ')} changed` : '';
  if (count === 0) return [{ kind: 'note', text: ['No posting has changed since ', ...day, `${others}.`] }];
  return [
    {
      kind: 'table',
      title: 'Changed',
      detail: [`${countText(count, 'entry', 'entries')} since `, ...day, others],
      columns: [
        textHeading('Entry'),
        { heading: 'Date', kind: 'date' as const },
        textHeading('What'),
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

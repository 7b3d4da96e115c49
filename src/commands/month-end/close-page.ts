import {
  amountHeading,
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentTable,
  dataHeading,
  itemsTable,
  moneyUnit,
  percentUnit,
  type ShownUnit,
  type Text,
  type Tile,
  textHeading,
} from '../../output/document/document.ts';
import {
  asPieces,
  joinTexts,
  namePart,
  say,
  sayCount,
  sayDate,
  saySome,
} from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { hundredth } from '../../platform/numbers.ts';
import { checksIn, findUnexplained } from '../../reports/close/close.ts';
import { countHotels, documentOfEach, type NamedGap } from '../../reports/figures/lines.ts';
import { makeAttentionTable } from './attention-table.ts';
import { agreesTable, checkSection, sayRest } from './check-tables.ts';
import { type ClosedMonth, findNotAccepted, shownState } from './close-result.ts';
import { bridgeSection, bridgeTable, ledgerSections, ledgersTable, vatTable } from './ledger-tables.ts';

export function closeDocument(months: readonly ClosedMonth[], missing: readonly NamedGap[]): Document {
  const [only] = months;
  const title = only
    ? say('Close of {month}', { month: sayDate(only.books.period.first, 'month-of-year') })
    : 'Close';
  const pages = months.map(month => ({ property: month.books.property, page: monthPage(month) }));
  const counts = { hotels: months.length, expected: months.length + missing.length };
  const open = months.reduce((sum, month) => sum + findNotAccepted(month, 'open').length, 0);
  const subject = saySubject(joinTexts([title, countHotels(counts)]), open);
  const before = [{ title: 'Hotels' as const, ...hotelsTable(months) }];
  const document = documentOfEach(pages, missing, title, 'one close for each', before);
  return counts.expected === 1 ? document : { ...document, subject };
}

/** A page with open checks is mailed too: its subject is what a recipient sees first. */
const saySubject = (title: Text, open: number): Text =>
  sayCount(open, '{title}: 1 check is open', '{title}: {count} checks are open', { title: asPieces(title) });

/** First what is signed, then the details behind it. */
function monthPage(month: ClosedMonth): Document {
  const { books, checks, isProvisional, stored } = month;
  const money = { ...moneyUnit(books.currency), sign: '' };
  const closed = { month: sayDate(books.period.first, 'month-of-year') };
  const title: Text = [
    ...(isProvisional ? say('Provisional close of {month}', closed) : say('Close of {month}', closed)),
    ` · ${books.name}`,
  ];
  return {
    title,
    subject: saySubject(title, findNotAccepted(month, 'open').length),
    basis: joinTexts([
      stored && say('Close {number}', { number: stored.about.sequence }),
      sayCount(
        books.invoices.length,
        '{postings} postings, {nights} room nights, 1 company invoice',
        '{postings} postings, {nights} room nights, {count} company invoices',
        { postings: books.ledger.lines, nights: books.guests['room nights'].total },
      ),
      [books.currency ?? ''],
      isProvisional
        ? say('fetched {day}, {time}', momentWords(books.closedAt))
        : say('fetched {day}, {time}, after the night audit', momentWords(books.closedAt)),
    ]),
    tiles: makeTiles(month),
    blocks: [
      ...(isProvisional ? [{ kind: 'note', text: provisionalWords } as const] : []),
      ...changesBlocks(month, money),
      ...makeAttentionTable(month, money, 'Open'),
      ...makeAttentionTable(month, money, 'Questions'),
      { title: 'Ledgers', ...ledgersTable(month, money) },
      vatTable(month, money),
      bridgeTable(month, money),
      ...(isProvisional ? [] : [signaturesTable(month)]),
      agreesTable(month, money),
      bridgeSection(month, money),
      ...ledgerSections(month, money),
      ...checks.map(check => checkSection(month, check, money)),
    ],
    notes: makeNotes(month),
  };
}

const provisionalWords =
  'Provisional: nothing is kept. Until the month is over and its last night audit is done, figures change.';

/** How many checks need attention in this way, and how many of them someone has accepted. */
function attentionTile(month: ClosedMonth, what: Phrase, state: 'open' | 'question', of?: number): Tile {
  const rest = findNotAccepted(month, state).length;
  const accepted = checksIn(month, state).length - rest;
  return {
    what,
    value: rest,
    unit: countUnit,
    of,
    detail: accepted > 0 ? say('{count} accepted', { count: accepted }) : undefined,
    state: state === 'open' && rest > 0 ? state : undefined,
  };
}

function makeTiles(month: ClosedMonth): NonNullable<Document['tiles']> {
  const { books, checks, ledgers } = month;
  const unit = moneyUnit(books.currency);
  const { amount, posted, state } = findUnexplained(month);
  const share = posted.eq(0) ? posted : amount.div(posted.times(hundredth));
  const opened = ledgers.flatMap(({ items }) => items.filter(({ opening }) => !opening.isZero)).length;
  const revenues = checks.find(({ id }) => id === 'R2')?.state;
  const differs = revenues === 'open' ? 'ledger and revenues differ' : '';
  const compared = revenues === 'agrees' ? 'ledger = revenues, exactly' : differs;
  const { from = 'history', since = null } = books.openings ?? {};
  const sources = {
    close: 'from the close before',
    file: 'from a file',
    history: 'from the ledger',
  } as const;
  const source =
    from === 'history' && since !== null
      ? say('from the ledger since {month}', { month: sayDate(since, 'month-of-year') })
      : sources[from];
  return [
    { what: 'Posted revenue, gross', value: posted, unit, detail: compared },
    {
      what: 'Booked, not yet explained',
      value: amount,
      unit,
      detail: say('{share} of what was posted', { share: [{ number: share, unit: percentUnit }] }),
      state: state === 'open' ? state : undefined,
    },
    attentionTile(month, 'Checks open', 'open', checks.length - checksIn(month, 'not comparable').length),
    attentionTile(month, 'Questions', 'question'),
    { what: 'Known openings', value: opened, unit: countUnit, detail: source },
  ];
}

/** @param moment in the local time of the property */
const momentWords = (moment: string) => ({
  day: sayDate(moment.slice(0, 10), 'long'),
  time: [moment.slice(11, 16)],
});

function makeNotes(month: ClosedMonth): Text[] {
  const { stored } = month;
  const outside = checksIn(month, 'not comparable').map(({ title, comparisons: [first] }) => {
    const [why] = first?.reasons ?? [];
    return why === undefined ? title : [...say(title), ' (', ...asPieces(why), ')'];
  });
  return [
    ...(stored
      ? [
          say(
            'Closed by hotelctl close on {day}, {time}; this close, number {number}: {hash}; the one before: {previous}.',
            {
              ...momentWords(stored.about.closedAt),
              number: stored.about.sequence,
              hash: [stored.hash],
              previous: stored.manifest.previous == null ? say('none') : [stored.manifest.previous],
            },
          ),
        ]
      : []),
    ...(outside.length > 0 ? [say('Not compared: {checks}.', { checks: joinTexts(outside, '; ') })] : []),
    'Not in any report: gaps in invoice numbers (private invoices), settlements of the payment provider, commissions.',
  ];
}

const roleWords = { prepared: 'Prepared', reviewed: 'Reviewed' } as const;

function signaturesTable({ signatures, signedBefore = [] }: ClosedMonth): DocumentTable {
  const names = signedBefore.map(({ close, role, by }) =>
    joinTexts([say('Close {number}', { number: close }), namePart(say(roleWords[role]), [by])], ', '),
  );
  const table = itemsTable(['prepared', 'reviewed'] as const, [
    [textHeading('Role'), role => roleWords[role]],
    [dataHeading('Name'), role => signatures?.[role]?.by ?? signatureLine],
    [
      { heading: 'Date', kind: 'date', dates: 'day-of-year' },
      role => signatures?.[role]?.at.slice(0, 10) ?? null,
    ],
    [textHeading('Signature'), () => [signatureLine]],
  ]);
  const detail = names.length > 0 ? say('signed before: {names}', { names: saySome(names, '; ') }) : '';
  return { title: 'Signatures', detail, ...table };
}
const signatureLine = '____________________';

function changesBlocks({ changes }: ClosedMonth, money: ShownUnit): DocumentBlock[] {
  if (!changes) return [];
  const { since, sequence, entries, count, reports } = changes;
  const close = { number: sequence, ...momentWords(since) };
  const others = reports.length > 0 ? say('{reports} changed', { reports: [reports.join(', ')] }) : [];
  const none = say('No posting has changed since close {number} of {day}, {time}', close);
  if (count === 0) return [{ kind: 'note', text: [...joinTexts([none, others], '; '), '.'] }];
  const changed = sayCount(
    count,
    '1 entry since close {number} of {day}, {time}',
    '{count} entries since close {number} of {day}, {time}',
    close,
  );
  return [
    {
      title: 'Changed',
      detail: joinTexts([changed, others, ...sayRest(entries.length, count)], '; '),
      ...itemsTable(entries, [
        [textHeading('Entry'), ({ entry }) => [entry]],
        [{ heading: 'Date', kind: 'date' }, ({ date }) => date],
        [textHeading('What'), ({ what }) => what],
        [amountHeading('Then', money), ({ before }) => before],
        [amountHeading('Now', money), ({ now }) => now],
      ]),
    },
  ];
}

function hotelsTable(months: readonly ClosedMonth[]) {
  const amountOf = (what: 'posted' | 'amount') => (month: ClosedMonth) => ({
    value: findUnexplained(month)[what],
    unit: moneyUnit(month.books.currency),
  });
  return itemsTable(
    months,
    [
      [dataHeading('Hotel'), ({ books }) => books.name],
      [{ heading: 'Posted revenue, gross', kind: 'number' }, amountOf('posted')],
      [{ heading: 'Booked, not yet explained', kind: 'number' }, amountOf('amount')],
      [amountHeading('Checks open', countUnit), month => findNotAccepted(month, 'open').length],
      [amountHeading('Questions', countUnit), month => findNotAccepted(month, 'question').length],
      [{ heading: 'State', kind: 'state' }, month => shownState(month)],
    ],
    ({ books }) => ({ kind: 'row', link: books.property }),
  );
}

import { durationText } from '../../base/text.ts';
import { openJournal } from '../../bookings/journal.ts';
import { type Attempt, summarizeEntry, timeLeft } from '../../bookings/standing.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { readLimit } from '../../output/columns.ts';
import { chooseFormat } from '../../output/format.ts';
import { formatText, say, sayCount } from '../../output/words/messages.ts';
import {
  type Column,
  dateColumn,
  type FieldValue,
  listColumn,
  momentColumn,
  moneyColumn,
  numberColumn,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';

const states: Readonly<Record<string, string>> = {
  'authorization-requested': 'to be booked',
  'not-sent': 'not sent',
  'not-made': 'not made',
  unknown: 'OUTCOME UNKNOWN',
};

export const journalColumns: readonly Column[] = [
  {
    ...textColumn('state', 'State'),
    display: record => states[String(record['state'])] ?? String(record['state']),
  },
  textColumn('bookingId', 'Booking'),
  textColumn('transactionReference', 'Payment'),
  listColumn('propertyIds', 'Property'),
  moneyColumn('grandTotal.amount', 'Grand total', 'grandTotal.currency'),
  textColumn('grandTotal.currency', 'Currency'),
  { ...numberColumn('secondsLeft', 'Time left'), display: ({ secondsLeft }) => leftText(secondsLeft) },
  momentColumn('at', 'Last change'),
  momentColumn('authorizedAt', 'Authorized'),
  listColumn('reservationIds', 'Reservations'),
  textColumn('quoteId', 'Quote'),
  textColumn('key', 'Idempotency key'),
  textColumn('reference', 'Reference'),
  textColumn('host', 'Host'),
  momentColumn('firstSentAt', 'Sent'),
  momentColumn('firstPlatformTime', 'Sent, platform time'),
  { ...textColumn('guest', 'Guest'), isPersonal: true },
  dateColumn('arrival', 'Arrival'),
  dateColumn('departure', 'Departure'),
];

export const keysOfJournal = [
  'state',
  'bookingId',
  'reference',
  'guest',
  'arrival',
  'departure',
  'propertyIds',
  'grandTotal.amount',
  'secondsLeft',
  'at',
  'key',
];

const leftText = (seconds: FieldValue): string => {
  if (typeof seconds !== 'number') return '';
  return seconds === 0 ? 'over' : durationText(seconds * 1000, 'min');
};

/** Rows of a table for people, as of `gh`; the other formats are complete. */
const shownRows = 30;

const batchSize = 256;

function toRecords(attempt: Attempt | undefined, now: number): ReportRecord[] {
  if (attempt === undefined) return [];
  const left = timeLeft(attempt, now);
  const { digest: _, stays: __, ...fields } = attempt;
  return [
    { ...fields, ...(left === undefined ? {} : { secondsLeft: Math.floor(left / 1000) }) } as ReportRecord,
  ];
}

export async function planBookingList(invocation: Invocation, options: OutputOptions) {
  const { context, note, settings } = invocation;
  // The rows that --sort puts first may be any of them.
  const { limit, ...others } = options.sort === undefined ? options : { ...options, limit: undefined };
  const isTable = chooseFormat(options) === 'table' && options.sort === undefined;
  const wanted = limit === undefined ? undefined : readLimit(limit);
  const view = { name: 'bookings', columns: journalColumns, table: { columns: keysOfJournal } };
  const write = await planRecords(invocation, options.sort === undefined ? others : options, view);
  return async () => {
    const { entries, torn, linesOf, close } = openJournal(context).index();
    const count = wanted ?? (isTable ? shownRows : entries.length);
    const newest = entries.toReversed();
    // A person has to resolve each of these.
    const unknown = newest.filter(({ isUnknown }) => isUnknown);
    const shown = newest.filter((entry, at) => at < count || (limit === undefined && entry.isUnknown));
    const now = context.clock.now();
    const recordsOf = (entry: (typeof shown)[0]) => toRecords(summarizeEntry(linesOf(entry)), now);
    async function* records() {
      for (let at = 0; at < shown.length; at += batchSize)
        yield shown.slice(at, at + batchSize).flatMap(recordsOf);
    }
    const locale = await write(records).finally(close);
    const all = String(entries.length);
    const verb = settings.require('assume.bookings.honorsKeys') === 'yes' ? 'resume' : 'settle';
    const command = `\`hotelctl bookings ${verb} KEY\``;
    const notes = [
      shown.length < entries.length &&
        say('{shown} of {all} bookings: add --limit {all} to list all', { shown: String(shown.length), all }),
      unknown.length > 0 && say('resolve a booking with an unknown outcome with {command}', { command }),
      torn > 0 &&
        sayCount(
          torn,
          'not shown: 1 line of the journal, cut off while being written',
          'not shown: {count} lines of the journal, cut off while being written',
        ),
    ];
    for (const words of notes) if (words) await note(formatText(words, locale));
  };
}

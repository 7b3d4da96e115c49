import { durationText } from '../../base/text.ts';
import { openJournal } from '../../bookings/journal.ts';
import { attemptsAndAuthorizations, timeLeft } from '../../bookings/standing.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Money } from '../../platform/money.ts';
import { moneyText } from '../../platform/money.ts';
import {
  type Column,
  dateColumn,
  type FieldValue,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';

const states: Readonly<Record<string, string>> = {
  'authorization-requested': 'to be booked',
  created: 'created',
  refused: 'refused',
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
  textColumn('propertyIds', 'Property'),
  {
    name: 'grandTotal.amount',
    type: 'number',
    heading: 'Grand total',
    display: record => (record['grandTotal'] ? moneyText(record['grandTotal'] as unknown as Money) : ''),
  },
  textColumn('grandTotal.currency', 'Currency'),
  {
    name: 'secondsLeft',
    type: 'number',
    heading: 'Time left',
    display: record => leftText(record['secondsLeft']),
  },
  dateColumn('at', 'Last change'),
  dateColumn('authorizedAt', 'Authorized'),
  textColumn('reservationIds', 'Reservations'),
  textColumn('quoteId', 'Quote'),
  textColumn('key', 'Idempotency key'),
  textColumn('reference', 'Reference'),
  textColumn('guest', 'Guest'),
  dateColumn('arrival', 'Arrival'),
  dateColumn('departure', 'Departure'),
];

const table = {
  columns: [
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
  ],
};

const leftText = (seconds: FieldValue): string => {
  if (typeof seconds !== 'number') return '';
  return seconds === 0 ? 'over' : durationText(seconds * 1000, 'min');
};

export async function listBookings(open: OpenInvocation, options: OutputOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const { context, note } = invocation;
  const content = await openJournal(context).read();
  const now = context.clock.now();
  const attempts = attemptsAndAuthorizations(content);
  await writeRecords(invocation, options, { name: 'bookings', columns: journalColumns, table }, () =>
    attempts.map(attempt => {
      const left = timeLeft(attempt, now);
      const { digest: _, stays: __, ...rest } = attempt;
      return {
        ...rest,
        ...(left === undefined ? {} : { secondsLeft: Math.floor(left / 1000) }),
      } as ReportRecord;
    }),
  );
  if (attempts.some(({ state }) => state === 'unknown')) {
    await note(
      'resolve a booking with an unknown outcome with `hotelctl bookings resume KEY` or `settle KEY`',
    );
  }
  if (content.torn.length > 0) {
    await note(
      `${content.torn.length} lines of the journal were cut off while they were written, and are not shown`,
    );
  }
}

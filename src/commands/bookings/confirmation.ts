import { durationText } from '../../base/duration-text.ts';
import { UsageError } from '../../base/errors.ts';
import type { BookingIntent } from '../../bookings/intent.ts';
import type { Journal } from '../../bookings/journal.ts';
import { type Attempt, nextKey } from '../../bookings/standing.ts';
import { deliverOutput } from '../../cli/deliver-output.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { queryOf } from '../../cli/output-flags.ts';
import { jsonText } from '../../output/json.ts';
import { bookingsPath } from '../../platform/bookings/booking-request.ts';
import type { Quote } from '../../platform/bookings/quote-model.ts';
import { parseJson } from '../../platform/json.ts';
import { type Money, moneyText, parseMoney, sameMoney } from '../../platform/money.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { CreateOptions } from './flags.ts';

/** `--expect-total`, which is required with `--yes`, because no person confirms the price. @throws UsageError */
export function expectedTotal({ interactive }: Invocation, options: CreateOptions): Money | undefined {
  const { expectTotal, yes = false, dryRun = false } = options;
  const expected = expectTotal === undefined ? undefined : parseMoney(expectTotal);
  if (expectTotal !== undefined && expected === undefined) {
    throw new UsageError('--expect-total must be an amount in its currency, such as 123.45EUR', {
      hint: 'use no more decimal places than the currency has, for example 12000JPY',
    });
  }
  if (dryRun || (interactive && !yes) || (yes && expected)) return expected;
  throw new UsageError(
    yes
      ? '--yes requires --expect-total, the grand total that was agreed'
      : 'a booking without a terminal requires --yes and --expect-total',
    { hint: '--dry-run prints the grand total; for example --yes --expect-total 123.45EUR' },
  );
}

/** The last check before the booking is sent: the expected total, and a person's confirmation. @throws UsageError */
export async function confirmBooking(
  invocation: Invocation,
  { yes = false }: CreateOptions,
  {
    expected,
    grandTotal,
    reservations,
    before,
  }: {
    readonly expected: Money | undefined;
    readonly grandTotal: Money;
    readonly reservations: number;
    /** The earlier booking that this one would duplicate. */
    readonly before: Attempt | undefined;
  },
): Promise<void> {
  checkExpected(expected, grandTotal);
  if (yes) return;
  const what = reservations === 1 ? 'one reservation' : `${reservations} reservations`;
  const beside = before ? ` in addition to booking ${safeText(before.bookingId ?? '', 100)}` : '';
  const message = `Book ${what} for ${moneyText(grandTotal)}, city tax and fees included${beside}?`;
  if (await invocation.context.prompts.confirm({ message, initial: false })) return;
  throw new UsageError('not confirmed', { hint: 'nothing was sent' });
}

function checkExpected(expected: Money | undefined, grandTotal: Money): void {
  if (!expected || sameMoney(expected, grandTotal)) return;
  throw new UsageError(`the grand total is ${moneyText(grandTotal)}, not ${moneyText(expected)}`, {
    hint: 'nothing was sent; set --expect-total to what the booker pays, including city tax and fees',
  });
}

/** `--dry-run`: the exact request and the grand total, as JSON on standard output or in --output's file. */
export async function printDryRun(
  invocation: Invocation,
  options: CreateOptions,
  dry: {
    readonly host: string;
    readonly intent: BookingIntent;
    readonly journal: Journal;
    readonly grandTotal: Money;
    readonly expected: Money | undefined;
    readonly quoted: Quote | undefined;
    readonly maxAge: number;
  },
): Promise<void> {
  const { context, note } = invocation;
  const { host, intent, journal, grandTotal, expected, quoted, maxAge } = dry;
  checkExpected(expected, grandTotal);
  const key = nextKey(await journal.read(), intent.digest);
  const printed = {
    request: {
      method: 'POST',
      url: `${host}${bookingsPath}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: parseJson(intent.body),
    },
    grandTotal,
  };
  await deliverOutput(invocation, { chunks: [jsonText(printed, await queryOf(options))] }, options.output);
  const age = context.clock.now() - Date.parse(quoted?.quotedAt ?? '');
  if (age > maxAge)
    await note(`the quote is ${durationText(age, 'min')} old: its prices would be requested again first`);
  await note(`grand total ${moneyText(grandTotal)}; nothing was sent`);
}

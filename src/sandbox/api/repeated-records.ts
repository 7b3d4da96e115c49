import { type Batch, batchesOf, listOf, recordsPerBatch } from './list-body.ts';

/** Of the hotel's own records so many are kept to repeat. */
const templates = 4096;

/**
 * Where a name becomes another one: behind the eight letters of a booking (its reservations and entries follow
 * them) and behind the number of a house sale, an event, an invoice or a payment.
 */
const namesEnd = /(?<="(?:[BCDFGHJKLMNPQRST]{8}|[A-Z]{3}-[EHR]\d{5,7}|88\d{10}))(?=["-])/;

/**
 * Exactly `count` records (none where the hotel has none), made of the hotel's own by repeating them: in each round bookings, reservations,
 * entries, invoices and payments get new names, and everything else stays. The memory is that of the templates,
 * whatever the count.
 */
export function* repeatedRecords(own: Iterable<object>, count: number): Generator<Batch> {
  const records = firstOf(own, Math.min(templates, count));
  const batches = [...batchesOf(records)].map(batch => ({ ...batch, parts: batch.json.split(namesEnd) }));
  // Where the hotel has none there is nothing to repeat.
  let left = records.length === 0 ? 0 : count;
  for (let round = 0; left > 0; round++) {
    const suffix = lettersOf(round);
    for (const [index, { parts, records: size }] of batches.entries()) {
      if (left >= size) {
        yield { json: parts.join(suffix), records: size };
      } else if (left > 0) {
        const rest = records.slice(index * recordsPerBatch, index * recordsPerBatch + left);
        yield { json: listOf(rest).split(namesEnd).join(suffix), records: left };
      }
      left = Math.max(left - size, 0);
    }
  }
}

function firstOf(records: Iterable<object>, count: number): object[] {
  const first: object[] = [];
  for (const record of records) {
    first.push(record);
    if (first.length === count) break;
  }
  return first;
}

/** A round's number in the letters of booking ids; none for the first, which is the hotel's own. */
const lettersOf = (round: number): string =>
  round === 0
    ? ''
    : [...round.toString(16)].map(digit => 'BCDFGHJKLMNPQRST'[Number.parseInt(digit, 16)]).join('');

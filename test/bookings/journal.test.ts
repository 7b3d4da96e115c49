import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../src/base/atomic-file.ts';
import { OutputError } from '../../src/base/errors.ts';
import { type JournalEvent, openJournal, sentRequests } from '../../src/bookings/journal.ts';
import type { Money } from '../../src/platform/money.ts';
import { testContext } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { summed } from './journal-line.ts';

/** The file itself: what is written, what is read, and what happens if neither is possible. */
function scene() {
  const context = testContext();
  const path = join(context.folders.state, 'bookings.jsonl');
  /** Makes a journal of these lines. */
  const write = (...lines: readonly string[]) => {
    mkdirSync(context.folders.state);
    writeFileSync(path, lines.join('\n'));
  };
  return { context, path, journal: openJournal(context), write, text: () => readFileSync(path, 'utf8') };
}
const at = '2026-10-15T12:00:00.000Z';
/** The files and folders below a folder that this process has open. */
const filesOpenBelow = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap(file => {
    try {
      const target = readlinkSync(`/proc/self/fd/${file}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
const unknown: JournalEvent = { event: 'unknown', key: 'K' };
const host = 'https://api.example';
const [prePayment, grandTotal] = [1, 10.5].map(amount => ({ amount, currency: 'EUR' })) as [Money, Money];
const events: readonly JournalEvent[] = [
  { event: 'authorization-requested', quoteId: 'Q', shopperReference: 'S', propertyId: 'MUC', prePayment },
  { event: 'sending', key: 'K', digest: 'D', host, propertyIds: ['MUC'], grandTotal },
  { event: 'created', key: 'K', bookingId: 'B', reservationIds: ['B-1'] },
  { event: 'refused', key: 'K', status: 422 },
  { event: 'not-sent', key: 'K' },
  unknown,
];

describe('the journal', () => {
  it('is empty before anything was written, and reading creates nothing', async () => {
    const { context, journal } = scene();
    expect(await journal.read()).toEqual({ lines: [], torn: [] });
    expect(() => statSync(context.folders.state)).toThrow('ENOENT');
  });

  it('returns every event with its time, one line each, in a file and folder that only the owner can read', async () => {
    const { context, journal, path, text } = scene();
    for (const event of events) await journal.append(event);
    expect((await journal.read()).lines).toEqual(events.map(event => ({ at, ...event })));
    expect((await journal.read()).torn).toEqual([]);
    expect(filesOpenBelow(dirname(path))).toEqual([]);
    expect(text().split('\n')).toHaveLength(events.length + 1);
    expect(text().split('\n')[3]).toBe(summed(`{"at":"${at}","event":"refused","key":"K","status":422}`));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(context.folders.state).toBe(dirname(path));
  });

  it('writes money exactly', async () => {
    const { journal, text } = scene();
    const prePayment = { amount: new Big('9007199254740993.1'), currency: 'EUR' };
    await journal.append({ ...events[0], prePayment } as JournalEvent);
    expect(text()).toContain('"amount":9007199254740993.1,');
  });

  it('starts a new line after one that was cut off, which is kept', async () => {
    const { journal, path, text } = scene();
    await journal.append(unknown);
    appendFileSync(path, '{"at":"20');
    await journal.append(unknown);
    await journal.append(unknown);
    const line = `${summed(`{"at":"${at}","event":"unknown","key":"K"}`)}\n`;
    expect(text()).toBe(`${line}{"at":"20\n${line}${line}`);
    const { lines, torn } = await journal.read();
    expect([lines.length, torn]).toEqual([3, ['{"at":"20']]);
  });

  it('takes a line that was damaged for one that was cut off, and finds the lines of a booking', async () => {
    const { context, journal, path, text } = scene();
    const sending = events[1] as JournalEvent & { event: 'sending' };
    await journal.append({ ...sending, quoteId: 'Q1', stays: 'S1' });
    await journal.append({ event: 'refused', key: 'K', status: 422 });
    await journal.append({ ...sending, key: 'K2', quoteId: 'Q2', digest: 'D2' });
    expect((await journal.read(['Q1'])).lines.map(({ event }) => event)).toEqual(['sending', 'refused']);
    expect((await journal.read(['K2'])).lines).toHaveLength(1);
    expect(await journal.read(['Q'])).toEqual({ lines: [], torn: [] });
    const whole = text();
    for (const [written, damaged] of [
      ['"quoteId":"Q1"', '"quoteId":"Q7"'],
      ['"}\n', '"} and more\n'],
    ] as const) {
      writeFileSync(path, whole.replace(written, damaged));
      const { lines, torn } = await openJournal(context).read(['Q1', 'S1']);
      expect([lines.length, torn.length]).toEqual([1, 1]);
    }
  });

  it('has an index of its bookings and of quotes that only have an authorization: what changed last is last', async () => {
    const { journal, path } = scene();
    const [authorizing, sending, created] = events as [JournalEvent, JournalEvent, JournalEvent];
    await journal.append(authorizing);
    await journal.append({ ...authorizing, quoteId: 'SENT' } as JournalEvent);
    // In the order in which bookings are written.
    const first = { event: 'sending', key: 'A', quoteId: 'SENT' };
    await journal.append(Object.assign(first, sending, { key: 'A' }) as JournalEvent);
    await journal.append(sending);
    await journal.append({ event: 'unknown', key: 'A' });
    await journal.append({ ...created, key: 'B' } as JournalEvent);
    appendFileSync(path, '\n');
    const damaged = summed(`{"at":"${at}","event":"refused","key":"C","status":422}`).replace('422', '423');
    appendFileSync(path, `${damaged}\n{"at":"${at}","event":"not-sent","key":"BARE"}\n`);
    // A newer release knows more events, with or without a quote.
    const newer = (more: string) => summed(`{"at":"${at}","event":"newer-event",${more}}`);
    const lost = `{"at":"${at}","event":"sending","key":"CUT","quoteId":"Q9"`;
    const nested = summed(`{"newer":${newer('"key":"NESTED"')}}`);
    const pruned = summed(`{"at":"${at}","event":"pruned"}`);
    const others = [newer('"key":"NEW-1"'), newer('"key":"NEW-2","quoteId":"Q8"'), lost, nested, pruned];
    appendFileSync(path, `${others.join('\n')}\n`);
    const index = journal.index();
    const shown = index.entries.map(entry => [
      entry.isUnknown,
      ...index.linesOf(entry).map(line => `${line.event} ${'key' in line ? line.key : ''}`.trim()),
    ]);
    expect(shown).toEqual([
      [false, 'authorization-requested'],
      [true, 'sending K'],
      [true, 'sending A', 'unknown A'],
      [false, 'created B'],
      [false],
      [false],
    ]);
    expect(index.torn).toBe(4);
    index.close();
    expect(filesOpenBelow(dirname(path))).toEqual([]);
  });

  it('finds the lines of a booking among many, whatever their length is', async () => {
    const { context, journal, write } = scene();
    const line = (number: number, length: number) =>
      summed(
        `{"at":"${at}","event":"refused","key":"K${number}","status":422,"more":"${'é'.repeat(length)}"}`,
      );
    // Lines end at every place of a chunk of 1 MB, and one is longer than a chunk.
    const lengths = Array.from({ length: 3000 }, (_, number) => (number === 1500 ? 1_200_000 : number % 700));
    write(...lengths.map((length, number) => line(number, length)), '');
    for (const number of [0, 1499, 1500, 1501, 2999]) {
      const { lines, torn } = await journal.read([`K${number}`]);
      expect([lines.length, torn]).toEqual([1, []]);
      expect(lines[0]).toMatchObject({ key: `K${number}` });
    }
    const names = [7, 60, 1500, 1600, 2998].map(number => `K${number}`);
    expect((await openJournal(context).read(names)).lines.map(found => 'key' in found && found.key)).toEqual(
      names,
    );
  });

  it('forgets a booking 400 days after its departure, by the clock of the platform, at most once a month', async () => {
    const { context, journal, path, text } = scene();
    const day = 24 * 3_600_000;
    const start = Date.parse(at);
    const sending = events[1] as JournalEvent & { event: 'sending' };
    const book = async (key: string, departure: string | undefined, outcome?: JournalEvent) => {
      await journal.append({ ...sending, key, departure });
      if (outcome) await journal.append(outcome);
    };
    const keys = () => [...text().matchAll(/"key":"(\w+)"/g)].map(([, key]) => key);
    await journal.append(events[0] as JournalEvent);
    await book('OLD', '2026-10-20', { event: 'created', key: 'OLD', bookingId: 'B', reservationIds: [] });
    await book('BARE', undefined, { event: 'refused', key: 'BARE', status: 422 });
    await book('UNKNOWN', '2026-10-20', { event: 'unknown', key: 'UNKNOWN' });
    await book('SENT', '2026-10-20');
    await book('LATER', '2026-12-01', { event: 'created', key: 'LATER', bookingId: 'C', reservationIds: [] });
    appendFileSync(path, '{"torn":"');
    const before = text();
    await journal.prune(start + 400 * day);
    expect(text()).toBe(before);
    await journal.prune(start + 406 * day);
    expect(keys()).toEqual(['UNKNOWN', 'UNKNOWN', 'SENT', 'LATER', 'LATER']);
    expect(text()).not.toContain('authorization-requested');
    expect(text()).toMatch(/^\{"at":"2027-11-25T12:00:00.000Z","event":"pruned","sum":"\w{16}"\}\n/);
    expect(await journal.read()).toMatchObject({ lines: { length: 6 }, torn: ['{"torn":"'] });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect((await openJournal(context).read(['LATER'])).lines).toHaveLength(2);
    const pruned = text();
    await journal.prune(start + 437 * day);
    expect(text()).toBe(pruned);
    await journal.prune(start + 448 * day);
    expect(keys()).toEqual(['UNKNOWN', 'UNKNOWN', 'SENT']);
    expect(text().match(/"event":"pruned"/g)).toHaveLength(1);
  });

  it('is as old as its first line that can be read, and forgets nothing before 400 days are over', async () => {
    const { journal, path, text } = scene();
    const day = 24 * 3_600_000;
    await journal.prune(Date.parse(at) + 500 * day);
    expect(() => statSync(path)).toThrow('ENOENT');
    const departed = { ...events[1], departure: '2026-10-20' } as JournalEvent;
    await journal.append(departed);
    await journal.append({ event: 'refused', key: 'K', status: 422 });
    const booked = text();
    const recent = summed('{"at":"2027-11-20T12:00:00.000Z","event":"unknown","key":"NEW"}');
    writeFileSync(path, `{"torn":"\n\n${booked}${recent}\n`);
    await journal.prune(Date.parse('2026-10-20') + 400 * day);
    const kept = (lines: string) => lines.replace(/^.*"event":"pruned".*\n/, '');
    expect(kept(text())).toBe(`{"torn":"\n${booked}${recent}\n`);
    // The lock excludes another writer, so a temporary file is one of a process that was killed.
    const leftover = join(dirname(path), temporaryName('bookings.jsonl'));
    writeFileSync(leftover, '');
    await journal.prune(Date.parse('2026-10-20') + 432 * day);
    expect(() => statSync(leftover)).toThrow('ENOENT');
    expect(kept(text())).toBe(`{"torn":"\n${recent}\n`);
  });

  it('cannot be written without its lock', async () => {
    const { context, journal } = scene();
    mkdirSync(context.folders.state);
    writeFileSync(join(context.folders.state, 'locks'), 'a file in the way');
    expect(await failureOf(journal.append(unknown))).toBeInstanceOf(OutputError);
    expect(await journal.read()).toEqual({ lines: [], torn: [] });
  });

  const whole = '{"at":"x","event":"unknown","key":"K"}';

  it.each(['{', '""', 'null', '1', '[]', '{"at":"x"}', '{"at":"x","event":"made up","key":"K"}'])(
    'ignores %s',
    async line => {
      const { journal, write } = scene();
      const checked = summed(line);
      write(checked, '', summed(whole));
      expect(await journal.read()).toEqual({ lines: [JSON.parse(whole)], torn: [checked] });
    },
  );

  it.each(events.map(event => [event.event, { at, ...event }] as const))(
    'ignores a line of the kind %s that lacks a field, or has an invalid one',
    async (_, line) => {
      const { journal, write } = scene();
      const spoiled = Object.keys(line).flatMap(field =>
        [undefined, [{}], {}].map(value => summed(JSON.stringify({ ...line, [field]: value }))),
      );
      write(summed(JSON.stringify(line)), ...spoiled);
      expect(await journal.read()).toEqual({ lines: [line], torn: spoiled });
    },
  );

  it('accepts optional fields only if they are text, and fields of newer releases', async () => {
    const { journal, write } = scene();
    const summary = { guest: 'Doe', arrival: '2026-12-01', departure: '2026-12-02' };
    const more = { transactionReference: 'PSP1', quoteId: 'Q', authorizedAt: at, ...summary };
    const full = { at, ...events[1], ...more, newer: 1 };
    const spoiled = Object.keys(more).map(field => summed(JSON.stringify({ ...full, [field]: 1 })));
    write(summed(JSON.stringify(full)), ...spoiled);
    expect(await journal.read()).toEqual({ lines: [full], torn: spoiled });
  });

  it('that can’t be read or written is reported with the reason and a fix', async () => {
    const { context, journal, path } = scene();
    const failure = async (work: Promise<unknown>) => {
      const { message, details } = await failureOf(work, OutputError);
      return [message, details.hint, (details.cause as NodeJS.ErrnoException | undefined)?.code];
    };
    const unusable = [
      `the booking journal cannot be used: ${path} is not a regular file`,
      'replace it with a regular file, or set another folder with HOTELCTL_STATE_DIR',
    ];
    const unwritten = (code: string, words: string) => [
      `the booking journal could not be written: ${words}`,
      'free disk space or fix the state folder, or choose another with HOTELCTL_STATE_DIR',
      code,
    ];
    mkdirSync(path, { recursive: true });
    expect(await failure(journal.read())).toEqual([...unusable, undefined]);
    expect(await failure(journal.append(unknown))).toEqual(unwritten('EISDIR', 'it is a folder'));
    rmSync(path, { recursive: true });
    symlinkSync(path, path);
    expect(await failure(journal.read())).toEqual([...unusable, 'ELOOP']);
    expect(await failure(journal.append(unknown))).toEqual(
      unwritten('ELOOP', 'its symbolic links form a loop'),
    );
    rmSync(path);
    rmSync(dirname(path), { recursive: true });
    writeFileSync(dirname(path), 'a file in the way');
    expect(await failure(journal.read())).toEqual([
      `the booking journal cannot be used: ${path} cannot be read (ENOTDIR)`,
      'fix its permissions, or set another folder with HOTELCTL_STATE_DIR',
      'ENOTDIR',
    ]);
    expect(context.err()).toBe('');
  });

  it.each([
    ['the file', (path: string) => path],
    ['its folder', dirname],
  ])('is neither read nor written while other users can change %s', async (_, pathOf) => {
    const { journal, path, text } = scene();
    await journal.append(unknown);
    const before = text();
    const open = pathOf(path);
    const mode = statSync(open).mode & 0o777;
    for (const bit of [0o020, 0o002]) {
      chmodSync(open, mode | bit);
      for (const work of [journal.read, () => journal.append(unknown)])
        await expect(work()).rejects.toMatchObject({
          constructor: OutputError,
          message: `the booking journal cannot be used: ${open} can be changed by other users of this machine`,
          details: { hint: `run: chmod go-w ${open}` },
        });
      expect(text()).toBe(before);
    }
    chmodSync(open, mode);
    expect((await journal.read()).lines).toHaveLength(1);
  });

  it('keeps the permissions of its folder', async () => {
    const { context, journal } = scene();
    mkdirSync(context.folders.state);
    chmodSync(context.folders.state, 0o750);
    await journal.append(unknown);
    expect(statSync(context.folders.state).mode & 0o777).toBe(0o750);
  });
});

describe('the requests that were sent', () => {
  it('are listed by their keys, without files that are being written', async () => {
    const { context } = scene();
    const requests = sentRequests(context);
    expect(await requests.keys()).toEqual([]);
    await requests.store('a/b', '{}');
    const folder = join(context.folders.state, 'booking-requests');
    for (const name of ['.K.json', 'K.json.tmp', 'K.txt']) writeFileSync(join(folder, name), '');
    expect(await requests.keys()).toEqual(['a/b']);
  });

  it('know how long before another one they were stored', async () => {
    const { context } = scene();
    const requests = sentRequests(context);
    for (const [key, minute] of Object.entries({ first: 0, second: 20 })) {
      await requests.store(key, '{}');
      utimesSync(join(context.folders.state, 'booking-requests', `${key}.json`), 0, minute * 60);
    }
    expect(await requests.ageBefore('first', 'second')).toBe(20 * 60_000);
    expect(await requests.ageBefore('none', 'second')).toBe(0);
    expect(await requests.ageBefore('first', 'none')).toBe(0);
  });

  it('that cannot be stored are reported with the reason and a fix', async () => {
    const { context } = scene();
    writeFileSync(context.folders.state, 'a file in the way');
    const { message, details } = await failureOf(sentRequests(context).store('K', '{}'), OutputError);
    expect(message).toMatch(/^the booking request could not be written: /);
    expect(details.hint).toMatch(/^free disk space or fix the state folder/);
  });
});

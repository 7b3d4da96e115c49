import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/start/main.ts';
import { buildProgram } from '../../src/start/run.ts';
import { quoteOf } from '../bookings/small-quote.ts';
import { localServer, signedIn } from '../commands/local-server.ts';
import { temporaryFolder, testContext } from '../context.ts';

/** Every flag that takes a value, every file and standard input: a card is refused, not printed and not stored. */
const card = '4242 4242-4242\u00a04242';
const groups = ['offers', 'bookings'];

const flags: (readonly [words: string, flag: string])[] = [];
beforeAll(async () => {
  const program = await buildProgram('all');
  const visit = (command: Command, path: readonly string[]) => {
    for (const option of command.options)
      if (option.required && option.long) flags.push([path.join(' '), option.long]);
    for (const child of command.commands) visit(child, [...path, child.name()]);
  };
  for (const command of program.commands)
    if (groups.includes(command.name())) visit(command, [command.name()]);
});

const server = await localServer();
async function refused(args: readonly string[], options: { stdinLines?: string[] } = {}) {
  const folder = temporaryFolder();
  const folders = { data: '', config: join(folder, 'config'), state: join(folder, 'state') };
  const context = testContext({ env: signedIn(server.url), replace: { folders }, ...options });
  const exitCode = await main(args, context);
  const printed = context.out() + context.err();
  expect(exitCode, `${args.join(' ')}: ${printed}`).toBe(2);
  expect(printed).toMatch(/what looks like a card (number|verification code)/);
  expect(printed.replace(/[^0-9]/g, '')).not.toContain('4242');
  expect(printed).not.toMatch(/\b737\b/);
  expect(server.connections()).toBe(0);
  const kept = existsSync(folders.state)
    ? readdirSync(folders.state, { recursive: true, withFileTypes: true })
    : [];
  for (const entry of kept.filter(one => one.isFile()))
    expect(readFileSync(join(entry.parentPath, entry.name), 'utf8')).not.toMatch(/4242|737/);
}

describe('a card', () => {
  it('is refused in every flag, also in unknown ones', async () => {
    expect(flags.length).toBeGreaterThan(80);
    for (const [words, flag] of flags) {
      await refused([...words.split(' '), flag, `x=${card}`]);
      await refused([...words.split(' '), `${flag}=${card}`]);
    }
    for (const line of [
      'bookings create --cvc 737',
      'bookings create --card-cvc=737',
      'bookings create --crad CARD',
      'bookings create CARD',
      'bookings 4242424242424242',
      'help bookings 4242424242424242',
      'bookings quote --reservation arrival=2026-12-01,cvc=737',
    ])
      await refused(line.split(' ').map(word => word.replace('CARD', card)));
  });

  const stay = { arrival: '2026-12-01', departure: '2026-12-02', adults: 1 };
  const quote = quoteOf('http://127.0.0.1');
  const authorised = { resultCode: 'Authorised', pspReference: 'PSP1', additionalData: { authCode: '1234' } };
  const booking = {
    booker: { lastName: 'Doe' },
    reservations: [{ ...stay, channelCode: 'Ibe', timeSlices: [{ ratePlanId: 'RP' }] }],
    paymentAccount: { accountNumber: '4242', payerReference: 'P', transactionReference: 'T' },
  };
  const stays = { reservations: [{ ...stay, ratePlanId: 'RP', services: [{ serviceId: 'S' }] }] };

  /** The value with a card in each of its fields in turn, and with a field for a code in each of its objects. */
  function* spoiled(value: unknown): Generator<unknown> {
    if (typeof value !== 'object' || value === null) {
      yield card;
      if (typeof value === 'number') yield 4242424242424242;
      return;
    }
    if (!Array.isArray(value)) yield { ...value, cvc: '737' };
    for (const [name, inner] of Object.entries(value)) {
      for (const bad of spoiled(inner))
        yield Array.isArray(value) ? value.with(Number(name), bad) : { ...value, [name]: bad };
    }
  }

  it.each([
    ['bookings quote --file', stays],
    ['bookings authorization --account-id A --card-holder-name N --quote', quote],
    ['bookings create --booker-last-name D --yes --expect-total 1EUR --quote', quote],
    ['bookings create --yes --expect-total 1EUR --property MUC --file', booking],
    // The quote is read first, so it must belong to this host.
    [
      `bookings create --booker-last-name D --yes --expect-total 1EUR --base-url ${quote.host} --quote QUOTE --authorization`,
      authorised,
    ],
  ])('is refused in every field of a file, and of standard input: %s', async (words, good) => {
    const folder = temporaryFolder();
    const file = join(folder, 'spoiled.json');
    const quoteFile = join(folder, 'quote.json');
    writeFileSync(quoteFile, JSON.stringify(quote));
    const args = words.split(' ').map(word => (word === 'QUOTE' ? quoteFile : word));
    let count = 0;
    for (const bad of spoiled(good)) {
      const text = JSON.stringify(bad);
      writeFileSync(file, text);
      await refused([...args, file]);
      // Both are read by the same function.
      if (count === 0) await refused([...args, '-'], { stdinLines: [text] });
      count++;
    }
    expect(count).toBeGreaterThan(3);
  });

  it.each([
    'api GET /x/4111%201111%201111%201111',
    'api GET /x?c=4111+1111+1111+1111',
    'reports gross-transactions --date-filter eq_2026-10-01 --reference 4111.1111.1111.1111',
    'ui-integration create ReservationDetailsTab --label 4111111111111111 --source-url https://a.example --source-type public',
    'profile add demo --property 4111_1111_1111_1111',
    'version 4111111111111111',
  ])('is refused in the arguments of every command: %s', async words => {
    const context = testContext();
    expect(await main(words.split(' '), context)).toBe(2);
    expect(context.err()).toContain('what looks like a card number');
    expect((context.out() + context.err()).replace(/[^0-9]/g, '')).not.toContain('4111');
    expect(existsSync(context.folders.config)).toBe(false);
  });

  it('is refused at a prompt', async () => {
    const server = await localServer((_, response) => void response.writeHead(204).end());
    const context = testContext({ env: signedIn(server.url), terminal: true, answers: [card] });
    const line = 'bookings quote --property MUC --verbose --max-attempts 1';
    expect(await main(line.split(' '), context)).toBe(2);
    expect(context.err()).toContain('what looks like a card number');
    expect(context.err()).not.toContain('4242');
  });

  it('is refused in a setting', async () => {
    const server = await localServer();
    const env = { ...signedIn(server.url), HOTELCTL_PROPERTY: '4242424242424242' };
    for (const line of [
      'offers list --arrival 2026-12-01 --departure 2026-12-02 --adults 1',
      'bookings quote --reservation arrival=2026-12-01,departure=2026-12-02,adults=1,rate-plan=RP',
    ]) {
      const context = testContext({ env });
      expect(await main(line.split(' '), context)).toBe(2);
      expect(context.err()).toContain('what looks like a card number');
      expect(context.err()).not.toContain('4242');
    }
    expect(server.connections()).toBe(0);
  });
});

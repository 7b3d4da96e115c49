import { describe, expect, it } from 'vitest';
import { withProfileFlag } from '../../src/output/prose.ts';
import { wrapLine } from '../../src/output/text-width.ts';
import { main } from '../../src/start/main.ts';
import { testContext } from '../context.ts';

describe('a command that a message names', () => {
  it.each([
    ['run `hotelctl login`', 'run `hotelctl login --profile munich`'],
    [
      '`hotelctl brief`, `hotelctl doctor`',
      '`hotelctl brief --profile munich`, `hotelctl doctor --profile munich`',
    ],
    ['run `hotelctl profile set KEY VALUE`', 'run `hotelctl profile set KEY VALUE --profile munich`'],
    ['run `hotelctl login --profile lund`', 'run `hotelctl login --profile lund`'],
    ['`hotelctl profile list` shows them', '`hotelctl profile list` shows them'],
    ['create it with `hotelctl profile export`', 'create it with `hotelctl profile export`'],
    ['run `hotelctl bookings quote --help` for usage', 'run `hotelctl bookings quote --help` for usage'],
    ['`--dry-run` prints it', '`--dry-run` prints it'],
  ])('has the profile of the command line: %s', (text, expected) => {
    expect(withProfileFlag(text, 'munich')).toBe(expected);
  });

  it('stays as it is without the flag, and with a name that is not valid', () => {
    expect(withProfileFlag('run `hotelctl login`', undefined)).toBe('run `hotelctl login`');
    expect(withProfileFlag('run `hotelctl login`', "x'; rm")).toBe('run `hotelctl login`');
  });

  it('has it in the hint of every error, also as JSON', async () => {
    const args = ['bookings', 'resume', 'nothing', '--profile', 'munich'];
    const context = testContext();
    await main(['profile', 'add', 'munich', '--base-url', 'https://api.example'], context);
    expect(await main(args, context)).toBe(2);
    expect(context.err()).toContain('`hotelctl bookings list --columns state,key --profile munich`');
    const before = context.err().length;
    await main([...args, '--error-format', 'json'], context);
    expect(JSON.parse(context.err().slice(before)).error.hint).toContain('--profile munich`');
  });
});

it('a line on a terminal breaks between words, and never in a command', () => {
  const line = 'hint: nothing was sent; `hotelctl offers list --include-unavailable` shows the rest';
  expect(wrapLine(line, 100)).toBe(line);
  expect(wrapLine(line, 50)).toBe(
    'hint: nothing was sent;\n  `hotelctl offers list --include-unavailable`\n  shows the rest',
  );
  expect(wrapLine(line, 30)).toBe(
    'hint: nothing was sent;\n  `hotelctl offers list --include-unavailable`\n  shows the rest',
  );
  expect(wrapLine('  - 予約 は でき ません 予約', 14)).toBe('  - 予約 は\n    でき\n    ません\n    予約');
});

import { describe, expect, it } from 'vitest';
import { runMain } from './in-process.ts';

const help = async (line: string, columns = 80) => {
  const { stdout, stderr, exitCode } = await runMain(line.split(' ').filter(Boolean), { columns });
  expect(stderr).toBe('');
  expect(exitCode).toBe(0);
  return stdout;
};
/** The headings of a help text, in their order. */
const headings = (text: string) => [...text.matchAll(/^(\S[^:\n]*):(?:$| )/gm)].map(match => match[1]);

describe('help', () => {
  it.each([
    ['', '--help'],
    ['', 'help'],
    ['', '-h'],
    ['reports', 'reports --help'],
    ['reports', 'help reports'],
    ['auth', 'help auth'],
    ['reports room-nights --help', 'help reports room-nights'],
    ['sandbox run --help', 'help sandbox run'],
    ['login --help', 'help login'],
  ])('`hotelctl %s` and `hotelctl %s` are the same', async (left, right) => {
    expect(await help(right)).toBe(await help(left));
  });

  it('of the program begins with what can come next, and ends with examples', async () => {
    const text = await help('');
    expect(headings(text)).toEqual(['Usage', 'Sign-in', 'Reports', 'Bookings', 'Tools', 'Flags', 'Examples']);
    expect(text).toMatch(/^ {2}reports +fetch and export the reports$/m);
    expect(text).toMatch(/^ {2}-h, --help +show help$/m);
  });

  it('of a group lists its commands before the flags of every command', async () => {
    const text = await help('reports');
    expect(headings(text)).toEqual(['Usage', 'Commands', 'Global flags']);
    expect(text).toContain('Usage: hotelctl reports [flags] <command>');
    expect(text).not.toMatch(/^ {2}help/m);
  });

  it('of a report tells required flags first, what stands in for them, and examples', async () => {
    const text = await help('reports room-nights --help', 110);
    expect(headings(text)).toEqual([
      'Usage',
      'Required flags',
      'Run flags',
      'Output flags',
      'Connection flags',
      'Global flags',
      'Examples',
      'Views and their columns',
    ]);
    expect(text).toContain("the property to report on; without it HOTELCTL_PROPERTY, or the profile's");
    expect(text).toMatch(/--month <m> +the month, 1 to 12\n/);
    expect(text).toMatch(/--base-url <url> +API host \(HOTELCTL_BASE_URL\)\n/);
    expect(text).toMatch(/where tokens are kept: keychain, file, env \(HOTELCTL_CREDENTIAL_STORE\)\n/);
    expect(text).toMatch(/which records: breakdown, reservations \(without it breakdown\)\n/);
    expect(text.match(/^ {2}# /gm)).toHaveLength(3);
  });

  it('is never wider than the screen, but for examples that are pasted', async () => {
    for (const line of [
      '',
      'reports',
      'reports room-nights --help',
      'login --help',
      'sandbox start --help',
    ]) {
      for (const columns of [60, 80, 110]) {
        const [words = ''] = (await help(line, columns)).split('\nExamples:\n');
        for (const row of words.split('\n')) expect(row.length, row).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('lets a wide screen go on no further than people read', async () => {
    const [words = ''] = (await help('reports room-nights --help', 300)).split('\nExamples:\n');
    expect(Math.max(...words.split('\n').map(row => row.length))).toBeLessThanOrEqual(110);
  });

  it('offers help for each command that it names', async () => {
    const groups = [...(await help('')).matchAll(/^ {2}([a-z][a-z-]+) {2,}/gm)].map(match => match[1] ?? '');
    expect(groups).toHaveLength(12);
    for (const group of groups) {
      const text = await help(`${group} --help`);
      expect(text).toContain(`Usage: hotelctl ${group} [flags]`);
      const commands = text.includes('\nCommands:\n') ? (text.split('\nCommands:\n')[1] ?? '') : '';
      for (const [, command] of (commands.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z][a-z-]+)/gm)) {
        expect(await help(`${group} ${command} --help`)).toContain(`Usage: hotelctl ${group} ${command}`);
      }
    }
  });
});

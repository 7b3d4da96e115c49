import { describe, expect, it } from 'vitest';
import { runMain } from './commands/in-process.ts';
import { textOfFile } from './repository.ts';
import { wordsOf } from './words.ts';

/** Commands of the guides for macOS, Windows and containers: hotelctl's are parsed, and their schedules printed. */
const commandsOf = (document: string, start: string): string[] =>
  textOfFile(`docs/${document}`)
    .split('\n')
    .flatMap(line => (line.startsWith(`${start} hotelctl `) ? [line.slice(start.length + 10)] : []));

describe.each([
  ['macos.md', '$', 'launchd', '<key>ProgramArguments</key>'],
  ['windows.md', '>', 'windows', '<Arguments>'],
])('docs/%s', (document, start, scheduler, expected) => {
  const commands = commandsOf(document, start);

  it('has commands of hotelctl', () => expect(commands.length).toBeGreaterThanOrEqual(3));

  it.each(commands)('hotelctl %s', async command => {
    const words = wordsOf(command.replace(/ >.*$/, ''));
    const isJob = words[0] === 'schedule';
    const printing = [...words.slice(0, 3), '--print', scheduler, ...words.slice(3)];
    const { exitCode, stdout } = await runMain(isJob ? printing : words);
    // `uninstall` lists what it would remove, and requires --yes.
    if (words[0] === 'uninstall') return expect(exitCode).toBe(2);
    expect(exitCode).toBe(0);
    expect(stdout).not.toBe('');
    if (isJob) expect(stdout).toContain(expected);
  });
});

it('the command of the container is one that can run as a job', async () => {
  const text = textOfFile('docs/unattended.md');
  const [, command = ''] = /^\$ docker run .* hotelctl (reports .*)$/m.exec(text) ?? [];
  const line = 'schedule add container --every "month 1 06:00" --print kubernetes --';
  const { exitCode, stdout } = await runMain(wordsOf(line, command));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('room-nights')]);
});

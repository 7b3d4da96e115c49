import { expect, it } from 'vitest';
import type { ChildRequest } from '../../src/base/context.ts';
import { commandFor, runChild } from '../../src/start/child-processes.ts';

const run = (script: string, request: Partial<ChildRequest> = {}) =>
  runChild({
    file: process.execPath,
    args: ['--eval', script],
    env: {},
    input: '',
    budget: Number.POSITIVE_INFINITY,
    ...request,
  });

it('the end of what a child prints is kept in bounded memory', async () => {
  const { stdout, stderr, exitCode } = await run(`
    const write = text => require('node:fs').writeSync(2, text);
    for (let index = 0; index < 400; index += 1) write('x'.repeat(1 << 17));
    write('\\nlast');
  `);
  expect([exitCode, stdout, stderr.slice(-5)]).toEqual([0, '', '\nlast']);
  expect(stderr.length).toBeLessThan(33 << 20);
});

it('the command of a job is not killed with its runner, so that it can remove its temporary files', async () => {
  const stop = new AbortController();
  const script = `
    process.on('disconnect', () => { process.exitCode = 143; });
    process.send('ready');
  `;
  const { exitCode } = await run(script, { signal: stop.signal, receive: () => stop.abort() });
  expect(exitCode).toBe(143);
});

it('a shorter text is kept unchanged', async () => {
  const { stdout } = await run(`process.stdout.write('ä€'.repeat(4_500_000))`);
  expect(stdout === 'ä€'.repeat(4_500_000)).toBe(true);
});

it('a batch file of Windows is started by its shell, with words that mean nothing to it', () => {
  const { file, args, options } = commandFor('C:\\my tools\\x.CMD', ['a&b', 'c "d"', 'e\\'], 'win32');
  expect([file, options]).toEqual(['cmd.exe', { windowsVerbatimArguments: true }]);
  const line = String.raw`""C:\my tools\x.CMD" ^"a^&b^" ^"c^ \^"d\^"^" ^"e\\^""`;
  expect(args).toEqual(['/d', '/s', '/c', line]);
  const others = ['x.exe', 'x.cmd'].map((name, index) =>
    commandFor(name, ['a&b'], index === 0 ? 'win32' : 'linux'),
  );
  expect(others.map(command => command.args)).toEqual([['a&b'], ['a&b']]);
});

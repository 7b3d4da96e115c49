import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realOutput } from '../../src/start/real-context.ts';
import { temporaryFolder } from '../context.ts';

const noStream = () => expect.fail('opened the stream');

function opened(file: string, flags: number): number {
  const fd = openSync(file, flags, 0o600);
  onTestFinished(() => closeSync(fd));
  return fd;
}

describe('a file', () => {
  const open = () => {
    const file = join(temporaryFolder(), 'output');
    return { file, fd: opened(file, constants.O_CREAT | constants.O_WRONLY) };
  };

  it('receives text and bytes in order, without a stream', async () => {
    const { file, fd } = open();
    const output = realOutput(fd, noStream, {});
    await output.write('Größe ');
    await output.write(new Uint8Array([0x31, 0x30]));
    await output.write('');
    expect(readFileSync(file, 'utf8')).toBe('Größe 10');
  });

  it('is not a terminal, and has colors only with FORCE_COLOR', () => {
    const { fd } = open();
    expect(realOutput(fd, noStream, {})).toMatchObject({ isTerminal: false, columns: 80, color: false });
    for (const [value, color] of Object.entries({ 1: true, true: true, 0: false, false: false }))
      expect(realOutput(fd, noStream, { FORCE_COLOR: value }).color, value).toBe(color);
    expect(realOutput(fd, noStream, { FORCE_COLOR: '1', NO_COLOR: '1' }).color).toBe(false);
  });

  it('lets timers and signals run in a loop of writes', async () => {
    const output = realOutput(open().fd, noStream, {});
    let turns = 0;
    let goesOn = true;
    setImmediate(function again() {
      turns += 1;
      if (goesOn) setImmediate(again);
    });
    onTestFinished(() => {
      goesOn = false;
    });
    for (let written = 0; written < 1 << 20; written += 1 << 13) await output.write('x'.repeat(1 << 13));
    expect(turns).toBeGreaterThanOrEqual(16);
  });
});

it('a full pipe that does not block passes the rest to the stream, and everything after it', async () => {
  const file = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [file]);
  const fd = opened(file, constants.O_RDWR | constants.O_NONBLOCK);
  const stream = new PassThrough({ highWaterMark: 1 << 22 });
  const output = realOutput(fd, () => stream as unknown as NodeJS.WriteStream, {});
  const text = Array.from({ length: 200_000 }, (_, index) => `${index} `).join('');
  await output.write(text);
  await output.write('end');
  const direct = Buffer.alloc(1 << 20);
  const count = readSync(fd, direct);
  expect(count).toBeGreaterThan(4000);
  expect(count).toBeLessThan(text.length);
  expect(direct.toString('utf8', 0, count) + String(stream.read())).toBe(`${text}end`);
});

it('a terminal whose width is unknown has 80 columns', () => {
  const fd = opened('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY);
  const output = (columns: number) =>
    realOutput(fd, () => Object.assign(new PassThrough(), { columns }) as unknown as NodeJS.WriteStream, {});
  expect([output(0).columns, output(120).columns]).toEqual([80, 120]);
});

it('a closed file descriptor reports the error of its stream', async () => {
  const file = join(temporaryFolder(), 'closed');
  const fd = openSync(file, 'w');
  closeSync(fd);
  const stream = new PassThrough();
  stream.destroy();
  const output = realOutput(fd, () => stream as unknown as NodeJS.WriteStream, {});
  await expect(output.write('x')).rejects.toThrow();
});

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeNamedText, namedFileProblem, readNamedFile } from '../../src/base/named-file.ts';
import { temporaryFolder } from '../context.ts';
import { fakePorts } from '../http/serve.ts';

const pipe = () => {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
};
const { clock } = fakePorts().ports;
const real = { now: () => 0, sleep: (ms: number) => new Promise<void>(end => setTimeout(end, ms)) };
const reading = { clock, interrupted: new AbortController().signal };
const problemOf = (path: string, more: object = {}) =>
  readNamedFile(path, { ...reading, ...more }).then(() => 'read', namedFileProblem);

describe('a file that the user names', () => {
  it('may be a pipe that delivers, in several parts', async () => {
    const path = pipe();
    spawn('sh', ['-c', `exec >${path}; echo one; sleep 0.1; echo two`], { stdio: 'ignore' });
    expect((await readNamedFile(path, { ...reading, clock: real })).toString()).toBe('one\ntwo\n');
  });

  it('is given up after the time limit if no one writes to the pipe', async () => {
    expect(await problemOf(pipe(), { timeout: 3000 })).toBe('it did not end within 3 s');
  });

  it('is given up when the run is interrupted', async () => {
    const stop = new AbortController();
    const sleep = async () => stop.abort(new Error('stopped'));
    const ended = readNamedFile(pipe(), { clock: { ...clock, sleep }, interrupted: stop.signal });
    await expect(ended).rejects.toThrow('stopped');
  });

  it('is a file: no device, no folder, and not larger than the limit', async () => {
    const folder = temporaryFolder();
    const large = join(folder, 'large');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 40);
    mkdirSync(join(folder, 'folder'));
    expect(await problemOf('/dev/zero')).toBe('it is neither a file nor a pipe');
    expect(await problemOf(join(folder, 'folder'))).toBe('it is a folder, not a file');
    expect(await problemOf(large)).toBe('it is larger than 64 MiB');
    expect(await problemOf(join(folder, 'none'))).toBe('there is no such file');
  });

  it('is not read beyond the limit if it is a pipe', async () => {
    const path = pipe();
    const writer = spawn('sh', ['-c', `head -c 3000000 /dev/zero >${path}`], { stdio: 'ignore' });
    expect(await problemOf(path, { clock: real, most: 1 << 20 })).toBe('it is larger than 1 MiB');
    writer.kill();
  });
});

describe('text', () => {
  const name = 'Münchner Höhe;5 €';
  const mark = [0xef, 0xbb, 0xbf];
  it.each<[string, Uint8Array, string | undefined]>([
    ['UTF-8', Buffer.from(name), undefined],
    ['UTF-8 with a mark', Buffer.from([...mark, ...Buffer.from(name)]), undefined],
    ['UTF-16 of PowerShell', Buffer.from(`\ufeff${name}`, 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from(name, 'utf16le'), 'UTF-16'],
    ['UTF-16 of other machines', Buffer.from(`\ufeff${name}`, 'utf16le').swap16(), 'UTF-16'],
    ['Windows-1252 of Excel', Buffer.from(name.replace('€', '\x80'), 'latin1'), 'Windows-1252'],
  ])('in %s is recognized', (_, bytes, encoding) => {
    expect(decodeNamedText(bytes)).toEqual({ text: name, encoding });
  });

  it('that is none is refused', () => {
    expect(() => decodeNamedText(Uint8Array.of(0xff, 0x41, 0, 0x42, 0x43, 0x44))).toThrow('it is not text');
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localServer } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { endless, serveBytes } from '../http/serve.ts';
import { cash, line } from '../reports/journal/ledger-lines.ts';
import { runLimited } from '../run-hotelctl.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { wordsOf } from '../words.ts';

/** The program with few resources, and ended by signals: words and exit codes, and nothing left behind. */
const nights: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"total":1}');

function settings(url: string, home = temporaryFolder()) {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    HOTELCTL_BASE_URL: url,
    HOTELCTL_ACCESS_TOKEN: 'token-of-the-test',
    HOTELCTL_MAX_ATTEMPTS: '1',
  };
}

const requests = (count: number) => [
  ...wordsOf('reports room-nights --period 2026-10 --concurrency 100 --format csv --property'),
  Array.from({ length: count }, (_, index) => `H${index}`).join(','),
];

describe('few file descriptors', () => {
  it.each([24, 60])('%i of them are reported by a run of 60 parallel requests', async count => {
    const { url } = await localServer(nights);
    const { exitCode, stderr } = await runLimited(`ulimit -n ${count}`, requests(60), settings(url));
    expect([0, 5, 7], stderr).toContain(exitCode);
    expect(stderr).not.toContain('defect');
    if (exitCode !== 0) expect(stderr).toMatch(/^hotelctl: .*\n(?: {2}.*\n)*hint: .*$/m);
  });
});

describe('little address space', () => {
  // Node.js itself needs more than 600 MB of addresses; below that it does not start. Each request costs it a third of a
  // second in vain.
  it.each([1_000_000, 4_000_000])('%i KB of it is not reported as a defect of hotelctl', async kilobytes => {
    const { url } = await localServer(nights);
    const { exitCode, stderr } = await runLimited(`ulimit -v ${kilobytes}`, requests(3), settings(url));
    expect(stderr).not.toContain('a defect in hotelctl');
    // 134 and 133 are Node.js itself, which could not get memory for its own heap.
    expect([0, 5, 7, 133, 134, null], stderr).toContain(exitCode);
  });
});

it('TLS is 1.2 or later, also when NODE_OPTIONS allow less', async () => {
  const { url, sent } = await serveBytes('', socket => socket.destroy());
  const options = { ...settings(url.replace('http:', 'https:')), NODE_OPTIONS: '--tls-min-v1.0' };
  await runLimited('true', ['api', 'GET', '/x'], options);
  // RFC 8446, 4.2.1: the extension supported_versions, 43, lists what the client accepts, after two lengths. The random bytes
  // before it may contain its number too.
  const [, versions] =
    /002b00..0[2468]((?:030[1-4])+)/.exec(Buffer.from(sent[0] ?? '', 'latin1').toString('hex')) ?? [];
  expect(versions).toBe('03040303');
});

describe('SIGHUP, as a terminal that is closed sends it', () => {
  it('leaves no temporary file of an export', async () => {
    const folder = temporaryFolder();
    // Rows for ever: the export is always in the middle.
    const { listener, isRead } = endless(
      `${JSON.stringify(line(cash, cash, 1))},`.repeat(2_000),
      '{"transactions":[',
    );
    const { url } = await localServer(listener);
    const { signal, ended } = startHotelctl(
      'reports gross-transactions --property MUC --period 2026-10 --output rows.csv',
      { env: settings(url), folder },
    );
    await isRead;
    while (readdirSync(folder).length === 0) await new Promise(setImmediate);
    signal('SIGHUP');
    expect((await ended).exitCode).toBe(143);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends the child of sandbox run and removes its folder', async () => {
    const temporary = temporaryFolder();
    const { signal, ended } = startHotelctl(
      ['sandbox', 'run', '--', 'sh', '-c', 'echo $$ > "$TMPDIR/pid"; exec sleep 1000'],
      { env: { HOME: temporaryFolder(), TMPDIR: temporary } },
    );
    const file = join(temporary, 'pid');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await new Promise(setImmediate);
    const pid = readFileSync(file, 'utf8').trim();
    signal('SIGHUP');
    await ended;
    while (existsSync(`/proc/${pid}`)) await new Promise(setImmediate);
    expect(readdirSync(temporary)).toEqual(['pid']);
  });
});

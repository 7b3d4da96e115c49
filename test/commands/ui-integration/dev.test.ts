import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfMadeCertificate } from '../../../src/commands/ui-integration/dev-server.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { listen } from '../../http/serve.ts';
import { responding } from '../../secure-server.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { requireProgram } from '../../system/prerequisites.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';

/** Ends with Ctrl-C at the latest, because it would leave the developer's server if it were killed. */
function start(home: string, line: Line) {
  const running = startHotelctl(wordsOf('ui-integration dev --no-browser', line), { env: { HOME: home } });
  onTestFinished(async () => {
    running.signal('SIGINT');
    await running.ended;
  });
  return running;
}

/** `dev` in a folder that `init` wrote. */
async function develop(home = temporaryFolder()) {
  const folder = join(home, 'view');
  await expectSuccess(runMain(wordsOf('ui-integration init', [folder])));
  const running = start(home, 'view');
  await running.says('stdout', /^started: .*\n/m);
  const secret = (name: string) => join(folder, '.hotelctl', name);
  const address = readFileSync(secret('address'), 'utf8').trim();
  return { ...running, folder, secret, address };
}

const check = (address: string, ca: string, flags: Line = []) =>
  runMain(wordsOf('ui-integration check - --ca', [ca], '--allow-private-network --format json', flags), {
    now: Date.now(),
    stdinLines: [address],
  });

describe('ui-integration dev', () => {
  it('runs the example so that all checks pass, responds 400 to a request target that is not a URL, and ends with exit 0', async () => {
    const { address, secret, ...running } = await develop();
    const [, sandbox = ''] = await running.says('stderr', /^sandbox with the view at \S+: (\S+)\n/m);
    expect(await (await fetch(sandbox)).text()).toContain('My view');
    const ended = check(address, secret('cert.pem'), '--target ReservationDetailsTab');
    const report = JSON.parse((await expectSuccess(ended)).stdout);
    expect(report.passed).toBe(true);
    const results = report.further.map((finding: { result: string }) => finding.result);
    expect(results).toEqual(Array(10).fill('passed'));
    for (const name of ['token', 'key.pem', 'address'])
      expect(statSync(secret(name)).mode & 0o777, name).toBe(0o600);
    expect(readFileSync(secret('.gitignore'), 'utf8')).toBe('*\n');
    const token = readFileSync(secret('token'), 'utf8').trim();
    expect(token).toMatch(/^[\w-]{43}$/);
    const { port } = new URL(address);
    for (const target of ['//', 'http://[', '*']) {
      const socket = connect({ port: Number(port), host: '127.0.0.1', ca: readFileSync(secret('cert.pem')) });
      socket.end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket), target).toMatch(/^HTTP\/1\.1 400 /);
    }
    // It keeps serving.
    for (const wrong of [address.split('?')[0] ?? '', `${address.slice(0, -1)}~`]) {
      const refused = await expectExit(check(wrong, secret('cert.pem')), 10);
      expect(JSON.parse(refused.stdout).checks[1].seen).toBe('403');
    }
    running.signal('SIGINT');
    const { stdout: printed, stderr } = await expectSuccess(running.ended, /Stopped\.\n$/);
    expect(printed + stderr).not.toContain(token);
  });

  it('checks again after each change, with one line, and survives a server that ends', async () => {
    const { folder, ...running } = await develop();
    const file = join(folder, 'server.mjs');
    const whole = readFileSync(file, 'utf8');
    appendFileSync(file, '\n// changed\n');
    await running.says('stdout', /^server\.mjs changed: \d+ checks passed\n/m);
    writeFileSync(file, 'throw new Error("broken");');
    const failed = /^server\.mjs changed: 1 of \d+ checks failed; the response status is 2xx: /m;
    await running.says('stdout', failed);
    await running.says('stderr', /^server\.mjs ended with exit code 1\n/m);
    writeFileSync(file, whole);
    await running.says('stdout', /failed; .*\n(?:https:.*\n)?server\.mjs changed: \d+ checks passed\n/);
    running.signal('SIGTERM');
    await expectSuccess(running.ended);
  });

  it('keeps token and certificate, and runs beside another one', async () => {
    const home = temporaryFolder();
    const first = await develop(home);
    const kept = ['token', 'cert.pem'].map(name => readFileSync(first.secret(name), 'utf8'));
    const second = start(home, 'view');
    await second.says('stdout', /^started: \d+ checks passed\n/m);
    expect(['token', 'cert.pem'].map(name => readFileSync(first.secret(name), 'utf8'))).toEqual(kept);
    expect(readFileSync(first.secret('address'), 'utf8').trim()).not.toBe(first.address);
  });

  it('uses a server that is running, and says that the platform embeds only https', async () => {
    const home = temporaryFolder();
    const url = await listen(createServer(responding('view')));
    const running = start(home, wordsOf('. -q --source-type public --url', [url]));
    const [, preview = ''] = await running.says('stdout', /^(http:\S+)\nstarted: /m);
    await running.says('stderr', /^warning: the platform embeds only https URLs/m);
    const revision = async () =>
      JSON.parse(await (await fetch(new URL('revision', preview))).text()).revision;
    expect(await revision()).toBe(0);
    writeFileSync(join(home, 'page.html'), 'changed');
    await running.says('stdout', /^page\.html changed: .*\n/m);
    expect(await revision()).toBe(1);
  });

  it('refuses a folder without a server, and a URL that no platform embeds', async () => {
    const folder = temporaryFolder();
    await expectFailure(runMain(wordsOf('ui-integration dev', [folder])), 2, 'server.mjs does not exist');
    const line = 'ui-integration dev . --url http://views.example/';
    await expectFailure(runMain(line), 2, 'the URL must be an https:// URL');
  });
});

it.each([
  ['zeros', new Uint8Array(16)],
  ['ones', new Uint8Array(16).fill(255)],
  ['bytes', Uint8Array.from({ length: 16 }, (_, index) => index * 17)],
])('a self-signed certificate is accepted by openssl and Node if trusted: serial of %s', (_, serial) => {
  const now = Date.now();
  const { cert, key } = selfMadeCertificate(serial, now);
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
  expect(read.ca).toBe(true);
  expect(Date.parse(read.validTo)).toBe(Math.floor(now / 1000) * 1000 + 30 * 86_400_000);
  const file = temporaryFile('c.pem', cert);
  requireProgram('openssl', 'openssl');
  const words = ['verify', '-x509_strict', '-CAfile', file, '-purpose', 'sslserver', file];
  expect(execFileSync('openssl', words, { encoding: 'utf8' })).toBe(`${file}: OK\n`);
});

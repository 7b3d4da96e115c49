import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { selfMadeCertificate } from '../../../src/views/private-endpoint.ts';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { certificateFor } from '../../http/certificate.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';

const serve = async (home: string, flags: Line = []) => {
  const running = startHotelctl(wordsOf('ui-integration serve --port 0', flags), { env: { HOME: home } });
  const [, url = ''] = await running.says('stdout', /^(https:\S+)\n/);
  return { ...running, url };
};
const check = (url: string, ca: string, flags: Line = []) =>
  runMain(wordsOf('ui-integration check - --ca', [ca], '--allow-private-network --format json', flags), {
    now: Date.now(),
    stdinLines: [url],
  });

describe('ui-integration serve', () => {
  it('passes the suite and all other checks, from an empty folder', async () => {
    const home = temporaryFolder();
    const running = await serve(home, '--token-file token.txt --save-cert endpoint.pem');
    const token = readFileSync(join(home, 'token.txt'), 'utf8').trim();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(home, 'token.txt')).mode & 0o777).toBe(0o600);
    const ca = join(home, 'endpoint.pem');
    const { stdout } = await expectSuccess(
      check(`${running.url}?token=${token}`, ca, '--target ReservationDetailsTab'),
    );
    const report = JSON.parse(stdout);
    expect(report.passed).toBe(true);
    // The check's clock is at the moment before its request; the endpoint's clock advances.
    expect(report.checks[5].seen).toMatch(/^in (10 min( \d+ s)?|9 min 5\d s)$/);
    expect(report.further.map((finding: { result: string }) => finding.result)).toEqual(
      Array(10).fill('passed'),
    );
    for (const wrong of [running.url, `${running.url}?token=${token.slice(1)}x`]) {
      const refused = await expectExit(check(wrong, ca), 10);
      expect(JSON.parse(refused.stdout).checks[1].seen).toBe('403');
    }
    running.signal('SIGINT');
    const { stdout: printed, stderr } = await expectSuccess(running.ended);
    expect(printed + stderr).not.toContain(token);
    expect(stderr).toContain('GET /secure-url 200');
    expect(stderr).toMatch(/Stopped the endpoint\.\n$/);
  });

  it('keeps an existing token, and serves another view for the given time', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'token.txt'), 'a-token-of-the-test\n');
    const view = '--valid-for 90s --public-url https://views.example/parking';
    const running = await serve(home, `--token-file token.txt --save-cert e.pem ${view}`);
    const { stdout } = await check(`${running.url}?token=a-token-of-the-test`, join(home, 'e.pem'));
    const { checks } = JSON.parse(stdout);
    expect(checks[5].seen).toMatch(/^in 1 min (30|2\d) s$/);
    expect(checks[6].seen).toBe('https://views.example');
  });

  it('accepts another certificate, and warns without a token', async () => {
    const home = temporaryFolder();
    const { file, key } = certificateFor('127.0.0.1');
    writeFileSync(join(home, 'key.pem'), key);
    const running = await serve(home, `--tls-cert ${file} --tls-key key.pem`);
    await expectSuccess(check(running.url, file));
    await running.says('stderr', /^warning: without --token-file anyone can call the endpoint/m);
    running.signal('SIGTERM');
    await expectSuccess(running.ended);
  });

  it('shows its example view for a signed URL, until it expires', async () => {
    const home = temporaryFolder();
    const running = await serve(home, '--save-cert e.pem');
    const ca = join(home, 'e.pem');
    const view = running.url.replace('/secure-url', '/view');
    for (const address of [view, `${view}?expires=9999999999999&signature=x`]) {
      const { stdout } = await check(address, ca, '--source-type public');
      expect(JSON.parse(stdout).further[0].seen).toBe('403');
    }
  });

  it('responds 400 to a request target that is not a URL, and keeps serving', async () => {
    const home = temporaryFolder();
    const running = await serve(home, '--save-cert e.pem');
    const { port } = new URL(running.url);
    for (const target of ['//', 'http://[', '*']) {
      const ca = readFileSync(join(home, 'e.pem'));
      const socket = connect({ port: Number(port), host: '127.0.0.1', ca });
      socket.end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket), target).toMatch(/^HTTP\/1\.1 400 /);
    }
    await expectSuccess(check(running.url, join(home, 'e.pem')));
  });

  it.each([
    ['--public-url http://views.example/', '--public-url must be an https:// URL'],
    ['--valid-for 10', '--valid-for must be a duration'],
    ['--tls-cert c.pem', '--tls-cert and --tls-key must be used together'],
    ['--port 70000', '--port must be a whole number'],
  ])('refuses %j', async (flags, words) => {
    await expectFailure(runMain(wordsOf('ui-integration serve', flags)), 2, words);
  });

  it.each(['serve --save-cert /dev/null/c.pem', 'serve --token-file /proc/token', 'init /dev/null/view'])(
    'has exit 8 and a message if the file of `%s` cannot be written',
    async line => {
      await expectFailure(runMain(`ui-integration ${line}`), 8, / could not be written: /);
    },
  );

  it('refuses a token that is too short, and a port that is in use', async () => {
    const file = join(temporaryFolder(), 'token.txt');
    writeFileSync(file, 'short\n');
    await expectFailure(runMain(`ui-integration serve --token-file ${file}`), 2, '16 characters or more');
    const { port } = new URL((await serve(temporaryFolder())).url);
    await expectFailure(runMain(`ui-integration serve --port ${port}`), 2, 'is in use by another program');
    expect(readFileSync(file, 'utf8')).toBe('short\n');
  });
});

describe('a self-signed certificate', () => {
  it.each([
    ['zeros', new Uint8Array(16)],
    ['ones', new Uint8Array(16).fill(255)],
    ['bytes', Uint8Array.from({ length: 16 }, (_, index) => index * 17)],
  ])('is accepted by openssl and Node if it is trusted: serial of %s', (_, serial) => {
    const now = Date.now();
    const { cert, key } = selfMadeCertificate(serial, now);
    const read = new X509Certificate(cert);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
    expect(read.ca).toBe(true);
    expect(Date.parse(read.validTo)).toBe(Math.floor(now / 1000) * 1000 + 30 * 86_400_000);
    const file = join(temporaryFolder(), 'c.pem');
    writeFileSync(file, cert);
    const words = ['verify', '-x509_strict', '-CAfile', file, '-purpose', 'sslserver', file];
    expect(execFileSync('openssl', words, { encoding: 'utf8' })).toBe(`${file}: OK\n`);
  });
});

// What the small report of bench/start-up.mjs needs besides the sandbox: a server that speaks TLS, and a keychain with a
// sign-in. Both are programs of the system; without them the figure is left out.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environment } from './measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));
const children = [];
const started = (file, args, options) => {
  const child = spawn(file, args, options);
  children.push(child);
  return child;
};

export function endSignIn() {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

const body = JSON.stringify({
  total: 1,
  nationalityBreakdown: [{ countryCode: 'DE', number: 1, percent: 100 }],
});
const firstLine = child =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.stdout.once('data', data => resolve(String(data).trim()));
  });

/** The address of a server that gives one report to everybody, over TLS where there is a certificate. */
async function serve(certificate) {
  const listening = `.listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;
  const answer = `(_, response) => response.setHeader('content-type', 'application/json').end(${JSON.stringify(body)})`;
  const read = name => `require('node:fs').readFileSync(${JSON.stringify(join(folder, name))})`;
  const script = certificate
    ? `require('node:https').createServer({ key: ${read('key.pem')}, cert: ${read('cert.pem')} }, ${answer})${listening}`
    : `require('node:http').createServer(${answer})${listening}`;
  const server = started(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  return `${certificate ? 'https' : 'http'}://127.0.0.1:${await firstLine(server)}`;
}

const isMissing = file => spawnSync(file, ['--version'], { stdio: 'ignore' }).error !== undefined;

/** The environment of a report over TLS; undefined without openssl. */
export async function secureEnvironment() {
  if (isMissing('openssl')) return undefined;
  const [key, cert] = ['key.pem', 'cert.pem'].map(name => join(folder, name));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      '-subj',
      '/CN=bench',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ],
    { stdio: 'ignore' },
  );
  return {
    HOTELCTL_BASE_URL: await serve(true),
    HOTELCTL_ACCESS_TOKEN: 'bench',
    NODE_EXTRA_CA_CERTS: cert,
  };
}

/** The environment of a report whose token is in a keychain; undefined without a bus or a keychain daemon. */
export async function keychainEnvironment() {
  if (isMissing('dbus-daemon') || isMissing('gnome-keyring-daemon') || isMissing('gdbus')) return undefined;
  for (const name of ['run', 'home', 'data']) mkdirSync(join(folder, name), { mode: 0o700 });
  const base = {
    ...environment(),
    HOME: join(folder, 'home'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  };
  const bus = started('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    env: base,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const session = { ...base, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) };
  const daemon = started('gnome-keyring-daemon', ['--foreground', '--components=secrets', '--unlock'], {
    env: session,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end('bench');
  await promisify(execFile)('gdbus', ['wait', '--session', '--timeout', '10', 'org.freedesktop.secrets'], {
    env: session,
  });
  const address = await serve(false);
  const grant = { token: 'bench', expiresAt: Date.now() + 86_400_000, scopes: ['reports.read'] };
  const account = `default ${address} bench access-token`;
  const input = JSON.stringify({
    service: 'hotelctl',
    limit: 2000,
    operations: [{ do: 'set', account, value: JSON.stringify(grant) }],
  });
  const child = fileURLToPath(new URL('../dist/keychain-child.cjs', import.meta.url));
  execFileSync(process.execPath, [child], { env: session, input });
  return {
    ...session,
    HOTELCTL_BASE_URL: address,
    HOTELCTL_AUTH_URL: address,
    HOTELCTL_CLIENT_ID: 'bench',
    HOTELCTL_CREDENTIAL_STORE: 'keychain',
  };
}

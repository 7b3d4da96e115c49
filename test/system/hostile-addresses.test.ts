import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localServer } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { freePort } from '../http/auth/loopback-ports.ts';
import { runInProcess } from '../run-in-process.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { makeRecordingBrowser } from './recording-browser.ts';

/**
 * URLs that would be a command if any program interpreted them as one. Each of them would create a file called pwned,
 * in the current folder or at home; none ever does, and a browser receives exactly one argument.
 */

/** What a shell turns into a space, in a URL that must not contain any. */
const shellBlank = '\u0024{IFS}';
const commands = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '& touch pwned',
  '| touch pwned',
  "'; touch pwned '",
];

/** A home with a recording browser, and the search for files that must not exist. */
function scene() {
  const home = temporaryFolder();
  const browser = makeRecordingBrowser(home);
  const env = {
    HOME: home,
    BROWSER: browser.command,
    HOTELCTL_CREDENTIAL_STORE: 'file',
    HOTELCTL_CLIENT_ID: 'client',
    HOTELCTL_CLIENT_SECRET: 's',
    HOTELCTL_BASE_URL: 'https://127.0.0.1:1',
    HOTELCTL_INTEGRATION_URL: 'https://127.0.0.1:1',
  };
  const nothingRan = () =>
    expect(
      (readdirSync(home, { recursive: true }) as string[]).filter(name => name.includes('pwned')),
    ).toEqual([]);
  /** Runs until the end, in the home. */
  const run = async (line: Line, more: Record<string, string> = {}) => {
    const ended = await runInProcess(line, { env: { ...env, ...more }, folder: home });
    nothingRan();
    return ended;
  };
  return { home, browser, env, run, nothingRan };
}

describe('a sign-in', () => {
  /** Runs until the browser has its URL; returns its one argument. */
  async function opened(line: Line, more: Record<string, string> = {}) {
    const { env, browser, nothingRan } = scene();
    const requested: (string | undefined)[] = [];
    const host = await localServer((request, response) => {
      requested.push(request.url);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"authorization_endpoint": "javascript:alert(1)", "issuer": "file:///etc/passwd"}');
    });
    const redirect = `http://127.0.0.1:${await freePort()}`;
    const running = startHotelctl(
      wordsOf('login', line).map(word => word.replace('REDIRECT', redirect)),
      {
        env: { ...env, HOTELCTL_AUTH_URL: host.url, HOTELCTL_REDIRECT_URI: `${redirect}/callback`, ...more },
      },
    );
    const address = await browser.opened(running);
    running.signal('SIGINT');
    expect((await running.ended).exitCode).toBe(130);
    expect(await browser.starts()).toBe(1);
    nothingRan();
    // The endpoints are fixed: no document of a host influences what is opened.
    expect(requested).toEqual([]);
    expect(address.startsWith(`${host.url}/connect/authorize?response_type=code&`)).toBe(true);
    expect(address).toMatch(/^[\w.~:/?%&=-]+$/);
    return new URL(address).searchParams;
  }

  it.each([commands.slice(0, 3), commands.slice(3)])(
    'with %s, %s and %s in client id, scope and redirect URI passes them to the browser as data',
    async (id = '', scope = '', inPath = '') => {
      const path = `/${inPath.replaceAll(' ', '%20')}`;
      const query = await opened(
        wordsOf('--client-id', [id, `--scope=${scope}`, `--redirect-uri=REDIRECT${path}`]),
      );
      expect(query.get('client_id')).toBe(id);
      expect(query.get('scope')).toBe(scope.trim().replace(/\s+/g, ' '));
      expect(query.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
      expect(query.get('redirect_uri')?.endsWith(path)).toBe(true);
    },
  );

  it("passes one argument to the desktop's opener as well", async () => {
    const { env, browser, nothingRan } = scene();
    const folder = temporaryFolder();
    symlinkSync(browser.command, join(folder, 'xdg-open'));
    const running = startHotelctl('login --client-id "$(touch pwned)"', {
      env: {
        ...env,
        BROWSER: undefined,
        DISPLAY: ':99',
        PATH: `${folder}:${process.env['PATH']}`,
        HOTELCTL_REDIRECT_URI: `http://127.0.0.1:${await freePort()}/callback`,
        HOTELCTL_AUTH_URL: 'http://127.0.0.1:1',
      },
    });
    expect(await browser.opened(running)).toContain('&client_id=%24%28touch%20pwned%29&');
    running.signal('SIGINT');
    await running.ended;
    nothingRan();
  });
});

describe('a view', () => {
  const inUrl = commands.map(command => command.replaceAll(' ', shellBlank));
  it.each(inUrl.slice(0, 3).map((path, index) => [path, inUrl[index + 3]]))(
    'at a URL with %s and %s is previewed on a separate page, and the browser gets only that page',
    async (path, query) => {
      const { env, browser, nothingRan } = scene();
      const running = startHotelctl(['ui-integration', 'preview', `https://v.example/${path}?a=${query}`], {
        env,
      });
      expect(await browser.opened(running)).toMatch(/^http:\/\/(127\.0\.0\.1|localhost):\d+\/[\w?=&-]*$/);
      running.signal('SIGINT');
      expect((await running.ended).exitCode).toBe(0);
      nothingRan();
    },
  );
});

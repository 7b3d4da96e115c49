import { describe, expect, it } from 'vitest';
import { browserObstacle, openBrowser, sshForward } from '../../../src/http/auth/browser.ts';
import { parseRedirectUri } from '../../../src/http/auth/loopback.ts';
import { testContext } from '../../context.ts';

describe('BROWSER', () => {
  it.each([
    [
      'https://a.example.com/$(touch pwned)?q=$(id)`id`&r=;id|id',
      'https://a.example.com/$(touch%20pwned)?q=$(id)`id`&r=;id|id',
    ],
    [
      'https://a.example.com/?q=two words "quoted" <b>',
      'https://a.example.com/?q=two%20words%20%22quoted%22%20%3Cb%3E',
    ],
    [' \thttps://a.example.com/\nx\ry ', 'https://a.example.com/xy'],
    ['https:a.example.com', 'https://a.example.com/'],
  ])('is a single command, not a command line, with %j as its one argument', async (url, argument) => {
    const command = 'firefox --private $(touch pwned) %s:chromium';
    const context = testContext({ env: { BROWSER: command } });
    expect(await openBrowser(url, context)).toBe(true);
    expect(context.launched).toEqual([{ file: command, args: [argument] }]);
    expect(context.opened).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    '--new-window',
    '--help https://a.example.com/',
    '//a.example.com/',
    '',
  ])('is never run with %j', async url => {
    for (const env of [{ BROWSER: '/bin/false' }, {}]) {
      const context = testContext({ env });
      await expect(openBrowser(url, context)).rejects.toMatchObject({ exitCode: 2 });
      expect([context.launched, context.opened]).toEqual([[], []]);
    }
  });

  it('is reported if it cannot be started', async () => {
    const context = testContext({ env: { BROWSER: '/no/such/browser' }, reallyLaunch: true });
    expect(await openBrowser('https://a.example.com/', context)).toBe(false);
  });

  it("falls back to the desktop's browser if it is not set", async () => {
    const context = testContext({ desktop: false });
    expect(await openBrowser('https://a.example.com', context)).toBe(false);
    expect(context.opened).toEqual(['https://a.example.com/']);
  });
});

it.each<[Record<string, string>, NodeJS.Platform, string | undefined]>([
  [{ SSH_CONNECTION: '192.0.2.7 50000 192.0.2.9 22', DISPLAY: ':0' }, 'linux', 'ssh'],
  [{ SSH_TTY: '/dev/pts/0' }, 'darwin', 'ssh'],
  [{}, 'linux', 'no-display'],
  [{ DISPLAY: '' }, 'linux', 'no-display'],
  [{ DISPLAY: ':0' }, 'linux', undefined],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', undefined],
  [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', undefined],
  [{ BROWSER: '/usr/bin/b', SSH_TTY: '/dev/pts/0' }, 'linux', undefined],
  [{}, 'darwin', undefined],
  [{}, 'win32', undefined],
])('an obstacle in %j on %s is %s', (env, platform, obstacle) => {
  expect(browserObstacle(testContext({ env, platform }))).toBe(obstacle);
});

it.each([
  [
    'http://127.0.0.1:8976/callback',
    '192.0.2.7 50000 192.0.2.9 22',
    'ssh -N -L 127.0.0.1:8976:127.0.0.1:8976 192.0.2.9',
  ],
  ['http://localhost:8976/callback', undefined, 'ssh -N -L 127.0.0.1:8976:127.0.0.1:8976 THIS-MACHINE'],
  ['http://[::1]:9000/', 'x y $(id) 22', 'ssh -N -L [::1]:9000:[::1]:9000 THIS-MACHINE'],
  ['http://127.0.0.2:9000/', 'a b 2001:db8::1 22', 'ssh -N -L 127.0.0.2:9000:127.0.0.2:9000 2001:db8::1'],
])('the ssh line for %s', (uri, SSH_CONNECTION, line) => {
  const target = parseRedirectUri(uri);
  expect(target && sshForward(target, { SSH_CONNECTION })).toBe(line);
});

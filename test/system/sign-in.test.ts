import { beforeEach, expect, it } from 'vitest';
import { expectFailure, expectSuccess } from '../expect-run.ts';
import { sharedChromium } from './chromium.ts';
import { keyringPrerequisites } from './keyring.ts';
import { requires } from './prerequisites.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

/** The whole sign-in with real parts: Chromium for the sandbox's pages, gnome-keyring for the program. One user for all. */
for (const [command, debianPackage] of [...keyringPrerequisites, ['secret-tool', 'libsecret-tools'] as const])
  beforeEach(requires(command, debianPackage));
const newPage = sharedChromium();

const month = ['--property', 'MUC', '--month', '10', '--year', '2026'];
const accountOf = ({ exported }: Workplace, item: string) =>
  `sandbox ${exported['HOTELCTL_AUTH_URL']} hotelctl-sandbox ${item}`;

/** Clicks through the pages as Anna Berger; resolves with the page that the program showed at its redirect URI. */
async function inChromium(url: string, { redirectUri }: Workplace, decision: 'Allow' | 'Deny') {
  // Each page has its own cookies.
  const page = await newPage();
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(url);
  // By keyboard only: the first hotel user and the button Allow have the focus.
  const focused = page.locator('button:focus');
  await focused.and(page.getByRole('button', { name: /^Continue as Anna Berger, / })).waitFor();
  await page.keyboard.press('Enter');
  await focused.and(page.getByRole('button', { name: 'Allow', exact: true })).waitFor();
  if (decision === 'Deny') await page.keyboard.press('Tab');
  await focused.and(page.getByRole('button', { name: decision, exact: true })).waitFor();
  const landing = page.waitForResponse(response => response.url().startsWith(redirectUri));
  await page.keyboard.press('Enter');
  const response = await landing;
  await page.waitForURL(address => address.href.startsWith(redirectUri));
  const { searchParams } = new URL(page.url());
  expect(complaints).toEqual([]);
  return {
    status: response.status(),
    headers: response.headers(),
    heading: await page.getByRole('heading').textContent(),
    content: await page.content(),
    query: Object.fromEntries(searchParams),
  };
}

it('stores nothing if it is denied, else is stored in the keychain, works for other processes, and is gone after logout', async () => {
  const workplace = await openWorkplace();
  const { browser, run, exported } = workplace;
  const before = await workplace.keychainItems();
  const refused = workplace.login();
  const refusal = await inChromium(await browser.opened(refused), workplace, 'Deny');
  expect(refusal).toMatchObject({ status: 200, heading: 'The access was denied' });
  for (const value of Object.values(refusal.query)) expect(refusal.content).not.toContain(value);
  const denied = await refused.ended;
  expect(denied).toMatchObject({ exitCode: 3, stdout: '' });
  expect(denied.stderr).toMatch(
    /^hotelctl: the sign-in was denied\nhint: run `hotelctl login --profile sandbox` again/m,
  );
  expect(await workplace.keychainItems()).toEqual(before);
  expect(Object.keys(before)).toEqual([accountOf(workplace, 'client-secret')]);
  const nobody = await run('auth status --format json');
  expect(JSON.parse(nobody.stdout)).toMatchObject({ signedIn: false, user: null });

  const login = workplace.login();
  const landing = await inChromium(await browser.opened(login), workplace, 'Allow');
  expect(landing).toMatchObject({
    status: 200,
    heading: 'You are signed in',
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none';/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
  const { code = '', state = '' } = landing.query;
  expect([code, state]).not.toContain('');
  for (const value of Object.values(landing.query)) expect(landing.content).not.toContain(value);
  const signedIn = await login.ended;
  expect(signedIn).toMatchObject({ exitCode: 0, stdout: '' });
  expect(signedIn.stderr).toMatch(
    /^Signed in as Anna Berger, profile sandbox\.\nSaved to keychain \(Secret Service\)/m,
  );

  // Another program finds one item for each secret, and hotelctl's other processes read them.
  const items = await workplace.keychainItems();
  const accounts = ['client-secret', 'refresh-token', 'access-token'].map(item => accountOf(workplace, item));
  expect(Object.keys(items).sort()).toEqual([...accounts].sort());
  const [clientSecret, , grant] = accounts.map(account => items[account] ?? '');
  const { token } = JSON.parse(grant ?? '') as { token: string };
  expect(clientSecret).toBe(exported['HOTELCTL_CLIENT_SECRET']);
  const status = await expectSuccess(run('auth status'), /^$/);
  expect(status.stdout).toMatch(/^user +Anna Berger$/m);
  expect(status.stdout).toMatch(/^scopes +offline_access reports\.read /m);
  expect(status.stdout).toMatch(/^store +keychain /m);
  expect(status.stdout).toMatch(/\b(59|60) min left\b/);
  expect(await run('auth token')).toEqual({ exitCode: 0, stdout: `${token}\n`, stderr: '' });
  const report = await run(['reports', 'room-nights', ...month, '--format', 'csv']);
  expect(report).toEqual({ exitCode: 0, stdout: expect.stringContaining('MUC,2026,10,total,,'), stderr: '' });

  const doctor = await expectSuccess(run('doctor --format json -v'));
  const { findings }: { findings: Record<'check' | 'found', string>[] } = JSON.parse(doctor.stdout);
  const found = (check: string) => findings.findLast(finding => finding.check === check)?.found;
  expect(found('credential store')).toMatch(/^keychain \(Secret Service\)/);
  expect(found('client secret')).toBe('saved in the credential store');

  const logout = await run('logout');
  expect(logout).toMatchObject({ exitCode: 0, stdout: '' });
  expect(logout.stderr).toBe(
    'Deleted the tokens and the client secret on this machine. Revoked the refresh token at the identity host.\n',
  );
  expect(await workplace.keychainItems()).toEqual({});
  await expectFailure(run(['reports', 'room-nights', ...month]), 3, /^hint: .*`hotelctl login/m);
  expect(browser.starts()).toBe(2);
});

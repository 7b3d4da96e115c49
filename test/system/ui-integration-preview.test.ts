import { readFileSync, writeFileSync } from 'node:fs';
import { get as plainGet } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectExit, expectSuccess } from '../expect-run.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { responding, type SecureServer, secureServer } from '../secure-server.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { sharedChromium } from './chromium.ts';
import { makeRecordingBrowser } from './recording-browser.ts';

/** The preview and the sandbox's dashboard, as Chromium shows them. */
const newPage = sharedChromium();
let tab: Page | undefined;

const page = (text: string) => `<!doctype html><title>view</title><p id="shown">${text}</p>`;
/** A view that shows its own query; more headers by path. */
const viewServer = () =>
  secureServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const headers: Record<string, Record<string, string>> = {
      '/deny': { 'x-frame-options': 'DENY' },
      '/list': { 'content-security-policy': 'frame-ancestors https://app.platform.example' },
    };
    responding(page(query), { 'content-type': 'text/html', ...headers[path] })(request, response);
  });

const preview = async (address: string, ca: string, flags: Line = []) => {
  const home = temporaryFolder();
  const running = startHotelctl(
    wordsOf('ui-integration preview - --ca', [ca], '--allow-private-network --no-browser', flags),
    { env: { HOME: home }, input: address },
  );
  const [, url = ''] = await running.says('stdout', /^(http:\S+)\n/);
  return { ...running, url };
};

/** Opens the page and waits until each view on it is checked. Any error of the page fails the test. */
async function open(url: string, complaints: string[] = []): Promise<Page> {
  // One tab for all: each new one takes more processor time than its page.
  tab ??= await newPage({ ignoreHTTPSErrors: true });
  const opened = tab.removeAllListeners();
  opened.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  opened.on('pageerror', error => complaints.push(error.message));
  await opened.goto(url);
  await settled(opened);
  return opened;
}
const settled = (opened: Page) =>
  opened.locator('.view[data-state=loading]').first().waitFor({ state: 'detached' });
const printed = (opened: Page) => opened.frameLocator('iframe').locator('#shown').textContent();
const statusOf = (opened: Page) => opened.getByRole('status').textContent();
const size = async (opened: Page) => {
  const box = await opened.locator('iframe').boundingBox();
  return [box?.width, box?.height];
};

describe('the preview', () => {
  it('embeds the view in a frame of the target’s size, with the context appended', async () => {
    const { url: view, ca } = await viewServer();
    const target = '--source-type public --target DashboardPropertyContext';
    const flags = `${target} --context propertyId=LND --context accountCode=GRAND`;
    const { url } = await preview(`${view}/view?t=1`, ca, flags);
    const complaints: string[] = [];
    const opened = await open(url, complaints);
    expect(await printed(opened)).toBe('t=1&accountCode=GRAND&subjectId=anna.berger&propertyId=LND');
    expect(await size(opened)).toEqual([340, 350]);
    await opened.getByRole('button', { name: '480' }).click();
    expect(await size(opened)).toEqual([480, 350]);
    // Another target is a click away: its own parameter, its own size, the values as they were.
    await opened.getByRole('link', { name: 'ReservationDetailsTab' }).click();
    await opened.waitForURL(/target=ReservationDetailsTab/);
    await settled(opened);
    const query = 't=1&accountCode=GRAND&subjectId=anna.berger&reservationId=HPGMSTGF-1';
    expect(await printed(opened)).toBe(query);
    await opened.getByRole('button', { name: '768' }).click();
    expect((await size(opened))[0]).toBe(768);
    await opened.getByLabel('reservationId').fill('XYZ-1');
    await opened.getByRole('button', { name: 'Apply' }).click();
    await opened.waitForURL(/reservationId=XYZ-1/);
    await settled(opened);
    expect(await printed(opened)).toContain('reservationId=XYZ-1');
    expect(await opened.getByRole('status').textContent()).toBe('Shown');
    expect(complaints).toEqual([]);
  });

  it('shows why a frame stays blank', async () => {
    const { url: view, ca } = await viewServer();
    const cases: readonly [path: string, words: RegExp][] = [
      ['/deny', /^Blank on the platform too: X-Frame-Options: DENY$/],
      ['/list', /^Blank here: Content-Security-Policy: frame-ancestors https:\/\/app\.platform\.example$/],
    ];
    for (const [path, words] of cases) {
      const { url } = await preview(`${view}${path}`, ca, '--source-type public');
      const opened = await open(url);
      expect(await opened.getByRole('status').textContent()).toMatch(words);
      expect(await opened.locator('.cover .why').textContent()).toMatch(words);
      // Chromium agrees: nothing of the view is visible.
      expect(await opened.frameLocator('iframe').locator('#shown').count()).toBe(0);
      await opened.getByRole('button', { name: 'Show the frame anyway' }).click();
      expect(await opened.locator('.cover').isVisible()).toBe(false);
    }
  });

  it('reports that a server is not reachable, and what was not checked', async () => {
    const { url: view, ca } = await viewServer();
    const gone = await preview('https://127.0.0.1:9/view', ca, '--source-type public');
    const blank = await open(gone.url);
    const refused = 'could not connect to 127.0.0.1:9: connection refused';
    expect(await statusOf(blank)).toBe(refused);
    const line = `ui-integration preview ${view}/view --source-type public --no-browser`;
    const guarded = startHotelctl(line, { env: { HOME: temporaryFolder() } });
    const [, url = ''] = await guarded.says('stdout', /^(http:\S+)\n/);
    const opened = await open(url);
    expect(await statusOf(opened)).toBe('not requested: 127.0.0.1 is not a public address');
    // The browser belongs to the user: it shows the view nevertheless.
    expect(await printed(opened)).toContain('propertyId=MUC');
  });

  it('requests a private URL, and shows the check that fails', async () => {
    let body = '';
    const server: SecureServer = await secureServer((request, response) => {
      const { url = '' } = request;
      const content = url.startsWith('/private') ? body : page(url);
      responding(content, { 'content-type': 'text/html' })(request, response);
    });
    body = JSON.stringify({ url: `${server.url}/view`, expTimestamp: '2999-01-01T00:00:00Z' });
    const address = `${server.url}/private?token=secret-of-the-test`;
    const { url } = await preview(address, server.ca, '--source-type private');
    const opened = await open(url);
    expect(await printed(opened)).toContain('/view?accountCode=DEMO');
    body = '{"url": 1}';
    await opened.getByRole('button', { name: 'Load again' }).click();
    await settled(opened);
    expect(await statusOf(opened)).toMatch(/^The private URL fails check 4: url is a number/);
    const failed = await opened.locator('.notes .failed').textContent();
    expect(failed).toContain('the body matches the expected schema');
    expect(await opened.content()).not.toContain('secret-of-the-test');
  });

  it('shows a development server over plain http only from this machine', async () => {
    const { url } = await preview('http://localhost:9/', (await viewServer()).ca, '--source-type public');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?target=DashboardPropertyContext$/);
    const elsewhere = runInProcess('ui-integration preview http://views.example/');
    await expectExit(elsewhere, 2, 'must be an https:// URL, not http://');
  });

  it('opens the browser with a URL without secrets, serves only this machine, and ends on Ctrl-C', async () => {
    const home = temporaryFolder();
    const browser = makeRecordingBrowser();
    const running = startHotelctl('ui-integration preview - --target PropertyMenuApps', {
      env: { HOME: home, BROWSER: browser.command },
      input: 'https://views.example/?token=secret-of-the-test',
    });
    const [, url = ''] = await running.says('stdout', /^(http:\S+)\n/);
    expect(await browser.opened(running)).toBe(url);
    const status = (headers: Record<string, string>, path = '/') =>
      new Promise(resolve => {
        plainGet(new URL(path, url), { headers, agent: false }, response =>
          resolve(response.resume().statusCode),
        );
      });
    expect(await status({ host: 'attacker.example' })).toBe(421);
    expect(await status({ 'sec-fetch-site': 'cross-site' }, '/embedding?target=PropertyMenuApps')).toBe(403);
    running.signal('SIGINT');
    const { exitCode, stdout, stderr } = await running.ended;
    expect([exitCode, stderr]).toEqual([0, expect.stringMatching(/Stopped the preview\.\n$/)]);
    expect(stdout + stderr).not.toContain('secret-of-the-test');
  });
});

it('dev reloads the view in the page that is open, whenever a file changes, and the sandbox’s dashboard shows it', async () => {
  const home = temporaryFolder();
  await expectSuccess(runInProcess('ui-integration init view', { folder: home }));
  const running = startHotelctl('ui-integration dev view --no-browser', { env: { HOME: home } });
  onTestFinished(async () => {
    running.signal('SIGINT');
    await running.ended;
  });
  const [, url = ''] = await running.says('stdout', /^(http:\S+)\nstarted: \d+ checks passed\n/m);
  const opened = await open(url);
  const heading = opened.frameLocator('iframe').getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).toBe('My view');
  // A page that is opened again would forget it.
  await opened.evaluate('document.title = "the same page"');
  const file = join(home, 'view/server.mjs');
  const source = readFileSync(file, 'utf8');
  for (const shown of ['Parking', 'Parking and bicycles']) {
    writeFileSync(file, source.replace('<h1>My view', `<h1>${shown}`));
    await running.says('stdout', /^server\.mjs changed: \d+ checks passed\n/m);
    await heading.getByText(shown, { exact: true }).waitFor();
  }
  expect(await opened.title()).toBe('the same page');

  const script = `
    "$1" "$2" ui-integration create ReservationDetailsTab --label Parking --source-url - --source-type private < view/.hotelctl/address
    echo "dashboard $HOTELCTL_INTEGRATION_URL"
    read -r _ < stop`;
  writeFileSync(join(home, 'steps.sh'), `mkfifo stop\n${script}`);
  const line = 'sandbox run --ca view/.hotelctl/cert.pem --allow-private-network -- bash -eu steps.sh';
  const program = [process.execPath, hotelctlFile];
  const sandbox = startHotelctl(wordsOf(line, program), { env: { HOME: home } });
  const [, dashboard = ''] = await sandbox.says('stdout', /^dashboard (\S+)\n/m);
  try {
    const opened = await open(`${dashboard}/`);
    expect(await opened.getByRole('heading', { level: 1 }).textContent()).toBe('ReservationDetailsTab');
    expect(await opened.getByRole('status').textContent()).toBe('Shown');
    const view = opened.frameLocator('iframe');
    // The frame may still be loading its first empty page.
    await view.getByText('reservationId').waitFor();
    const names = wordsOf('accountCode subjectId reservationId');
    expect(await view.locator('dt').allTextContents()).toEqual(names);
    expect(await view.locator('dd').first().textContent()).toBe('SANDBOX');
  } finally {
    writeFileSync(join(home, 'stop'), '\n');
  }
  expect((await sandbox.ended).exitCode).toBe(0);
});

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { launchChromium, requiresChromium } from '../../system/chromium.ts';
import { authorizeUrl, exchange, openCallback, testSandbox } from './client-application.ts';

let browser: Browser | undefined;
beforeEach(requiresChromium);
afterAll(() => browser?.close());

interface Visit {
  readonly page: Page;
  /** What the browser refused or missed, from its own console. */
  readonly complaints: string[];
}

async function openPage(colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  browser ??= await launchChromium();
  const context = await browser.newContext({ colorScheme, viewport: { width: 1024, height: 700 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.message));
  return { page, complaints };
}

/** What a screen reader would read for the control that has the focus; browsers need a moment after loading. */
async function focused(page: Page): Promise<string | null> {
  const control = page.locator('button:focus, a:focus');
  return (await control.getAttribute('aria-label')) ?? (await control.textContent());
}

it('signing in with a browser works by keyboard only, from the choice of a hotel user to the client’s own page', async () => {
  const callback = await openCallback();
  const sandbox = await testSandbox({ redirectUris: [callback.uri] });
  const { page, complaints } = await openPage();
  await page.goto(authorizeUrl(sandbox, { scope: 'offline_access reports.read admin' }));
  expect(await page.title()).toBe('Sign in – hotelctl sandbox');
  expect(await focused(page)).toBe('Continue as Anna Berger, Front office manager, All properties');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Continue as Daniel Okafor, Revenue manager, All properties');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Allow hotelctl to work for you?' }).waitFor();
  expect(await page.title()).toBe('Allow access – hotelctl sandbox');
  expect(await page.locator('.person').textContent()).toContain('Daniel Okafor');
  expect(await page.locator('li b').allTextContents()).toEqual([
    'Administer everything',
    'Read reports',
    'Know who you are',
    'Stay signed in',
  ]);
  expect(await focused(page)).toBe('Allow');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Landed' }).waitFor();
  expect(complaints).toEqual([]);
  const response = await exchange(sandbox, callback.visits[0]?.get('code') ?? '');
  expect(response.status).toBe(200);
});

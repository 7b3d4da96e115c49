/** Debian's Chromium, driven by playwright-core: the browser that people sign in with. */
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { wordsOf } from '../words.ts';
import { requires } from './prerequisites.ts';

const executable = '/usr/bin/chromium';

/** New pages of one browser for the tests of a file. It connects only to the pages that it is sent to. */
export function sharedChromium() {
  let browser: Browser | undefined;
  beforeEach(requires(executable, 'chromium'));
  beforeAll(async () => {
    const args = wordsOf(
      `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
        --disable-component-update --disable-sync`,
    );
    browser = await chromium.launch({ executablePath: executable, args }).catch(() => undefined);
  });
  afterAll(() => browser?.close());
  return (options: BrowserContextOptions = {}) => (browser as Browser).newPage(options);
}

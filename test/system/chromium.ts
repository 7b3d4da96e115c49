/** Debian's Chromium, driven by playwright-core: the browser that people sign in with. */
import { type Browser, chromium } from 'playwright-core';
import { wordsOf } from '../words.ts';
import { requires } from './prerequisites.ts';

const executable = '/usr/bin/chromium';

/** For `beforeEach(requiresChromium)`. */
export const requiresChromium = requires(executable, 'chromium');

/** Connects only to the pages that it is sent to. Close it when done. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: wordsOf(
      `--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
        --disable-component-update --disable-sync`,
    ),
  });
}

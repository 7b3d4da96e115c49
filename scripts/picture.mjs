/**
 * Makes docs/pictures/october.png, the picture of an HTML page in the README: `node scripts/picture.mjs`, after a build,
 * with Chromium. The page is that of the sandbox's hotel MUC, so the picture changes only when the page does.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const picture = join(root, 'docs', 'pictures', 'october.png');
const size = { width: 1280, height: 860 };

const folder = mkdtempSync(join(tmpdir(), 'hotelctl-picture-'));
try {
  const page = join(folder, 'october.html');
  const report = 'hotelctl reports property-performance --property MUC --period 2026-10 --compare last-year';
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'bin', 'hotelctl.js'),
      ...['sandbox', 'run', '--today', '2026-11-21', '--', ...report.split(' '), '--output', page],
    ],
    { env: { ...process.env, HOTELCTL_PROFILE: '' } },
  );
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const shown = await browser.newPage({ viewport: size, colorScheme: 'light' });
    await shown.goto(pathToFileURL(page).href);
    mkdirSync(dirname(picture), { recursive: true });
    await shown.screenshot({ path: picture, clip: { x: 0, y: 0, ...size } });
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`wrote ${picture}\n`);

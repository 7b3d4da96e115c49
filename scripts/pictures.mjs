/**
 * Makes the pictures of the documents: `node scripts/pictures.mjs`, after a build, with Chromium, LibreOffice, poppler-utils
 * and `script`. `node scripts/pictures.mjs --all FOLDER` makes also those that are only for review: every page wide, narrow,
 * printed, light and dark, in English and German. The hotels are the sandbox's on one day, so a picture changes only when what
 * it shows does.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const run = promisify(execFile);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const isReview = process.argv[2] === '--all';
const target = isReview ? resolve(process.argv[3] ?? '.') : join(root, 'docs', 'pictures');
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-pictures-'));
const hotelctl = `${process.execPath} ${join(root, 'bin', 'hotelctl.js')}`;

/** The clock of every process of that day stands at half past six in the morning. */
const clockOf = day => `const Real = Date, offset = ${Date.parse(`${day}T05:30:00Z`)} - Real.now();
globalThis.Date = class extends Real {
  constructor(...parts) { parts.length === 0 ? super(Real.now() + offset) : super(...parts); }
  static now() { return Real.now() + offset; }
};`;

/** Runs lines of a shell on a day, against a sandbox of twelve hotels; snapshots are of a host, and each run has another port. */
async function onDay(day, lines) {
  const script = join(folder, `${day}.sh`);
  const env = { ...process.env, HOTELCTL_PROFILE: '' };
  const own = `set -e\nexport HOTELCTL_DATA_DIR=${join(folder, 'data')}\nhotelctl() { ${hotelctl} "$@"; }\nexport -f hotelctl\ncd ${folder}
port="\${HOTELCTL_BASE_URL##*:}"
for host in data/snapshots/host=*; do
  [ -d "$host" ] || continue
  find "$host" -name manifest.json -exec sed -i "s/127.0.0.1:[0-9]*/127.0.0.1:$port/" {} +
  mv "$host" "data/snapshots/host=127.0.0.1%3A$port"
done
`;
  writeFileSync(script, own + lines.join('\n'));
  const preload = `--import=data:text/javascript,${encodeURIComponent(clockOf(day))}`;
  const words = `sandbox run --properties 12 -- bash ${script}`.split(' ');
  await run(process.execPath, [join(root, 'bin', 'hotelctl.js'), ...words], {
    env: { ...env, NODE_OPTIONS: preload },
    maxBuffer: 1 << 28,
  });
}

const regions = {
  South: ['MUC', 'FRA', 'VIE', 'SZG', 'INN'],
  North: ['HAM', 'BER', 'CGN', 'LEJ'],
  Abroad: ['LND', 'TYO', 'ZRH'],
};
const portfolio = Object.entries(regions).flatMap(([region, ids]) => ids.map(id => `${id},,${region}\n`));
writeFileSync(join(folder, 'portfolio.csv'), `property,name,region\n${portfolio.join('')}`);
writeFileSync(join(folder, 'rates.csv'), 'currency,rate\nGBP,1.15\nJPY,0.0061\nCHF,1.06\n');
/** Revenue and sold bedrooms of October, in the currency of the hotel. */
const budgets = {
  MUC: [250_000, 1800],
  FRA: [140_000, 1200],
  VIE: [125_000, 830],
  SZG: [72_000, 410],
  INN: [33_000, 320],
  HAM: [108_000, 740],
  BER: [130_000, 980],
  CGN: [66_000, 540],
  LEJ: [45_000, 430],
  LND: [390_000, 2250],
  TYO: [36_500_000, 1500],
  ZRH: [190_000, 600],
};
const planned = Object.entries(budgets).flatMap(([id, [revenue, sold]]) => [
  `${id},2026-10,revenue,${revenue}\n`,
  `${id},2026-10,sold,${sold}\n`,
]);
writeFileSync(join(folder, 'budget.csv'), `property,month,measure,amount\n${planned.join('')}`);

const group = '--all-properties --portfolio portfolio.csv --currency EUR --rates rates.csv';
/** What is written, by the name of the picture. Pages are also in German. */
const pages = {
  morning: `brief ${group} --by region`,
  hotel: 'brief --property MUC',
  pickup: `pickup ${group} --since 7d --period next-180-days --by month`,
  pace: `pace ${group} --period next-180-days --by month`,
  'pickup-hotel': 'pickup --property MUC --since 7d --period next-30-days',
  'pace-hotel': 'pace --property MUC --period next-30-days',
  ranking: `reports property-performance ${group} --period 2026-10 --by property --compare last-year --unit-group-type BedRoom`,
  pack: `pack ${group} --period 2026-10 --budget budget.csv`,
  october: 'reports property-performance --property MUC --period 2026-10 --compare last-year',
};
/** The pages of the documents, and the height of their pictures. */
const inDocuments = { morning: 880, hotel: 1140, pickup: 880, ranking: 860, pack: 1380, october: 860 };
const workbooks = ['morning', 'pickup', 'ranking', 'pack', 'october'];
const terminals = ['morning', 'hotel', 'pickup', 'pack'];
const widths = isReview ? [80, 120, 200] : [120];
const columnsOf = (name, width) => (isReview || name === 'morning' ? [width] : []);

const mails = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts = [];
    stream.on('data', part => parts.push(part));
    stream.on('end', () => {
      mails.push(Buffer.concat(parts));
      done();
    });
  },
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const smtp = `HOTELCTL_SMTP_HOST=127.0.0.1 HOTELCTL_SMTP_PORT=${server.server.address().port} HOTELCTL_SMTP_SECURITY=none HOTELCTL_SMTP_FROM=hotelctl@hotel.example`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** A screenshot of a file, cut at a height. */
async function shoot(name, file, { width = 1280, height = 4000, dark = false } = {}) {
  const page = await browser.newPage({
    viewport: { width, height: 860 },
    colorScheme: dark ? 'dark' : 'light',
  });
  await page.goto(pathToFileURL(file).href);
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(whole, height) };
  await page.screenshot({ path: join(target, `${name}.png`), clip, fullPage: true });
  await page.close();
}

/** A page of paper as a picture; all of them for review. */
async function shootPaper(name, pdf, most) {
  await run('pdftoppm', ['-png', '-r', '90', '-l', String(most), pdf, join(folder, `${name}-page`)]);
  const made = readdirSync(folder).filter(file => file.startsWith(`${name}-page`) && file.endsWith('.png'));
  for (const [index, file] of made.sort().entries())
    writeFileSync(
      join(target, `${name}${index === 0 ? '' : `-${index + 1}`}.png`),
      readFileSync(join(folder, file)),
    );
}

const terminalPage =
  text => `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0;background:#16191f;color:#e8eaee}
pre{display:inline-block;margin:0;padding:18px 22px;font:12px/1.35 'DejaVu Sans Mono',monospace}
.b{font-weight:bold}.d{color:#9aa3b0}.g{color:#58c98a}.r{color:#ff8a80}.c{color:#7ab8ff}</style><pre>${text
    .replaceAll('\r', '')
    .replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)
    .replace(/\x1b\[(\d+)m/g, (_, code) => {
      const style = { 1: 'b', 2: 'd', 90: 'd', 32: 'g', 31: 'r', 36: 'c', 34: 'c' }[code];
      return style ? `<span class="${style}">` : '</span>';
    })}</pre>`;

try {
  mkdirSync(target, { recursive: true });
  for (const day of ['2025-11-22', '2026-11-14', '2026-11-20'])
    await onDay(day, ['hotelctl snapshot take --all-properties']);
  await onDay('2026-11-21', [
    'hotelctl snapshot take --all-properties',
    ...Object.entries(pages)
      .filter(([name]) => isReview || name in inDocuments)
      .flatMap(([name, words]) => [
        `hotelctl ${words} --output ${name}.html`,
        ...(isReview ? [`hotelctl ${words} --locale de --output ${name}-de.html`] : []),
      ]),
    ...(isReview ? workbooks : ['pack']).map(name => `hotelctl ${pages[name]} --output ${name}.xlsx`),
    ...terminals.flatMap(name =>
      widths.flatMap(width =>
        columnsOf(name, width).map(
          columns =>
            `script -qec "stty cols ${columns} rows 400; TERM=xterm-256color ${hotelctl} ${pages[name]} 2> /dev/null" ${name}-${columns}.typescript < /dev/null > ${name}-${columns}.ansi`,
        ),
      ),
    ),
    ...(isReview ? ['morning', 'hotel', 'pack', 'ranking', 'october'] : ['morning']).map(
      name => `${smtp} ${hotelctl} ${pages[name]} --mail-to manager@hotel.example --output - > /dev/null`,
    ),
  ]);

  for (const name of Object.keys(pages)) {
    const file = join(folder, `${name}.html`);
    if (!isReview) {
      if (inDocuments[name]) await shoot(name, file, { height: inDocuments[name] });
      continue;
    }
    for (const language of ['', '-de']) {
      const own = join(folder, `${name}${language}.html`);
      await shoot(`${name}${language}`, own);
      await shoot(`${name}${language}-dark`, own, { dark: true });
      await shoot(`${name}${language}-phone`, own, { width: 400, height: 1400 });
      const page = await browser.newPage();
      await page.goto(pathToFileURL(own).href);
      const pdf = join(folder, `${name}${language}.pdf`);
      writeFileSync(pdf, await page.pdf({ preferCSSPageSize: true }));
      await page.close();
      await shootPaper(`${name}${language}-print`, pdf, 3);
    }
  }
  if (!isReview) {
    await shoot('morning-dark', join(folder, 'morning.html'), { height: 880, dark: true });
    await shoot('morning-phone', join(folder, 'morning.html'), { width: 400, height: 860 });
  }
  const [first] = mails;
  if (!first) throw new Error('no email arrived');
  for (const [index, raw] of (isReview ? mails : [first]).entries()) {
    const mail = await PostalMime.parse(raw);
    const name = isReview ? `mail-${index + 1}` : 'mail';
    writeFileSync(join(folder, `${name}.html`), mail.html ?? '');
    await shoot(name, join(folder, `${name}.html`), { height: 900 });
    if (isReview) writeFileSync(join(target, `${name}.txt`), `${mail.subject}\n\n${mail.text}`);
  }
  for (const name of terminals) {
    for (const width of widths.flatMap(columns => columnsOf(name, columns))) {
      const page = join(folder, `${name}-${width}.html`);
      writeFileSync(page, terminalPage(readFileSync(join(folder, `${name}-${width}.ansi`), 'utf8')));
      await shoot(`${name}-terminal${isReview ? `-${width}` : ''}`, page, {
        width: Math.ceil(width * 7.3 + 44),
      });
    }
  }
  for (const name of isReview ? workbooks : ['pack']) {
    await run('soffice', [
      '--headless',
      '--convert-to',
      'pdf',
      '--outdir',
      folder,
      join(folder, `${name}.xlsx`),
    ]);
    await shootPaper(`${name}-workbook`, join(folder, `${name}.pdf`), isReview ? 8 : 1);
  }
} finally {
  server.close();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`wrote ${target}\n`);

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { beforeAll, expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { main } from '../../../src/start/main.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { startMailServer } from '../../mail-server.ts';
import { fewerBookings } from '../../sandbox/fewer-bookings.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { wordsOf } from '../../words.ts';
import { workbookSheets } from '../workbook-parts.ts';

/** The page, the workbook, the mail and the table of one command show the same numbers, for three small hotels and a group of two. */
const today = '2026-11-21';
/** A close reads the whole month of each: two of them, whose currencies have different digits. */
const hotelsOf = (words: string) => (words.startsWith('close') ? 'LEJ,KYO' : 'LEJ,EDI,KYO');
const hotelOn = (day: string) => fewerBookings(createHotel({ seed: 'hotelctl', today: day, properties: 48 }));
const lines = [
  'brief',
  'pickup --since 7d --period next-30-days',
  'pickup --since 7d --period next-90-days --by month',
  'pace --period next-30-days',
  'pack --period last-month',
  'close --period 2026-10',
  'statistics DE --period 2026-10',
  'reports property-performance --period 2026-10 --by property',
  'reports property-performance --period 2026-10 --by week --compare last-year',
  'reports property-performance --period 2026-10 --view days',
  'reports revenues --period 2026-10',
  'reports company-invoices-vat --period 2026-10 --view ageing',
  'reports company-invoices-vat --period 2026-09..2026-10',
  'reports room-nights --period 2026-10',
];

/** What stands in the cells of a row of a table. */
type Row = readonly string[];

const textOf = (markup: string) =>
  markup
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The rows with a number beside their first cell. */
const pageRows = (page: string): Row[] =>
  [...page.matchAll(/<tr.*?<\/tr>/gs)]
    .map(([row]) => [...row.matchAll(/<t[dh][ >].*?<\/t[dh]>/gs)].map(([cell]) => textOf(cell)))
    .filter(([, ...cells]) => cells.some(cell => number.test(cell)));

const number = /^[+−]?\d[\d,]*(?:\.\d+)?(?= ?[A-Z]{3}$| ?%$| pts$|$)/;
/** A face has its own marks and spaces between the parts of a text. */
const plain = (text: string) => text.replace(/[^\p{L}\p{N}.−+]+/gu, '');
/** The parts of an ISO date are not numbers. */
const numbersIn = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\d/g, '').match(/[+−]?\d[\d,]*(?:\.\d+)?/g) ?? [];
const numbersOf = (cells: Row) => cells.flatMap(cell => number.exec(cell)?.[0] ?? []);

/** Rounded half up to the digits that are shown; the sign of a change that is rounded to zero is not shown. */
function isShownAs(stored: string, shown: string): boolean {
  const value = shown.replaceAll(',', '').replace('−', '-').replace('+', '');
  // Exact decimals are slow, and most cells of a row are other figures.
  if (!/\d/.test(stored) || !(Math.abs(Number(stored) - Number(value)) <= 1)) return false;
  const [, fraction = ''] = value.split('.');
  return new Big(stored).round(fraction.length, Big.roundHalfUp).eq(new Big(value));
}

const folder = temporaryFolder();
let mail: Awaited<ReturnType<typeof startMailServer>>;
let run: (words: string, day?: string) => Promise<string>;

beforeAll(async () => {
  const { env, show } = await servedHotel(hotelOn('2026-11-14'));
  mail = await startMailServer();
  const portfolio = join(folder, 'portfolio.csv');
  const places = ['property,name,region', 'LEJ,Leipzig,Europe', 'EDI,Edinburgh,Europe', 'KYO,Kyoto,Asia'];
  writeFileSync(portfolio, `${places.join('\n')}\n`);
  run = async (words, day = today) => {
    const now = Date.parse(`${day}T12:00:00Z`);
    const settings = { HOTELCTL_DATA_DIR: folder, HOTELCTL_PORTFOLIO: portfolio, LANG: 'C.UTF-8' };
    const context = testContext({ env: { ...env, ...mail.env, ...settings }, now, columns: 400 });
    const exitCode = await main(wordsOf(`${words} --property ${hotelsOf(words)}`), context);
    expect(`${exitCode} ${context.err()}`).toMatch(/^0 /);
    return context.out();
  };
  await run('snapshot take --ahead 100d', '2026-11-14');
  show(hotelOn(today));
  await run('snapshot take --ahead 100d');
  // A first close reads the whole ledger before it; those of the month after it begin with its balances.
  await run('close --period 2026-09');
});

it.each(lines)('%s', async line => {
  const { page, text, workbook, terminal, mail } = await write(line);
  const known = new Set([...numbersIn(text)]);
  const inPage = new Set(page.map(row => numbersOf(row).join(' ')));
  expect(Math.min(page.length, mail.length, terminal.length)).toBeGreaterThan(0);
  expect({
    notInWorkbook: page.filter(row => !isStored(row, workbook)),
    onlyInTerminal: terminal.filter(row => row.flatMap(numbersIn).some(shown => !known.has(shown))),
    otherInMail: mail.filter(row => !inPage.has(numbersOf(row).join(' '))),
  }).toEqual({ notInWorkbook: [], onlyInTerminal: [], otherInMail: [] });
});

/** Whether a row of the workbook has these numbers, one with the same first text if there is one. A day is stored as a number. */
function isStored(
  [first = '', ...cells]: Row,
  { rows, byText }: Awaited<ReturnType<typeof write>>['workbook'],
) {
  const shown = numbersOf(cells);
  const has = (stored: Row) => shown.every(text => stored.some(value => isShownAs(value, text)));
  return byText.get(plain(first))?.some(has) || rows.some(has);
}

/** Writes the four faces of a command, a week after a snapshot. */
async function write(line: string) {
  const file = join(folder, 'page');
  await run(`${line} --output ${file}.html --mail-to anna@hotel.example`);
  await run(`${line} --output ${file}.xlsx`);
  // Reading a mail takes time: only the last one.
  mail.received.splice(0, mail.received.length - 1);
  const [sent] = await mail.mails();
  const html = readFileSync(`${file}.html`, 'utf8');
  return {
    page: pageRows(html),
    text: textOf(html.replace(/<(script|style).*?<\/\1>/gs, '')),
    workbook: workbookRows(readFileSync(`${file}.xlsx`)),
    terminal: (await run(line))
      .split('\n')
      .map(shown => shown.split(/ {2,}/))
      .filter(([, ...cells]) => cells.some(cell => number.test(cell)) && !cells.includes('100 %')),
    mail: pageRows(sent?.html ?? ''),
  };
}

/** The values of each row, and the rows by each of their texts. */
function workbookRows(bytes: Buffer) {
  const rows = new Map<string, string[]>();
  for (const [sheet, { cells }] of workbookSheets(bytes).entries())
    for (const [place, value] of cells) {
      const row = `${sheet} ${place.replace(/\D/g, '')}`;
      rows.set(row, [...(rows.get(row) ?? []), value]);
    }
  const byText = new Map<string, Row[]>();
  for (const row of rows.values())
    for (const text of new Set(row.map(plain))) byText.set(text, [...(byText.get(text) ?? []), row]);
  return { rows: [...rows.values()], byText };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { runMain } from '../in-process.ts';
import { hotelWith } from '../sync/hotel-with.ts';

const anna = '--mail-to anna@hotel.example';

/** The one mail of a report of the hotel. */
async function mailed(line: string) {
  const { env } = await servedHotel(testHotel());
  const { mails, env: settings } = await startMailServer();
  await expectSuccess(runMain(`${line} ${anna}`, { env: { ...env, ...settings } }));
  const [mail] = (await mails()) as [Email];
  return { env, mail };
}

describe('the mail with a report', () => {
  it('is the page of the report, with the figures in the subject and the workbook attached', async () => {
    const output = join(temporaryFolder(), 'october.xlsx');
    const line = 'reports property-performance --property MUC --period 2026-10';
    const { env, mail } = await mailed(`${line} --output ${output}`);
    const [workbook] = mail.attachments;
    expect([workbook?.filename, workbook?.mimeType]).toEqual([
      'october.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(Buffer.from(workbook?.content as ArrayBuffer).equals(readFileSync(output))).toBe(true);
    const json = await runMain(`${line} --format json`, { env });
    const { occupancyPercentage, soldCount } = JSON.parse(json.stdout);
    expect(soldCount).toBeGreaterThan(100);
    expect(mail.text).toMatch(new RegExp(`^Units sold +${soldCount.toLocaleString('en-US')}$`, 'm'));
    const occupancy = Number(occupancyPercentage).toFixed(2);
    expect(mail.text).toMatch(new RegExp(`^Occupancy +${occupancy} % +bedrooms \\d+.\\d+ %$`, 'm'));
    const hotel = 'Hotel Isarblick München (MUC)';
    expect(mail.subject).toMatch(`${hotel} · October 2026: Occupancy ${occupancy} %, ADR net `);
    expect(mail.html).toContain(`>${soldCount.toLocaleString('en-US')}</td>`);
  });

  it('leaves out what a comparison can miss where its text would be wider than 72 columns', async () => {
    const line = 'reports property-performance --property MUC --period 2026-10 --compare last-year';
    const { text = '' } = (await mailed(line)).mail;
    expect(Math.max(...text.split('\n').map(each => each.length))).toBeLessThanOrEqual(72);
    expect(text).toMatch(/^Not shown at 72 columns: From, To, Occ\. 2025 %/m);
    expect(text).toMatch(/^ .* change .*$/m);
    // The figures of a row without its week cannot be read.
    const { text: weeks = '' } = (await mailed(`${line} --by week`)).mail;
    expect(weeks).toMatch(/^5 Oct 2026 /m);
    expect(weeks).toMatch(/^Not shown at 72 columns: .*Occ\. 2025 %/m);
  });

  it('shows the first rows of a list, which is written as it comes', async () => {
    const output = join(temporaryFolder(), 'invoices.csv');
    const line = `reports company-invoices-vat --property MUC --period 2026-10 --locale de --output ${output}`;
    const { subject, text = '', html = '' } = (await mailed(line)).mail;
    const rows = readFileSync(output, 'utf8').trim().split('\n').length - 1;
    expect(subject).toMatch(/^Hotel Isarblick .* · Oktober 2026: Zwischensumme [\d.]+,\d\d EUR, Offen /);
    expect(html.match(/<tr[ >]/g)).toHaveLength(101);
    // The key figures are those of all rows; the table of an excerpt has no total.
    expect(text).toContain(`Zeilen, die diese E-Mail nicht zeigt: ${rows - 100}.`);
    expect(text).not.toContain('Gesamt');
  });

  it('shows the first rows of a list of several requests, whose CSV has all of them', async () => {
    const output = join(temporaryFolder(), 'invoices.csv');
    const periods = '--period 2026-09 --period 2026-10';
    const line = `reports company-invoices-vat --property MUC ${periods} --output ${output}`;
    const { subject = '' } = (await mailed(line)).mail;
    const rows = readFileSync(output, 'utf8').trim().split('\n').length - 1;
    const sums = subject.match(/[\d,.]+(?= EUR)/g);
    const limited = (await mailed(`${line} --limit 2`)).mail;
    expect(limited.subject).toContain('· September 2026, October 2026: 2 rows');
    const total = new RegExp(`\\n.* Total of ${rows} rows\\n.* ${sums?.join('\\n.* ')}\\n`);
    expect(limited.text).toMatch(total);
  });

  it('names a hotel whose body is not a report, also as JSON', async () => {
    const env = await hotelWith('LND', () => 'null');
    const { mails, env: settings } = await startMailServer();
    const line = 'reports property-performance --property MUC,LND --period 2026-10 --format json';
    const named = /LND 2026-10: the .* report is not as documented: the body: expected object/;
    await expectSuccess(runMain(line, { env }), named);
    await expectExit(runMain(`${line} ${anna}`, { env: { ...env, ...settings } }), 7, named);
    expect((await mails())[0]?.subject).toMatch(/^1 of 2 hotels, October 2026: /);
  });
});

import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { signedIn } from '../../commands/local-server.ts';
import { temporaryFolder } from '../../context.ts';
import { expectExit } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { listen } from '../../http/serve.ts';
import { runHotelctl } from '../../run-hotelctl.ts';

/** Bytes. */
const size = counted(30e6, 300e6);
/** MiB more than for a small body: a body of this size takes more when it is held in memory. */
const limit = counted(28, 120);

const euros = (amount: number) => ({ amount, currency: 'EUR' });
const tax = { vatType: 'Normal', vatPercent: 19, net: euros(1.1), tax: euros(0.21) };
const address = { addressLine1: 'Hauptstraße 1', postalCode: '80331', city: 'München', countryCode: 'DE' };
const invoices = Array.from({ length: 500 }, (_, index) => {
  const name = index % 3 === 0 ? 'Müller, Söhne & Töchter' : `Acme ${index}`;
  const taxDetails = Array(1 + (index % 3)).fill(tax);
  return {
    company: { id: `C-${index}`, code: `ACME${index}`, name, taxId: null, address },
    invoice: { number: `MUC-${index}`, date: '2026-10-15', subTotal: euros(index + 0.25), taxDetails },
  };
});
const block = Buffer.from(`${invoices.map(invoice => JSON.stringify(invoice)).join(',')}`);
const blocks = Math.ceil(size / block.length);

const folder = temporaryFolder();
const hook = join(folder, 'print-peak.cjs');
// Not resourceUsage().maxRSS: on Linux it includes the memory of the parent process at the start.
writeFileSync(
  hook,
  `const status = () => require('node:fs').readFileSync('/proc/self/status', 'utf8');
   process.on('exit', () => console.error(/VmHWM:.*/.exec(status())[0]));`,
);

/** Exports a body of so many blocks; returns the file and the peak of memory in MiB. */
async function exported(format: string, count: number) {
  const body = function* () {
    yield '{"companyInvoices":[';
    for (let sent = 0; sent < count; sent++) {
      if (sent > 0) yield ',';
      yield block;
    }
    yield `],"count":${count * invoices.length}}`;
  };
  const url = await listen(createServer((_, response) => void Readable.from(body()).pipe(response)));
  const file = join(folder, `a.${format}`);
  const october = '--date-filter gte_2026-10-01 --date-filter lt_2026-11-01';
  const env = { ...signedIn(url), NODE_OPTIONS: `--require=${hook}`, HOTELCTL_TIMEOUT: '600' };
  const line = `reports company-invoices-vat --property MUC ${october} --output ${file}`;
  const { stderr } = await expectExit(runHotelctl(line, { env }), 0);
  return { file, peak: Number(/VmHWM:\s+(\d+)/.exec(stderr)?.[1]) / 1024 };
}

/** The content of the file is compared by its digest: it is larger than a string can be. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function digest(parts: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function* repeated(before: string, part: string, between: string, after: string): Iterable<string> {
  yield before;
  for (let index = 0; index < blocks; index++) yield (index > 0 ? between : '') + part;
  yield after;
}

const header =
  'propertyId,company.id,company.code,company.name,company.taxId,company.address.addressLine1,' +
  'company.address.addressLine2,company.address.postalCode,company.address.city,company.address.regionCode,' +
  'company.address.countryCode,invoice.number,invoice.date,invoice.subTotal.amount,invoice.subTotal.currency,' +
  'invoice.outstandingPayment.amount,invoice.outstandingPayment.currency\r\n';

const rows = invoices.map(({ company, invoice }) => {
  const name = company.name.includes(',') ? `"${company.name}"` : company.name;
  return `MUC,${company.id},${company.code},${name},,Hauptstraße 1,,80331,München,,DE,${invoice.number},2026-10-15,${invoice.subTotal.amount},EUR,,\r\n`;
});
const lines = invoices.map(invoice => `${JSON.stringify({ propertyId: 'MUC', ...invoice })}\n`);
const whole = JSON.stringify({ companyInvoices: invoices }, null, 2);
const elements = whole.slice(whole.indexOf('[') + 1, whole.lastIndexOf('\n  ]'));
const end = `\n  ],\n  "count": ${blocks * invoices.length}\n}\n`;

let small: ReturnType<typeof exported> | undefined;
it.each([
  ['csv', repeated(header, rows.join(''), '', '')],
  ['ndjson', repeated('', lines.join(''), '', '')],
  ['json', repeated('{\n  "companyInvoices": [', elements, ',', end)],
] as const)('a large body is %s below its limit of memory, with every row', async (format, content) => {
  // One for all formats: what a small body takes is the program.
  small ??= exported('csv', 1);
  const { file, peak } = await exported(format, blocks);
  expect(peak - (await small).peak).toBeLessThan(limit);
  expect(await digestOf(file)).toBe(digest(content));
});

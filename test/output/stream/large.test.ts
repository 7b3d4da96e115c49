import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle } from '../../bundle.ts';
import { temporaryFolder } from '../../context.ts';
import { counted } from '../../full-counts.ts';

/** Bytes. A body of this size cannot be held in memory below the limits: parsed, it takes several times as much. */
const size = counted(40e6, 300e6);
/** MiB of resident memory: 160 MB, and 300 MB for JSON. */
const limits = { csv: 152, ndjson: 152, json: 286 };

const built = temporaryFolder();

const invoices = Array.from({ length: 500 }, (_, index) => ({
  company: {
    id: `C-${index}`,
    code: `ACME${index}`,
    name: index % 3 === 0 ? 'Müller, Söhne & Töchter' : `Acme ${index}`,
    taxId: null,
    address: { addressLine1: 'Hauptstraße 1', postalCode: '80331', city: 'München', countryCode: 'DE' },
  },
  invoice: {
    number: `MUC-${index}`,
    date: '2026-10-15',
    subTotal: { amount: index + 0.25, currency: 'EUR' },
    taxDetails: Array.from({ length: 1 + (index % 3) }, () => ({
      vatType: 'Normal',
      vatPercent: 19,
      net: { amount: 1.1, currency: 'EUR' },
      tax: { amount: 0.21, currency: 'EUR' },
    })),
  },
}));
const block = Buffer.from(`${invoices.map(invoice => JSON.stringify(invoice)).join(',')}`);
const blocks = Math.ceil(size / block.length);

let server: Server;
beforeAll(async () => {
  await bundle({ child: 'test/output/export-child.ts' }, built, 'esm');
  server = createServer((request, response) => {
    const whole = function* () {
      yield '{"companyInvoices":[';
      for (let sent = 0; sent < blocks; sent++) {
        if (sent > 0) yield ',';
        yield block;
        // The connection breaks in the middle of the list.
        if (request.url === '/broken' && sent === 20) throw new Error('broken');
        // The response ends there, as if it were complete.
        if (request.url === '/short' && sent === 20) return;
      }
      yield `],"count":${blocks * invoices.length}}`;
    };
    pipeline(Readable.from(whole()), response, () => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Run {
  readonly exitCode: number | null;
  readonly printed: string;
  /** MiB. */
  readonly peak: number;
}

function run(
  path: string,
  format: string,
  target: string,
  act: (child: ChildProcess) => void = () => {},
): Promise<Run> {
  const { port } = server.address() as AddressInfo;
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const args = [join(built, 'child.mjs'), `http://127.0.0.1:${port}${path}`, format, target];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', text => {
      printed += text;
    });
    child.on('error', reject);
    child.on('close', exitCode => {
      resolve({ exitCode, printed, peak: Number(/(\d+) KiB/.exec(printed)?.[1] ?? Number.NaN) / 1024 });
    });
    act(child);
  });
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

it('is a CSV below 160 MB of memory, with every row of a large body', async () => {
  const rows = invoices
    .map(({ company, invoice }) => {
      const name = company.name.includes(',') ? `"${company.name}"` : company.name;
      return `MUC,${company.id},${company.code},${name},,Hauptstraße 1,,80331,München,,DE,${invoice.number},2026-10-15,${invoice.subTotal.amount},EUR,,\r\n`;
    })
    .join('');
  const file = join(temporaryFolder(), 'a.csv');
  const { exitCode, printed, peak } = await run('/', 'csv', file);
  expect(printed).toContain(`${blocks * invoices.length} rows`);
  expect(exitCode).toBe(0);
  expect(peak).toBeLessThan(limits.csv);
  expect(await digestOf(file)).toBe(digest(repeated(header, rows, '', '')));
});

it('is NDJSON below 160 MB of memory', async () => {
  const lines = invoices.map(invoice => `${JSON.stringify({ propertyId: 'MUC', ...invoice })}\n`).join('');
  const file = join(temporaryFolder(), 'a.ndjson');
  const { exitCode, peak } = await run('/', 'ndjson', file);
  expect(exitCode).toBe(0);
  expect(peak).toBeLessThan(limits.ndjson);
  expect(await digestOf(file)).toBe(digest(repeated('', lines, '', '')));
});

it('is JSON below 300 MB of memory', async () => {
  const whole = JSON.stringify({ companyInvoices: invoices }, null, 2);
  const elements = whole.slice(whole.indexOf('[') + 1, whole.lastIndexOf('\n  ]'));
  const file = join(temporaryFolder(), 'a.json');
  const { exitCode, peak } = await run('/', 'json', file);
  expect(exitCode).toBe(0);
  expect(peak).toBeLessThan(limits.json);
  const end = `\n  ],\n  "count": ${blocks * invoices.length}\n}\n`;
  expect(await digestOf(file)).toBe(digest(repeated('{\n  "companyInvoices": [', elements, ',', end)));
});

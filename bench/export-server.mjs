// Serves a company invoices report, as the platform would, from memory: of ?propertyId=BYTES bytes or a little more, the same
// thousand invoices again and again; of ?propertyId=N-different, N invoices of which each text differs. A process of its own, so
// that its memory and time are not those of a candidate.
import { createServer } from 'node:http';
import { pipeline, Readable } from 'node:stream';

let seed = 42;
const random = () => {
  seed = (seed * 1664525 + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const pick = values => values[Math.floor(random() * values.length)];
const money = amount => ({ amount: Math.round(amount * 100) / 100, currency: 'EUR' });

function invoice(index) {
  const subTotal = random() * 3000;
  const lines = 1 + Math.floor(random() * 3);
  return {
    company: {
      id: `COMP-${10000 + index}`,
      code: `${pick(['ACME', 'NORD', 'HANSA'])}${index}`,
      name: `${pick(['Müller & Söhne GmbH', 'Acme Travel Ltd', 'Blue Ocean, Inc.', 'Nordwind "Reisen" KG', 'Hansa Logistik AG'])} ${index}`,
      taxId: random() < 0.2 ? null : `DE${Math.floor(1e8 + random() * 9e8)}`,
      address: {
        addressLine1: `${pick(['Hauptstraße', 'High Street', 'Rue de Rivoli', 'Leopoldstr.'])} ${1 + Math.floor(random() * 200)}`,
        addressLine2: null,
        postalCode: String(Math.floor(10000 + random() * 89999)),
        city: pick(['München', 'London', 'Paris', 'Berlin', 'Köln']),
        regionCode: null,
        countryCode: pick(['DE', 'GB', 'FR']),
      },
    },
    invoice: {
      number: `MUC-2026-${100000 + index}`,
      date: `2026-10-${String(1 + Math.floor(random() * 31)).padStart(2, '0')}`,
      subTotal: money(subTotal),
      outstandingPayment: money(random() < 0.7 ? 0 : -subTotal / 2),
      taxDetails: Array.from({ length: lines }, () => ({
        vatType: pick(['Reduced', 'Normal', 'Without']),
        vatPercent: pick([7, 19, 0]),
        net: money(subTotal / lines),
        tax: money((subTotal / lines) * 0.19),
      })),
    },
  };
}

const invoices = 1000;
const block = Buffer.from(
  Array.from({ length: invoices }, (_, index) => JSON.stringify(invoice(index))).join(','),
);
const commaAndBlock = Buffer.concat([Buffer.from(','), block]);

function* chunksOf(bytes) {
  const blocks = Math.ceil(bytes / block.length);
  yield '{"companyInvoices":[';
  for (let sent = 0; sent < blocks; sent++) yield sent > 0 ? commaAndBlock : block;
  yield `],"count":${blocks * invoices}}`;
}

const different = [];

function* differentInvoices(count) {
  if (different.length === 0) {
    for (let from = 0; from < count; from += invoices) {
      const each = Array.from({ length: invoices }, (_, index) => JSON.stringify(invoice(from + index)));
      different.push(Buffer.from(`${from > 0 ? ',' : ''}${each.join(',')}`));
    }
  }
  yield '{"companyInvoices":[';
  yield* different;
  yield `],"count":${different.length * invoices}}`;
}

const server = createServer((request, response) => {
  const [, number, kind] = /propertyId=(\d+)(-different)?/.exec(request.url) ?? [];
  const chunks = kind ? differentInvoices(Number(number)) : chunksOf(Number(number));
  response.writeHead(200, { 'content-type': 'application/json' });
  pipeline(Readable.from(chunks), response, () => {});
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));

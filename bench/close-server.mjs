// A month with 103,125 postings, served as the platform would, from memory: October of a hotel of the sandbox fifteen times. Each copy
// has entries, references and invoices of its own, and every amount and count of the other reports is fifteen times as large, so
// the month agrees as that of the sandbox does. Runs as a child of `hotelctl sandbox run`, and prints its address.
import { createServer } from 'node:http';

const copies = Number(process.argv[2] ?? 15);
const property = process.argv[3] ?? 'MUC';
const root = '/reports/v0-nsfw/reports';
const dates = 'dateFilter=gte_2026-10-01&dateFilter=lt_2026-11-01';
const days = 'from=2026-10-01&to=2026-10-31&expand=businessDays';
const month = 'month=10&year=2026';

const isTimes = (name, value) => typeof value === 'number' && /^(number|total.*|.*Count|amount)$/.test(name);
/** Ratios of sums are those of one copy. */
const isRatio = name => /^(grossAdr|netAdr|revPar)$/.test(name);
const times = value => Math.round(value * copies * 1e8) / 1e8;

/** Every sum of a body, fifteen times. */
function multiply(value, name = '') {
  if (Array.isArray(value)) return value.map(each => multiply(each));
  if (typeof value !== 'object' || value === null) return isTimes(name, value) ? times(value) : value;
  if (isRatio(name)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, multiply(inner, field)]));
}

const mark = (text, copy) => (text === undefined || text === null ? text : `${text}-${copy}`);

const copyPosting = (line, copy) => ({
  ...line,
  sourceEntryNumber: mark(line.sourceEntryNumber, copy),
  reference: mark(line.reference, copy),
  ...(line.receipt ? { receipt: { ...line.receipt, number: mark(line.receipt.number, copy) } } : {}),
  ...(line.reservation ? { reservation: { ...line.reservation, id: mark(line.reservation.id, copy) } } : {}),
});
const copyInvoice = ({ company, invoice }, copy) => ({
  company,
  invoice: { ...invoice, number: mark(invoice.number, copy) },
});

/** The list, copy by copy. */
const repeat = (field, copyItem) => body => ({
  [field]: Array.from({ length: copies }, (_, copy) => body[field].map(item => copyItem(item, copy))).flat(),
  count: body.count * copies,
});

/** Net amounts of revenues are rounded sums of the postings: fifteen times a rounded sum would be another one. */
const nets = new Map();
function addNets({ transactions }) {
  const add = ({ number }, net) => nets.set(number, (nets.get(number) ?? 0) + net);
  for (const { creditedAccount, debitedAccount, netAmount } of transactions) {
    add(creditedAccount, netAmount);
    add(debitedAccount, -netAmount);
  }
}
function withNets(node) {
  const children = node.children?.map(withNets);
  const net = children?.length
    ? children.reduce((sum, child) => sum + child.netAmount.amount, 0)
    : copies * (nets.get(node.account.number) ?? 0);
  const netAmount = { ...node.netAmount, amount: Math.round(net * 100) / 100 };
  return { ...node, netAmount, ...(children ? { children } : {}) };
}

/** Postings and invoices of other months have the same references. */
const lists = {
  'gross-transactions': repeat('transactions', copyPosting),
  'company-invoices-vat': repeat('companyInvoices', copyInvoice),
};
const requests = [
  [
    'POST',
    'gross-transactions',
    dates,
    body => {
      addNets(body);
      return lists['gross-transactions'](body);
    },
  ],
  ['GET', 'revenues', 'from=2026-10-01&to=2026-11-01&languageCode=en', body => withNets(multiply(body))],
  ['GET', 'company-invoices-vat', dates, lists['company-invoices-vat']],
  ['GET', 'property-performance', days, multiply],
  ['GET', 'property-performance', `unitGroupTypes=BedRoom&${days}`, multiply],
  ...['room-nights', 'bed-nights', 'arrivals'].map(name => ['GET', name, month, multiply]),
];

const requestSandbox = async (method, path) => {
  const response = await fetch(`${process.env.HOTELCTL_BASE_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${process.env.HOTELCTL_ACCESS_TOKEN}`,
      ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
    },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
};

const keyOf = url => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return [pathname, ...[...searchParams].sort()].join();
};
const bodies = new Map();
for (const [method, name, query, change] of requests) {
  const path = `${root}/${name}?propertyId=${property}&${query}`;
  bodies.set(keyOf(path), Buffer.from(JSON.stringify(change(await requestSandbox(method, path)))));
}

/** @returns undefined for a list without items (204) */
const bodyOf = async (method, url) => {
  const change = lists[new URL(url, 'http://localhost').pathname.slice(root.length + 1)] ?? (body => body);
  const body = await requestSandbox(method, url);
  return body && Buffer.from(JSON.stringify(change(body)));
};
const server = createServer(async ({ method, url }, response) => {
  const key = keyOf(url);
  // What the server computes is not the cost of a close.
  if (!bodies.has(key)) bodies.set(key, await bodyOf(method, url));
  const body = bodies.get(key);
  response.writeHead(
    body ? 200 : 204,
    body && { 'content-type': 'application/json', 'content-length': body.length },
  );
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

// Fuzzes the parsers of the archive, of S3, of agents and of DATEV: `npm run fuzz -- --minutes 10`, not in CI.
// Real inputs are mutated; an input that reaches new code (coverage of V8) joins the corpus. It ends with exit 1 if a parser ends with
// anything else than its own error, takes seconds, or allocates without limit.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const end = Date.now() + Number(values.minutes) * 60_000;
let state = Number(values.seed);
/** The same seed gives the same numbers. */
function random(most) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % most;
}
const pick = list => list[random(list.length)];

const words = [
  ...['constructor', '__proto__', '--help', '<!DOCTYPE a [', '<![CDATA[', '&#27;', '</Contents><Contents>'],
  ...['null', '-1', '1e999', '"', '{', '[', '../', '\u0085', '9007199254740993', '%ZZ', ';', '\r\n'],
];
function mutate(input, corpus) {
  let bytes = Buffer.from(input);
  for (let rest = 1 + random(6); rest > 0; rest -= 1) {
    const at = random(bytes.length + 1);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const joined = [
      () => [before, Buffer.from([random(256)]), after.subarray(1)],
      () => [before, Buffer.from([(after[0] ?? 0) ^ (1 << random(8))]), after.subarray(1)],
      () => [before, after.subarray(1 + random(16))],
      () => [before, bytes.subarray(0, random(64)), after],
      () => [before, Buffer.from(pick(words)), after],
      () => [before, pick(corpus).subarray(at)],
    ];
    bytes = Buffer.concat(pick(joined)());
  }
  return bytes.subarray(0, 1 << 20);
}

// Before the modules are loaded, so that all of their code is counted.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const server = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  appType: 'custom',
  logLevel: 'error',
  configFile: false,
});
const load = name => server.ssrLoadModule(`/src/${name}.ts`);
const { openParquet, compactParquet } = await load('output/parquet/parquet');
const { checkedMetadata, decompressors } = await load('reports/snapshots/parquet-limits');
const { readManifest, verifyEntry, sha256 } = await load('reports/archive/manifest');
const { readLakeState } = await load('reports/lake/lake');
const { readS3Address } = await load('reports/lake/s3-address');
const { openBucket } = await load('reports/lake/s3');
const { offerTool, tools, wordsOfCall } = await load('commands/mcp/tools');
const { checkArguments } = await load('commands/mcp/arguments');
const { loadCommand } = await load('commands/groups');
const { textForAgents } = await load('platform/safe-text');
const { readDatev } = await load('reports/journal/datev');
const { decodeNamedText } = await load('base/named-file');
const { HotelctlError } = await load('base/errors');
const { parseJson } = await load('platform/json');
const { parquetReadObjects } = await import('hyparquet');
const { JSONRPCMessageSchema } = await import('@modelcontextprotocol/sdk/types.js');

const columns = [
  { name: 'businessDay', type: 'date', heading: 'Day' },
  { name: 'sold', type: 'number', storage: 'int32', heading: 'Sold' },
  { name: 'amount', type: 'number', heading: 'Amount' },
];
const rows = Array.from({ length: 40 }, (_, sold) => ({ businessDay: '2026-10-01', sold, amount: sold / 4 }));
const plain = openParquet(columns, 'days');
for (const row of rows) plain.add(row);

const folder = mkdtempSync(join(tmpdir(), 'hotelctl-fuzz-'));
const entry = {
  archive: { dataDir: folder, host: 'api.example.com' },
  kind: 'closes',
  property: 'MUC',
  name: '2026-10.0001',
  folder: join(folder, 'entry'),
};
mkdirSync(entry.folder);
const manifest = JSON.stringify({
  format: 3,
  hotelctl: '0.1.0',
  host: 'api.example.com',
  property: 'MUC',
  key: '2026-10.0001',
  createdAt: '2026-11-01T00:00:00Z',
  previous: null,
  about: { period: '2026-10' },
  files: [{ file: 'close.json', sha256: sha256('{}'), bytes: 2 }],
});
const lakeFile = {
  file: 'revenues/accounts/property=MUC/period=2026-10/data.parquet',
  sha256: sha256(''),
  bytes: 0,
  rows: 1,
};
const partition = { fetchedOn: '2026-11-01', fetchedAt: 1, files: [lakeFile] };
const lake = JSON.stringify({
  format: 2,
  host: 'api.example.com',
  property: 'MUC',
  partitions: { 'revenues/2026-10': partition },
});
const calls = [
  ['list_properties', {}],
  [
    'report_property_performance',
    { property: ['MUC', 'BER'], period: '2026-10', by: 'property', limit: 10, save_as: 'x.csv' },
  ],
  ['pickup', { property: 'MUC', since: '1d', columns: 'all', offset: 0 }],
  ['create_booking', { quote_id: 'q', booker_last_name: 'Doe', expect_total: '1EUR' }],
].map(([name, given]) =>
  Buffer.from(
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  ),
);

async function readParquet(bytes) {
  const file = Uint8Array.from(bytes);
  let metadata;
  try {
    metadata = checkedMetadata(file, rows.length);
  } catch {
    return;
  }
  // What passed the limits may fail, and must not become large.
  const before = process.memoryUsage().heapUsed;
  await parquetReadObjects({ file: file.buffer, metadata, compressors: decompressors }).catch(() => {});
  if (process.memoryUsage().heapUsed - before > 500e6) throw new Error('a Parquet file allocated 500 MB');
}

async function readEntry(bytes) {
  writeFileSync(join(entry.folder, 'manifest.json'), bytes);
  for (const problem of [await readManifest(entry), ...(await verifyEntry(entry))])
    if (typeof problem === 'string' && /\p{Cc}/u.test(problem))
      throw new Error(`a control character in ${JSON.stringify(problem)}`);
}

// A tool, without the program that would run it.
const program = {
  describe: loadCommand,
};
const offered = new Map();
for (const [name, tool] of Object.entries(tools))
  offered.set(name, await offerTool(name, tool, { program }, true));

/** What reaches a command is the command, and flags with their values in the same word. */
function readMessage(bytes) {
  const { success, data } = JSONRPCMessageSchema.safeParse(JSON.parse(bytes.toString()));
  const { name = '', arguments: given } = (success && data.params) || {};
  const tool = offered.get(name);
  if (!tool || typeof given !== 'object' || given === null) return;
  try {
    checkArguments(name, tool.inputSchema, given);
  } catch (error) {
    if (/\p{Cf}|undefined/u.test(textForAgents(error.message))) throw new Error(`it says ${error.message}`);
    throw error;
  }
  const own = [...tool.command.split(' '), ...(tool.fixed ?? [])].length;
  const other = wordsOfCall({ tool, given })
    .slice(own)
    .find(word => !/^--[a-z-]+(=|$)/.test(word));
  if (other !== undefined) throw new Error(`a value became the word ${JSON.stringify(other)}`);
}

// A bucket that sends these bytes: first the status, then the body of a list, of an object or of an error.
let sent = Buffer.from('');
const bucketServer = createHttpServer((request, response) => {
  request.resume();
  response.writeHead([200, 206, 301, 403, 404, 412, 500, 501][(sent[0] ?? 0) % 8], { etag: '"1"' });
  response.end(sent.subarray(1));
});
await new Promise(resolve => bucketServer.listen(0, '127.0.0.1', resolve));
const env = {
  HOME: folder,
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 's',
  AWS_MAX_ATTEMPTS: '1',
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${bucketServer.address().port}`,
};
// The SDK reads that of the process.
Object.assign(process.env, env);
const bucket = await openBucket(
  { bucket: 'hotel', key: 'lake' },
  {
    env,
    secrets: { register: () => {}, registerUrl: () => {} },
    clock: { now: Date.now },
    interrupted: new AbortController().signal,
    host: { platform: 'linux' },
  },
  2000,
);
const xml = text => Buffer.from(` <?xml version="1.0" encoding="UTF-8"?>\n${text}`);
const s3Responses = [
  xml(
    '<ListBucketResult><Name>hotel</Name><KeyCount>1</KeyCount><IsTruncated>true</IsTruncated>' +
      '<NextContinuationToken>t</NextContinuationToken>' +
      '<Contents><Key>lake/x</Key><Size>12</Size><ETag>&quot;1&quot;</ETag></Contents></ListBucketResult>',
  ),
  xml('<Error><Code>NoSuchKey</Code><Message>it is not there</Message></Error>').fill(3, 0, 1),
  xml('<Error><Code>ExpiredToken</Code><Message>&#x1b;[31m &amp;</Message></Error>').fill(4, 0, 1),
];

async function readBucket(bytes) {
  sent = bytes;
  for (const work of [
    () => bucket.list('_hotelctl'),
    () => bucket.read('x'),
    () => bucket.replace('x', '{}'),
  ])
    await work().catch(error => {
      if (!(error instanceof HotelctlError) || /\p{Cc}/u.test(error.message)) throw error;
    });
}

const datevHeader =
  '"EXTF";700;21;"Buchungsstapel";13;20261101000000000;;"";"";"";1001;1;20260101;4;20261001;20261031;"Oct";"";1;0;0;"EUR"\r\n';
const targets = {
  parquet: {
    corpus: [Buffer.from(compactParquet(rows, columns, 'days')), Buffer.from(plain.finish())],
    run: readParquet,
  },
  manifest: { corpus: [Buffer.from(manifest)], run: readEntry },
  lake: {
    corpus: [Buffer.from(lake)],
    run: bytes => readLakeState(bytes.toString(), '_hotelctl/property=MUC.json'),
  },
  s3Address: { corpus: [Buffer.from('s3://hotel/lake/x')], run: bytes => readS3Address(bytes.toString()) },
  datev: { corpus: [Buffer.from(datevHeader)], run: bytes => [...readDatev([bytes])] },
  text: {
    corpus: [Buffer.from('property;H\xf6he', 'latin1'), Buffer.from('\ufeffa,b', 'utf16le')],
    run: decodeNamedText,
  },
  json: { corpus: [Buffer.from('{"a":[1,2.50,{"b":null}]}')], run: bytes => parseJson(bytes.toString()) },
  mcp: { corpus: calls, run: readMessage },
  s3: { corpus: s3Responses, run: readBucket },
};
/** The words of a parser for a bad input. */
const isExpected = error =>
  error instanceof HotelctlError ||
  error instanceof SyntaxError ||
  /^(NamedFileError|DatevError)$/.test(error?.constructor?.name) ||
  error?.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

const seen = new Set();
/** The ranges of code that ran since the last call. */
async function takeCovered() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const covered = new Set();
  for (const { url, scriptId, functions } of result)
    if (!url.startsWith('node:') && !/node_modules\/(?!hyparquet|@smithy|@aws-sdk)/.test(url))
      for (const { ranges } of functions)
        for (const { startOffset, count } of ranges)
          if (count > 0) covered.add(`${url}:${scriptId}:${startOffset}`);
  return covered;
}

const findings = [];
const counts = new Map();
let current = {};
// A promise that a parser left behind would end the program, whatever was caught.
process.on('unhandledRejection', error => findings.push({ ...current, error: `unhandled: ${error?.stack}` }));
async function runInput(target, input) {
  current = { target, input: input.toString('base64').slice(0, 4000) };
  const report = error => findings.push({ ...current, error });
  const started = performance.now();
  try {
    await targets[target].run(input);
  } catch (error) {
    if (!isExpected(error))
      report(
        String(error?.stack ?? error)
          .split('\n')
          .slice(0, 4)
          .join(' | '),
      );
  }
  if (performance.now() - started > 5000) report('took more than 5 s');
  counts.set(target, (counts.get(target) ?? 0) + 1);
}

// Looking at the coverage takes longer than an input. Those of a batch that reached new code run again, one by one.
while (Date.now() < end && findings.length < 20) {
  for (const [target, { corpus }] of Object.entries(targets)) {
    const inputs = Array.from({ length: 30 }, () => mutate(pick(corpus), corpus));
    for (const input of inputs) await runInput(target, input);
    const reached = [...(await takeCovered())].filter(range => !seen.has(range));
    const fresh = new Set(reached);
    for (const input of fresh.size > 0 && corpus.length < 500 ? inputs : []) {
      await runInput(target, input);
      const own = [...(await takeCovered())].filter(range => fresh.delete(range));
      if (own.length > 0) corpus.push(input);
    }
    for (const range of reached) seen.add(range);
  }
}
for (const [target, count] of counts)
  console.log(`${target}: ${count} inputs, ${targets[target].corpus.length} in the corpus`);
console.log(`${seen.size} ranges of code covered, ${findings.length} findings`);
for (const finding of findings) console.log(JSON.stringify(finding));
rmSync(folder, { recursive: true, force: true });
await server.close();
process.exit(findings.length > 0 ? 1 : 0);

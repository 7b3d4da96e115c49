import { createHash } from 'node:crypto';
import { readdir, rmdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { beginReplacement } from '../../base/atomic-file.ts';
import { UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { readSmallFile } from '../../base/named-file.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { hotelNames } from '../../cli/properties.ts';
import { namesSeveral } from '../../cli/property-flags.ts';
import { eachProperty, throwFailures } from '../../cli/several-properties.ts';
import { csvChunks } from '../../output/csv.ts';
import { fileNames } from '../../output/deliver.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { isExactNumber, plainNumber, toWhole } from '../../platform/numbers.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import { nestedRecord, valueReader } from '../../platform/record-paths.ts';
import type { FieldValue, ReportRecord } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { sha256 } from '../../reports/archive/manifest.ts';
import {
  EvidenceNumbers,
  type EvidenceTable,
  evidenceAccuracy,
  evidenceReadme,
  evidenceTables,
  indexXml,
} from '../../reports/journal/evidence.ts';
import type { EvidenceOptions } from './flags.ts';
import {
  describeClose,
  type LedgerBasis,
  type Ledgers,
  nameBasis,
  planWithLedgers,
  storeExports,
} from './ledger-basis.ts';

const usualDtd = 'gdpdu-01-03-2019.dtd';
const hashOfDtd = '691051c9828ec2bbef71527c4aa77554c09ecd49e862fc6f2bc4b14507c72a0e';
const whereDtd = 'it is published at https://caseware.com/de/beschreibungsstandard';
const dialect = {
  delimiter: ';',
  decimalComma: true,
  bom: false,
  headings: 'path',
  formulaGuard: true,
} as const;

export async function planEvidence(invocation: Invocation, options: EvidenceOptions) {
  const { output } = options;
  if (!output) throw new UsageError('the audit medium is a folder', { hint: 'add --output FOLDER' });
  const dtd = await readDtd(invocation, options);
  return planWithLedgers(invocation, options, async ledgers => {
    const properties = await ledgers.properties();
    const isSeveral = namesSeveral(invocation, options);
    const values = properties.map(({ property }) => ({ property, report: '', period: '', date: '' }));
    const folders = isSeveral ? fileNames('{property}', values) : [''];
    const items = properties.map((each, index) => ({ ...each, folder: folders[index] ?? '' }));
    const outcomes = await eachProperty(invocation, items, async ({ property, folder }) => {
      const basis = await ledgers.basisOf(property, options.period);
      const { period } = basis;
      const names = await hotelNames(invocation, ledgers.source);
      const hotel = { id: property, name: names.get(property) ?? property };
      const medium = await beginMedium(resolve(output, folder));
      try {
        await addTables(medium, ledgers, basis);
        await medium.add('index.xml', indexXml(hotel, period, dtd?.name ?? usualDtd));
        if (dtd) await medium.add(dtd.name, dtd.bytes);
        const words = dtd ? `Its DTD is ${dtd.name}.` : `Its DTD is not here: put ${usualDtd} beside it.`;
        const named = basis.closes.map(
          ({ about }) => `${about.period}: ${describeClose(basis, about.period)}`,
        );
        const closes = `closes of hotelctl: ${named.join('; ')}`;
        const from = `It is made from ${named.length > 0 ? closes : 'the platform, without a close'}.`;
        const readme = evidenceReadme(hotel, { ...period, counts: medium.counts(), dtd: `${words} ${from}` });
        await medium.add('README.txt', readme);
        await medium.publish();
        await storeExports(invocation, basis, period, undefined);
      } catch (error) {
        await medium.abandon();
        throw error;
      }
      await invocation.note(`${property} ${nameOfPeriod(period)}: ${medium.counts()}; ${nameBasis(basis)}`);
      await invocation.wrote(resolve(output, folder, 'index.xml'), undefined);
    });
    const isWritten = outcomes.some(({ error }) => error === undefined);
    if (isWritten && !dtd)
      await invocation.note(`put ${usualDtd} beside index.xml before you pass it on: ${whereDtd}`);
    if (isWritten && dtd && sha256(dtd.bytes) !== hashOfDtd)
      await invocation.warn(`warning: ${dtd.name} is not the published ${usualDtd}, byte for byte`);
    throwFailures(outcomes);
  });
}

/** @throws UsageError for another name, and for a file that declares no audit media */
async function readDtd({ context }: Invocation, { dtd: path }: EvidenceOptions) {
  if (path === undefined) return undefined;
  const name = basename(path);
  const refuse = (what: string) => new UsageError(`--dtd: ${what}`, { hint: `${usualDtd}: ${whereDtd}` });
  if (!/^[\w-][\w.-]*\.dtd$/i.test(name)) throw refuse(`${safeText(name, 80)} is not the name of a DTD`);
  const bytes = await readSmallFile(path, context, problem => refuse(`${path}: ${problem}`));
  if (!/<!ELEMENT\s+Media\s/.test(bytes.toString('latin1')))
    throw refuse(`${name} does not declare Media, an element of index.xml`);
  return { name, bytes };
}

async function addTables(
  medium: Awaited<ReturnType<typeof beginMedium>>,
  { linesIn, invoicesIn }: Ledgers,
  basis: LedgerBasis,
) {
  const numbers = new EvidenceNumbers();
  // Tables without records have their headings.
  await medium.addRecords(numbers.ofLines([]));
  for await (const lines of linesIn(basis, basis.period)) await medium.addRecords(numbers.ofLines(lines));
  await medium.addRecords({ accounts: [...numbers.accounts.values()] });
  await medium.addRecords(numbers.ofInvoices([]));
  for await (const items of invoicesIn(basis, basis.period))
    await medium.addRecords(numbers.ofInvoices(items));
}

/** The files of a folder, which appear when all of them are written. @throws UsageError for a folder that has files */
async function beginMedium(folder: string) {
  await withWriteErrors(folder, async () => makeFolder(folder, 0o777));
  const present = await withWriteErrors(folder, () => readdir(folder));
  if (present.length > 0)
    throw new UsageError(`${folder} is not empty`, { hint: 'name a new folder with --output' });
  const begin = async (name: string) => ({
    replacement: await withWriteErrors(folder, () => beginReplacement(join(folder, name), { mode: 0o666 })),
    hash: createHash('sha256'),
    records: 0,
    /** Those that are not written yet: each write costs as much as hundreds of rows. */
    rows: '',
  });
  const files = new Map<string, Awaited<ReturnType<typeof begin>>>();
  const open = async (name: string) => {
    const file = files.get(name) ?? (await begin(name));
    files.set(name, file);
    return file;
  };
  const add = async (name: string, content: string | Uint8Array) => {
    const { hash, replacement } = await open(name);
    hash.update(content);
    await withWriteErrors(folder, () => replacement.write(content));
  };
  const addTable = async (table: string, records: readonly ReportRecord[]) => {
    const { columns } = evidenceTables[table as EvidenceTable];
    const name = `${table}.csv`;
    const header = !files.has(name);
    const readers = columns.map(column => [column.name, valueReader(column.name)] as const);
    const isAsSent = (record: ReportRecord) =>
      readers.every(([path, read]) => {
        const value = read(record);
        return value === evidenceValue(value, path);
      });
    const lines = records.map(record =>
      isAsSent(record)
        ? record
        : nestedRecord(readers.map(([path, read]) => [path, evidenceValue(read(record), path)])),
    );
    const file = await open(name);
    for await (const chunk of csvChunks([lines], columns, { ...dialect, header })) file.rows += chunk;
    file.records += records.length;
    if (file.rows.length <= rowsAtATime) return;
    await add(name, file.rows);
    file.rows = '';
  };
  return {
    add,
    counts: () => {
      const counted = [...files].filter(([name]) => name.endsWith('.csv'));
      return counted.map(([name, { records }]) => `${name} ${records}`).join(', ');
    },
    async addRecords(made: ReturnType<EvidenceNumbers['ofLines']>) {
      for (const [table, records] of Object.entries(made)) await addTable(table, records);
    },
    async publish() {
      for (const [name, { rows }] of files) await add(name, rows);
      const sums = [...files].map(([name, { hash }]) => `${hash.digest('hex')}  ${name}\n`);
      await add('SHA256SUMS', sums.join(''));
      await withWriteErrors(folder, async () => {
        for (const { replacement } of files.values()) await replacement.finish();
        for (const { replacement } of files.values()) await replacement.publish();
      });
    },
    async abandon() {
      for (const { replacement } of files.values()) await replacement.abandon();
      await rmdir(folder).catch(() => {});
    },
  };
}

const rowsAtATime = 1 << 17;
const tooManyDecimals = new RegExp(`\\.\\d{${evidenceAccuracy + 1}}`);

/** A record of a file is one line: line ends in a text become visible. @throws UndocumentedResponseError for more decimals than index.xml states */
function evidenceValue(value: FieldValue, path: string): FieldValue {
  if (typeof value === 'string') return safeText(value);
  if (!isExactNumber(value) || toWhole(value, 10 ** evidenceAccuracy) !== undefined) return value;
  if (!tooManyDecimals.test(plainNumber(value))) return value;
  throw new UndocumentedResponseError(`${path} has more than ${evidenceAccuracy} decimals`, {
    hint: 'nothing was written; report it to the platform',
  });
}

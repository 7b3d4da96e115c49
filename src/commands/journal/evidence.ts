import { createHash, type Hash } from 'node:crypto';
import {
  type FileHandle,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { temporaryName } from '../../base/atomic-file.ts';
import { UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { makeFolder } from '../../base/own-file.ts';
import { systemErrorCode } from '../../base/system-errors.ts';
import { eachProperty, throwFailures } from '../../cli/each-property.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { hotelNames } from '../../cli/properties.ts';
import { propertiesGiven } from '../../cli/several-properties.ts';
import { csvChunks } from '../../output/csv.ts';
import { withWriteErrors } from '../../output/delivery/write-problem.ts';
import { fileNames } from '../../output/file-name.ts';
import { anyDay } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period, readPeriod } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { companyInvoicesVatReport } from '../../platform/reports/accounting.ts';
import { safeText } from '../../platform/safe-text.ts';
import {
  type CompanyInvoice,
  EvidenceRecords,
  type EvidenceTable,
  evidenceAccuracy,
  evidenceTables,
  hasMoreDecimals,
  indexXml,
} from '../../reports/journal/evidence.ts';
import { fetchItems } from '../../reports/journal/ledger.ts';
import type { EvidenceOptions } from './flags.ts';
import { openLedgers } from './ledger-source.ts';

const usualDtd = {
  name: 'gdpdu-01-03-2019.dtd',
  sha256: '691051c9828ec2bbef71527c4aa77554c09ecd49e862fc6f2bc4b14507c72a0e',
};
const dialect = {
  delimiter: ';',
  decimalComma: true,
  bom: false,
  headings: 'path',
  formulaGuard: true,
} as const;

/** `hotelctl journal evidence`. */
export async function writeEvidence(open: OpenInvocation, options: EvidenceOptions): Promise<void> {
  const { output } = options;
  if (!output) throw new UsageError('the audit medium is a folder', { hint: 'add --output FOLDER' });
  readPeriod('--period', options.period, anyDay);
  const invocation = await open(options);
  const dtd = await readDtd(invocation, options);
  const ledgers = openLedgers(invocation, options);
  try {
    const properties = await ledgers.properties();
    const isSeveral = options.allProperties === true || propertiesGiven(invocation, options).length > 1;
    const values = properties.map(property => ({ property, report: '', period: '', date: '' }));
    const names = isSeveral ? fileNames('{property}', values) : [''];
    const items = properties.map((property, index) => ({
      property,
      folder: resolve(output, names[index] ?? ''),
    }));
    const outcomes = await eachProperty(invocation, items, async ({ property, folder }) => {
      const period = await ledgers.periodOf(property, options.period);
      const hotel = {
        id: property,
        name: (await hotelNames(invocation, ledgers.source)).get(property) ?? property,
      };
      const medium = await Medium.begin(folder);
      try {
        await fill(medium, ledgers, property, period);
        await medium.add('index.xml', indexXml(hotel, period, dtd?.name ?? usualDtd.name));
        if (dtd) await medium.add(dtd.name, dtd.bytes);
        await medium.publish(hotel, period, dtd?.name);
      } catch (error) {
        await medium.abandon();
        throw error;
      }
      await ledgers.warnIfOpen(property, period);
      await invocation.note(`${property} ${nameOfPeriod(period)}: ${medium.summary}`);
      await invocation.wrote(join(folder, 'index.xml'), undefined);
    });
    if (!dtd) await invocation.note(`add ${usualDtd.name} to each folder before you pass it on: ${whereDtd}`);
    throwFailures(outcomes, 'written', 'run the command for one of them with --property to see its error');
  } finally {
    await ledgers.close();
  }
}

const whereDtd = 'it is at https://caseware.com/de/beschreibungsstandard';

/** @throws UsageError */
async function readDtd({ warn }: Invocation, { dtd: path }: EvidenceOptions) {
  if (path === undefined) return undefined;
  const name = basename(path);
  if (!/^[\w-][\w.-]*\.dtd$/i.test(name))
    throw new UsageError(`--dtd: ${safeText(name, 80)} is not the name of a DTD`, {
      hint: `name ${usualDtd.name}`,
    });
  const bytes = await readFile(path).catch(error => {
    throw new UsageError(`${path} cannot be read (${systemErrorCode(error) ?? 'unknown error'})`, {
      hint: whereDtd,
    });
  });
  if (createHash('sha256').update(bytes).digest('hex') !== usualDtd.sha256)
    await warn(
      `warning: ${name} is not the ${usualDtd.name} that hotelctl knows${bytes.includes('\r\n') ? '' : '; its line ends are LF, and those of the standard are CR LF'}`,
    );
  return { name, bytes };
}

async function fill(
  medium: Medium,
  { source, linesOf }: ReturnType<typeof openLedgers>,
  property: string,
  period: Period,
): Promise<void> {
  const records = new EvidenceRecords();
  const { accounts, ledger, taxes, invoices, invoiceTaxes } = evidenceTables;
  for (const table of [accounts, ledger, taxes, invoices, invoiceTaxes]) await medium.write(table, []);
  for await (const lines of linesOf(property, period)) {
    const made = lines.map(line => records.ofLine(line));
    await medium.write(
      ledger,
      made.map(each => each.ledger),
    );
    await medium.write(
      taxes,
      made.flatMap(each => each.taxes),
    );
  }
  await medium.write(accounts, [...records.accounts.values()]);
  const dateOf = ({ invoice }: CompanyInvoice) => invoice.date;
  for await (const items of fetchItems(source, companyInvoicesVatReport, property, period, dateOf)) {
    const made = items.map(item => records.ofInvoice(item));
    await medium.write(
      invoices,
      made.map(each => each.invoices),
    );
    await medium.write(
      invoiceTaxes,
      made.flatMap(each => each.invoiceTaxes),
    );
  }
}

interface MediumFile {
  readonly handle: FileHandle;
  readonly hash: Hash;
  rows: number;
}

/** The folder, which appears with one rename when all of its files are written. */
class Medium {
  readonly #files = new Map<string, MediumFile>();
  readonly #folder: string;
  readonly #staged: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#staged = join(dirname(folder), temporaryName(basename(folder)));
  }

  /** @throws UsageError for a folder that has files */
  static async begin(folder: string): Promise<Medium> {
    const present = await readdir(folder).catch(error => {
      if (systemErrorCode(error) === 'ENOENT') return [];
      throw new UsageError(`${folder} cannot be read (${systemErrorCode(error) ?? 'unknown error'})`, {
        hint: 'name another folder with --output',
      });
    });
    if (present.length > 0)
      throw new UsageError(`${folder} is not empty`, { hint: 'name a new folder with --output' });
    const medium = new Medium(folder);
    await withWriteErrors(folder, async () => {
      makeFolder(dirname(folder), 0o777);
      await mkdir(medium.#staged);
    });
    return medium;
  }

  get summary(): string {
    return [...this.#files]
      .flatMap(([name, { rows }]) => (name.endsWith('.csv') ? [`${name} ${rows}`] : []))
      .join(', ');
  }

  /** @throws UndocumentedResponseError for a number with more decimals than index.xml states */
  async write({ name, columns }: EvidenceTable, records: readonly ReportRecord[]): Promise<void> {
    const file = `${name}.csv`;
    const header = !this.#files.has(file);
    const lines = records.map(record => onOneLine(record, name));
    for await (const chunk of csvChunks([lines], columns, { ...dialect, header }))
      await this.add(file, chunk);
    const { rows = 0 } = this.#files.get(file) ?? {};
    Object.assign(this.#files.get(file) ?? {}, { rows: rows + records.length });
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    await withWriteErrors(this.#folder, async () => {
      const file = this.#files.get(name) ?? {
        handle: await openFile(join(this.#staged, name), 'wx'),
        hash: createHash('sha256'),
        rows: 0,
      };
      this.#files.set(name, file);
      file.hash.update(content);
      await file.handle.writeFile(content);
    });
  }

  async publish(
    hotel: { readonly id: string; readonly name: string },
    period: Period,
    dtd: string | undefined,
  ) {
    await this.add('README.txt', readme(hotel, period, this.summary, dtd));
    const hashes = [...this.#files].map(([name, { hash }]) => `${hash.digest('hex')}  ${name}\n`);
    await this.add('SHA256SUMS', hashes.join(''));
    await withWriteErrors(this.#folder, async () => {
      for (const { handle } of this.#files.values()) await handle.sync().finally(() => handle.close());
      await rmdir(this.#folder).catch(error => {
        if (systemErrorCode(error) !== 'ENOENT') throw error;
      });
      await rename(this.#staged, this.#folder);
    });
  }

  /** Never fails. */
  async abandon(): Promise<void> {
    for (const { handle } of this.#files.values()) await handle.close().catch(() => {});
    await rm(this.#staged, { recursive: true, force: true }).catch(() => {});
  }
}

/** A record of the file is one line, so line ends in texts become visible. */
function onOneLine(record: ReportRecord, table: string): ReportRecord {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      if (isExactNumber(value) && hasMoreDecimals(value))
        throw new UndocumentedResponseError(
          `${field} of ${table} has more than ${evidenceAccuracy} decimals, which index.xml could not describe`,
          { hint: 'nothing was written; report it to the platform' },
        );
      return [field, typeof value === 'string' ? safeText(value) : value];
    }),
  );
}

const readme = (
  hotel: { readonly id: string; readonly name: string },
  { first, last }: Period,
  counts: string,
  dtd: string | undefined,
) => `Audit medium of ${safeText(hotel.name)} (property ${safeText(hotel.id)}), ${first} to ${last}

index.xml describes the files in the form of the "Beschreibungsstandard fuer die Datentraegerueberlassung" (GDPdU, GoBD Z3).
${dtd === undefined ? `Its DTD, ${usualDtd.name}, is not part of this folder: put it beside index.xml.` : `Its DTD is ${dtd}.`}

Files and their records: ${counts}.
- ledger.csv: the postings of the hotel's property-management system, by business date, as that system exports them.
  An amount is debited to debitedAccount and credited to creditedAccount; a reduction is negative and stays on the usual sides.
- taxes.csv: the taxes of the lines of the ledger. Net amounts and taxes are not rounded: they have up to eight decimals.
- accounts.csv: the accounts that occur in the ledger.
- invoices.csv, invoice-taxes.csv: the invoices to companies. Invoices to private guests are not in this export.

The CSV files are UTF-8 with semicolons, decimal commas, and one line of headings. A text that a spreadsheet would run as a
formula begins with an apostrophe, which is not part of the text; control characters are written as \\u{...}.
SHA256SUMS has the hashes of all files: check them with "sha256sum -c SHA256SUMS".
`;

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { checkPeriod } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { requireCsvTable } from '../../cli/portfolio.ts';
import { propertiesGiven } from '../../cli/property-flags.ts';
import { dialectSettings, givenFlags, renderOptions } from '../../cli/render-options.ts';
import { eachProperty, throwFailures } from '../../cli/several-properties.ts';
import { deliverOutput, planRecords, refuseToReplace } from '../../cli/write-records.ts';
import { fileNames, isStandardOutput } from '../../output/deliver.ts';
import { formatEnding } from '../../output/format.ts';
import { type RenderOptions, render } from '../../output/render.ts';
import { addMonths, localTimeIn, monthOf } from '../../platform/dates.ts';
import { monthsIn, nameOfPeriod, type Period, readPeriod } from '../../platform/periods.ts';
import { type ReportRecord, textColumn } from '../../platform/records.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { companyOf } from '../../reports/close/month-books.ts';
import {
  type AccountMap,
  addDebtors,
  addLineToMap,
  mapColumns,
  readAccountMap,
  readDebtors,
} from '../../reports/journal/account-map.ts';
import {
  type DatevClient,
  findDatevProblem,
  findOtherLengths,
  readDatev,
  splitByYears,
  writeDatev,
} from '../../reports/journal/datev.ts';
import { JournalMaker, type LedgerJournal } from '../../reports/journal/entries.ts';
import {
  type JournalLayout,
  journalLayouts,
  journalRecords,
  proveSums,
  readJournalCsv,
} from '../../reports/journal/generic-journal.ts';
import { datevSettings, type ExportOptions, journalFormats, type MapOptions } from './flags.ts';
import {
  describeClose,
  type LedgerBasis,
  type Ledgers,
  nameBasis,
  nameCloses,
  planWithLedgers,
  requireNewExport,
  shortHash,
  storeExports,
} from './ledger-basis.ts';

export async function planJournal(invocation: Invocation, options: ExportOptions) {
  const terms = await readTerms(invocation, options);
  const { format, map, splitPeriod } = terms;
  // Those of --all-properties are known only after a request: there is at least one.
  const named = options.allProperties ? [''] : propertiesGiven(invocation, options);
  checkPeriod(invocation, options.period, today => {
    const years = splitPeriod(readPeriod('--period', options.period, today));
    const parts = named.flatMap(property => years.map(period => ({ property, period })));
    chooseTargets(options, parts);
  });
  return planWithLedgers(invocation, options, async ledgers => {
    const run = { ...terms, ledgers };
    const { parts, refused } = await findParts(run);
    const outcomes = await eachProperty(invocation, parts, part => writeJournal(run, part));
    if (format !== 'datev' && map && invocation.settings.optional('adviserNumber') !== undefined)
      await invocation.note('for DATEV, add --format datev --output EXTF_{property}_{period}.csv');
    throwFailures([...refused, ...outcomes]);
  });
}

/** What the flags say of all journals of a run. @throws UsageError for flags that do not fit each other */
async function readTerms(invocation: Invocation, options: ExportOptions) {
  const { output = '-', format: given } = options;
  const guessed = /^EXTF_/.test(basename(output)) ? 'datev' : formatEnding(output);
  const what = given === undefined ? 'the extension of --output' : '--format';
  const hint = given === undefined ? 'end it in .csv or .xlsx, or add --format' : undefined;
  const format = readChoice(what, given ?? (guessed || 'csv'), journalFormats, hint);
  const layout = readChoice('--layout', options.layout, Object.keys(journalLayouts) as JournalLayout[]);
  if (options.sum !== undefined) readChoice('--sum', options.sum, ['day-account']);
  refuseTogether(invocation, options, format);
  if (format === 'datev' && !/^EXTF_.*\.csv$/.test(basename(output)))
    throw new UsageError('DATEV lists only files whose name is EXTF_*.csv', {
      hint: 'add --output EXTF_{property}_{period}.csv',
    });
  const client = format === 'datev' ? readClient(invocation) : undefined;
  const map = await readMap(invocation, options, client);
  const locale = invocation.settings.optional('locale') ?? (client ? 'de' : undefined);
  const word = await (await import('../../output/words/words.ts')).loadWords(locale);
  const rendering = { ...options, format, header: true, formulaGuard: true };
  const view = { name: 'journal', columns: journalLayouts[layout] };
  const write = client
    ? datevWriter(invocation, client)
    : genericWriter(invocation, layout, await renderOptions(invocation, rendering, view));
  const splitPeriod = (period: Period) => splitByYears(period, client?.fiscalYearStart);
  return { invocation, options, format, map, word, write, splitPeriod };
}
type JournalRun = Awaited<ReturnType<typeof readTerms>> & { readonly ledgers: Ledgers };

/** The journals to write: one for each property and year, of months that may be exported. @throws if there is none */
async function findParts({ invocation, options, splitPeriod, ledgers }: JournalRun) {
  const properties = await ledgers.properties();
  const dated = await eachProperty(invocation, properties, async ({ property }) => {
    const basis = await ledgers.basisOf(property, options.period);
    requireNewExport(basis, options);
    return splitPeriod(basis.period).map(period => ({ property, period, basis }));
  });
  const refused = dated.filter(({ error }) => error !== undefined);
  if (refused.length === dated.length) throwFailures(refused);
  const parts = dated.flatMap(outcome => (outcome.error === undefined ? outcome.result : []));
  const targets = chooseTargets(options, parts);
  return { refused, parts: parts.map((part, index) => ({ ...part, target: targets[index] })) };
}
type JournalPart = Awaited<ReturnType<typeof findParts>>['parts'][number];

/** Writes a journal, prints what to look at, and records in the chain that it was exported. */
async function writeJournal(run: JournalRun, part: JournalPart) {
  const { invocation, options, format, write } = run;
  const { property, period, basis, target } = part;
  const { note, warn } = invocation;
  const title = `${property} ${nameOfPeriod(period)}`;
  const { journal, posted } = await makeJournal(run, part);
  if (options.sinceExport && posted.size === 0)
    return note(
      `${title}: ${nameCloses(basis)} has nothing new since the export, so nothing was written; close the month again for later postings`,
    );
  const { files, findings } = await write(journal, period, basis);
  const targets = nameFiles(target, files.length);
  for (const [index, chunks] of files.entries()) {
    const rows = index === 0 ? journal.entries.length : 0;
    await deliverOutput(invocation, { chunks, rows: () => rows }, targets[index]);
  }
  for (const { check, found, fix } of [...journal.findings, ...findings])
    await warn(`warning: ${property}: ${check}: ${found}${fix ? `; ${fix}` : ''}`);
  for (const month of monthsIn(period).filter(each => !posted.has(each)))
    if (options.sinceExport) await note(`${property} ${month}: nothing was changed since the export`);
    else await warn(`warning: ${property} ${month}: nothing was posted`);
  const written = isStandardOutput(target) ? 'the journal' : String(target);
  await storeExports(invocation, basis, period, format, written);
  await note(`${title}: ${formatWords[format]}: ${journal.summary}; ${nameBasis(basis)}`);
}

/** The entries of a journal, and the months that have postings. */
async function makeJournal({ options, map, word, ledgers }: JournalRun, { basis, period }: JournalPart) {
  const { suspense, sum, sinceExport } = options;
  const companies = map?.hasCompanies ? await ledgers.companiesIn(basis, period) : undefined;
  const maker = new JournalMaker({ map, suspense, isSummed: sum !== undefined, word, companies });
  const posted = new Set<string>();
  const read = sinceExport ? ledgers.linesSinceExport : ledgers.linesIn;
  for await (const lines of read(basis, period))
    for (const line of lines) {
      maker.add(line);
      posted.add(monthOf(line.date));
    }
  return { journal: maker.finish(), posted };
}

/** `EXTF_MUC_2026_2.csv` is the second file. @throws UsageError if that of an earlier, longer journal would stay beside them */
function nameFiles(target: string | undefined, count: number) {
  const rest = Array.from({ length: count }, (_, index) => target?.replace(/\.csv$/, `_${index + 2}.csv`));
  const next = rest.pop();
  if (next !== undefined && next !== target && existsSync(next))
    throw new UsageError(`${next} of an earlier journal would stay beside the new one`, {
      hint: `remove ${next}`,
    });
  return [target, ...rest];
}

function refuseTogether({ settings }: Invocation, options: ExportOptions, format: string): void {
  const { again, sinceExport, withoutClose, layout } = options;
  const [flag] = givenFlags(settings, format === 'datev' ? dialectSettings : datevSettings);
  const refused = [
    [again && sinceExport, '--again and --since-export', 'omit --again to export only what has changed'],
    [withoutClose && sinceExport, '--without-close and --since-export', 'close again, omit --without-close'],
    [format === 'datev' && layout === 'rows', '--layout rows and --format datev', 'use --format csv'],
    [flag !== undefined, `${flag} and --format ${format}`, `omit ${flag}`],
  ] as const;
  for (const [isGiven, flags, hint] of refused)
    if (isGiven) throw new UsageError(`${flags} cannot be combined`, { hint });
}

const formatWords = { datev: 'DATEV', csv: 'double entry as CSV', xlsx: 'double entry as Excel' } as const;

/** @throws UsageError without the numbers that DATEV requires */
function readClient({ settings }: Invocation): DatevClient {
  settings.requireAll(['adviserNumber', 'clientNumber']);
  return {
    adviser: settings.require('adviserNumber'),
    client: settings.require('clientNumber'),
    fiscalYearStart: settings.require('fiscalYearStart'),
    accountLength: settings.requireCount('accountLength'),
  };
}

const writeMapFirst =
  'run `hotelctl journal map --output map.csv`, fill in the targets and add --map map.csv';

/** @throws UsageError for a map that is damaged, or that DATEV would not accept */
async function readMap(
  invocation: Invocation,
  { map: path, suspense }: ExportOptions,
  client: DatevClient | undefined,
): Promise<AccountMap | undefined> {
  const findProblem = client ? findDatevProblem(client.accountLength) : () => undefined;
  if (path === undefined) {
    if (!client && suspense === undefined) return undefined;
    throw new UsageError(`${client ? '--format datev' : '--suspense'} requires --map`, {
      hint: writeMapFirst,
    });
  }
  const row = { target: suspense ?? '', key: '', costCentre: '' };
  const problem = suspense === '' ? 'is empty' : findProblem(row);
  if (problem !== undefined)
    throw new UsageError(`--suspense: ${problem}`, { hint: 'for example `--suspense 1590`' });
  const optional = ['name', 'document', 'company'];
  const columns = mapColumns.map(({ name }) => name).filter(name => !optional.includes(name));
  const lines = await requireCsvTable(invocation, path, columns, optional, writeMapFirst);
  const map = readAccountMap(path, lines, findProblem);
  const targets = client ? [...lines, { name: '--suspense', target: suspense ?? '' }] : [];
  const others = findOtherLengths(targets, client?.accountLength ?? 0);
  if (others.length > 0)
    await invocation.warn(
      `warning: with accounts of ${client?.accountLength} digits, ${joinSome(others, 3, ', ')}: check the targets, or accountLength`,
    );
  return map;
}

/** The file of each part. @throws UsageError if several parts have one file, or standard output */
function chooseTargets(
  { output }: ExportOptions,
  parts: readonly { readonly property: string; readonly period: Period }[],
): readonly (string | undefined)[] {
  if (isStandardOutput(output)) {
    if (parts.length <= 1) return [output];
    throw new UsageError('a journal has one file for each property and year', {
      hint: 'add --output journal-{property}-{period}.csv',
    });
  }
  const named = parts.map(({ property, period }) => ({ property, period: nameOfPeriod(period) }));
  return fileNames(
    output,
    named.map(each => ({ ...each, report: 'journal', date: each.period })),
  );
}

/** Makes the files of a journal, which are proven. The time of their header has no zone: it is that of the property. */
const datevWriter =
  ({ context }: Invocation, client: DatevClient) =>
  async (journal: LedgerJournal, period: Period, basis: LedgerBasis) => {
    const title = `${basis.property} ${nameOfPeriod(period)} ${nameCloses(basis)}`;
    const now = context.clock.now();
    const madeAt = now + localTimeIn(basis.zone)(now).offset;
    const batch = { client, period, title, madeAt, basis: shortHash(basis.head) || nameCloses(basis) };
    const { files, findings } = writeDatev(journal, batch);
    proveSums(journal, readDatev(files));
    return { files: files.map(file => [file]), findings };
  };

const genericWriter =
  ({ context }: Invocation, layout: JournalLayout, plan: RenderOptions) =>
  async (journal: LedgerJournal, period: Period, basis: LedgerBasis) => {
    const title = `Journal · ${basis.property} · ${nameOfPeriod(period)} · ${nameBasis(basis)}`;
    const about = { title: [title], madeAt: context.clock.now() };
    const closeOf = (month: string) => describeClose(basis, month);
    const records = () => journalRecords(journal.entries, layout, journal.currency ?? '', closeOf);
    const { chunks } = render({ ...plan, about }, [{ parameters: {}, json: () => [], records }]);
    if (plan.format === 'xlsx') {
      proveSums(journal, journal.entries);
      return { files: [chunks], findings: [] };
    }
    const pieces: Buffer[] = [];
    for await (const chunk of chunks) pieces.push(Buffer.from(chunk as string));
    proveSums(journal, readJournalCsv(pieces, plan.csv, layout), layout === 'rows' ? 2 : 1);
    return { files: [pieces], findings: [] };
  };

/** `hotelctl journal map`: the accounts and taxes of the last twelve months. */
export async function planAccountMap(invocation: Invocation, options: MapOptions) {
  const { map: path, output } = options;
  const range = readDebtors(options.debtorRange);
  if (path === undefined)
    refuseToReplace(output, 'targets', `add --map ${output} to keep its rows and add new accounts`);
  const known = mapColumns.map(({ name }) => name);
  const required = ['number', 'target'];
  const hint = 'omit --map for a first map';
  const kept = path === undefined ? [] : await requireCsvTable(invocation, path, required, known, hint);
  readAccountMap(path ?? '', kept, () => undefined);
  // The user's columns, such as comments, are kept.
  const others = Object.keys(kept[0] ?? {}).filter(name => !known.includes(name));
  const columns = [...mapColumns, ...others.map(name => textColumn(name, name))];
  const write = await planRecords(invocation, options, { name: 'accounts', columns });
  return planWithLedgers(invocation, options, ledgers =>
    write(async () => {
      const rows = new Map<string, ReportRecord>(kept.map(row => [row['number'] ?? '', row]));
      const companies = new Map<string, string>();
      const properties = await ledgers.properties();
      const outcomes = await eachProperty(invocation, properties, async ({ property }) => {
        const last = await ledgers.today(property);
        const period = { first: addMonths(last, -12), last };
        const basis = { property, closes: [] };
        for await (const lines of ledgers.linesIn(basis, period))
          for (const line of lines) addLineToMap(rows, line);
        if (!options.debtors) return;
        for await (const items of ledgers.invoicesIn(basis, period))
          for (const { company } of items) {
            const id = companyOf(company);
            if (id !== null) companies.set(id, String(company?.name));
          }
      });
      throwFailures(outcomes, 'read, and nothing was written');
      for (const { number = '' } of kept) rows.delete(number);
      const added = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const all = [...kept, ...added.map(([, row]) => row)];
      return [...all, ...addDebtors(all, companies, range)];
    }),
  );
}

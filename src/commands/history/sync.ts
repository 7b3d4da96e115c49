import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import { RefusedError, TemporaryError, UsageError } from '../../base/errors.ts';
import { describeItem, type ItemOutcome } from '../../base/item-outcome.ts';
import { countText } from '../../base/text.ts';
import { refuseNothingLeft } from '../../cli/archive.ts';
import { planVerified, verifiedColumns } from '../../cli/checklist.ts';
import { type OpenReportSource, openReportSource, useAndClose } from '../../cli/connect.ts';
import { dueTime, todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { planPropertyList } from '../../cli/properties.ts';
import { eachProperty, errorOfParts, type FailedPart } from '../../cli/several-properties.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { dayCount } from '../../cli/snapshot-options.ts';
import { planSummary } from '../../cli/write-records.ts';
import { addMonths, anyDay, type CalendarDate, firstOfMonth } from '../../platform/dates.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { monthsIn, type Period, readPeriod } from '../../platform/periods.ts';
import { type Column, countColumn, type ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { identifyPlatform } from '../../reports/archive/archive.ts';
import { type LakeOwner, openLake, stateFolder, verifyLake } from '../../reports/lake/lake.ts';
import { openFolder, type Storage } from '../../reports/lake/lake-folder.ts';
import { readS3Address } from '../../reports/lake/s3-address.ts';
import {
  defaultRate,
  isInShard,
  LostTargetError,
  limitRate,
  readShard,
  type SyncResult,
  syncProperty,
} from '../../reports/lake/sync-plan.ts';
import type { ItemResult } from '../../reports/several-at-a-time.ts';
import type { SyncOptions } from './flags.ts';

export async function planSync(invocation: Invocation, options: SyncOptions, target: string) {
  checkTarget(target);
  const refetch = dayCount('--refetch', options.refetch);
  const chosen = reportsToSync(options.report, options.service);
  periodToSync(options.period, anyDay);
  const rate = readWholeNumber('--rate', options.rate ?? String(defaultRate), { least: 1, most: 1_000_000 });
  const range = { least: 1, most: 100, hint: 'for example --concurrency 8' };
  const concurrency = readWholeNumber('--concurrency', options.concurrency, range);
  const { context } = invocation;
  const listProperties = planPropertyList(invocation, options);
  const shard = readShard(options.shard, context.env);
  const summarized = await planSummary(invocation, options, { name: 'sync', columns: syncColumns });
  const run = async (platform: OpenReportSource) => {
    const source = { ...platform, send: limitRate(platform.send, rate / shard.count, context) };
    await useAndClose(await openTarget(target, chosen.reports, invocation), async opened => {
      const listed = await listProperties(source);
      const properties = listed.filter(({ property }) => isInShard(property, shard));
      if (shard.count > 1)
        await invocation.note(
          `shard ${shard.index}/${shard.count}: ${properties.length} of ${countText(listed.length, 'property', 'properties')}`,
        );
      for (const { name } of chosen.omitted)
        await invocation.note(`${name} is omitted: it needs --service ID`);
      const today = todayAt(invocation, source);
      const ofRun = { source, refetch, serviceIds: options.service ?? [], dueAt: dueTime(context), context };
      let lost: LostTargetError | undefined;
      const syncOne = async ({ property }: Item) => {
        // Nothing more can be written: each property that is left fails for the same cause, without a request.
        if (lost) throw lost;
        const day = await today(property);
        const months = monthsIn(periodToSync(options.period, day));
        const partitions = chosen.reports.flatMap(report =>
          months.map(period => ({ property, report, period })),
        );
        return syncProperty(opened, property, day, partitions, ofRun).catch(error => {
          if (error instanceof LostTargetError) lost = error;
          throw error;
        });
      };
      const sync = () => eachProperty(invocation, properties, syncOne, { most: concurrency, itemsOf });
      await summarize(invocation, await summarized(sync, summaryRecords));
    });
  };
  return () => useAndClose(openReportSource(invocation, concurrency), run);
}

async function openTarget(target: string, reports: readonly ReportDefinition[], invocation: Invocation) {
  const { context, settings, warn } = invocation;
  const timeout = settings.requireCount('timeout') * 1000;
  if (target === 'postgres') {
    const { openPostgres } = await import('../../reports/lake/postgres.ts');
    return openPostgres(context, reports, findOwner(invocation).host, timeout, warn);
  }
  return openLake(await openStorage(invocation, target, 'write'), findOwner(invocation), context);
}

const failedParts = ({ item: { property }, ...outcome }: PropertyOutcome): readonly FailedPart[] =>
  outcome.error
    ? [{ part: property, error: outcome.error }]
    : outcome.result.failures.map(({ partition: { report, period }, error }) => ({
        part: `${property} ${report.name} ${period}`,
        error,
      }));

/** The partitions that failed, else the property: a chain has thousands of partitions. */
function itemsOf(outcome: PropertyOutcome): readonly ItemOutcome[] {
  const failed = failedParts(outcome).map(({ part, error }) => describeItem(part, error));
  return failed.length > 0 ? failed : [describeItem(outcome.item.property)];
}

type Item = { readonly property: string };
type PropertyOutcome = ItemResult<Item, SyncResult>;

export const syncColumns: readonly Column[] = [
  propertyColumn,
  countColumn('written', 'Written'),
  countColumn('upToDate', 'Up to date'),
  countColumn('failed', 'Failed'),
  { name: 'error', type: 'text', heading: 'Error' },
];

const summaryRecords = (outcomes: readonly PropertyOutcome[]): readonly ReportRecord[] =>
  outcomes.map(({ item: { property: propertyId }, ...rest }) => {
    if (rest.error) return { propertyId, error: rest.error.message };
    const { fetched, skipped, failures } = rest.result;
    const counts = { written: fetched, upToDate: skipped, failed: failures.length };
    return { propertyId, ...counts, error: failures[0]?.error.message ?? null };
  });

async function summarize(invocation: Invocation, outcomes: readonly PropertyOutcome[]) {
  const results = outcomes.flatMap(outcome => (outcome.error ? [] : [outcome.result]));
  const failedProperties = outcomes.length - results.length;
  const fetched = results.reduce((sum, result) => sum + result.fetched, 0);
  const skipped = results.reduce((sum, result) => sum + result.skipped, 0);
  const failedPartitions = results.flatMap(result => result.failures).length;
  const partitions = fetched + skipped + failedPartitions;
  const words = [
    ...(failedProperties > 0 ? [`${failedProperties} of ${outcomes.length} properties`] : []),
    ...(failedPartitions > 0 ? [`${failedPartitions} of ${partitions} partitions`] : []),
  ].join(' and ');
  await invocation.note(
    `${countText(outcomes.length, 'property', 'properties')}: ${countText(fetched, 'partition')} written, ${skipped} were up to date, ${words || 0} failed`,
  );
  for (const { empty } of results) {
    // A list without entries is a usual month; a month without figures of the property may be a fault of the platform.
    const months = empty.filter(({ report }) => report.name === 'property-performance');
    const periods = months.map(({ period }) => period);
    const [first] = months;
    if (first)
      await invocation.warn(`warning: ${first.property}: no figures for ${joinSome(periods, 3, ', ')}`);
  }
  const figures = {
    'Partitions written': String(fetched),
    'Up to date': String(skipped),
    'Failed partitions': String(failedPartitions),
  };
  await invocation.wrote(undefined, undefined, { figures: Object.entries(figures) });
  const failed = outcomes.flatMap(failedParts);
  // What another run would meet again comes first.
  const lasting = failed.find(({ error }) => !(error instanceof TemporaryError))?.error.details.hint;
  const error = errorOfParts(
    failed.slice(0, 20),
    fetched + skipped === 0 ? undefined : `${words} failed`,
    lasting ?? 'run the command again: it fetches what is missing',
  );
  if (error) throw error;
}

function checkTarget(target: string): void {
  // An unset variable of a script: the data lake would be written to the working folder.
  if (target.trim() === '')
    throw new UsageError("the name of the data lake's folder is empty", {
      hint: 'use . for the working folder',
    });
  // It may contain a password, which process lists show. The message does not repeat it.
  if (!/^postgres(ql)?:/i.test(target)) return void readS3Address(target);
  throw new UsageError(
    'a database URL is not accepted on the command line, where others can read its password',
    { hint: 'set HOTELCTL_DATABASE_URL and run `hotelctl sync postgres`' },
  );
}

/** The reports of the flags. Without `--service`, "all" excludes ordered-services, which requires it. */
function reportsToSync(names: readonly string[] | undefined, services: readonly string[] | undefined) {
  const known = reports.map(({ name }) => name);
  const wanted = names?.map(name => readChoice('--report', name, known)) ?? known;
  const needsService = ({ name }: ReportDefinition) => name === 'ordered-services' && services === undefined;
  const listed = reports.filter(({ name }) => wanted.includes(name));
  if (services && !wanted.includes('ordered-services'))
    throw new UsageError('--service requires --report ordered-services', { hint: 'omit --service' });
  if (names && listed.some(needsService))
    throw new UsageError('--report ordered-services needs --service ID', {
      hint: 'find the ids with `hotelctl offers services`',
    });
  return { reports: listed.filter(report => !needsService(report)), omitted: listed.filter(needsService) };
}

function periodToSync(text: string | undefined, today: CalendarDate): Period {
  if (text === undefined) return { first: addMonths(firstOfMonth(today), -1), last: today };
  return readPeriod('--period', text, today);
}

/** The files of a data lake. @throws RefusedError for a folder to read that does not exist, OutputError as `refuseNothingLeft` */
async function openStorage(invocation: Invocation, target: string, use: 'read' | 'write'): Promise<Storage> {
  const { context, settings } = invocation;
  const bucket = readS3Address(target);
  if (bucket !== undefined) {
    const { openBucket } = await import('../../reports/lake/s3.ts');
    return openBucket(bucket, context, settings.requireCount('timeout') * 1000);
  }
  const places = [stateFolder, ...reports.map(({ name }) => name)].map(name => resolve(target, name));
  const hasAny = async () => (await readdir(join(target, stateFolder)).catch(() => [])).length > 0;
  const onReplaced = await refuseNothingLeft(invocation, 'a data lake', resolve(target), places, hasAny);
  if (use === 'read' && !existsSync(target))
    throw new RefusedError(`there is no folder ${target}`, { hint: 'check the name of the data lake' });
  return openFolder(target.replace(/(?<=.)[/\\]+$/, ''), onReplaced);
}

/** Whose reports a lake has. Without a base URL, a lake of any platform can be verified. */
function findOwner({ settings }: Invocation): LakeOwner {
  const isNamed = settings.optional('baseUrl') !== undefined;
  const host = isNamed ? identifyPlatform(settings.requireHost('baseUrl')) : undefined;
  return { host, client: settings.optional('clientId') };
}

export const lakeColumns = verifiedColumns('Partition');

/** `hotelctl sync verify`: exit 10 if a partition is missing or was changed, and if there is none. */
export async function planLakeCheck(invocation: Invocation, options: OutputOptions, target: string) {
  checkTarget(target);
  if (target === 'postgres')
    throw new UsageError('the rows of a database cannot be verified, only the files of a data lake', {
      hint: 'run `hotelctl sync postgres`, which writes each month again that has fewer rows than it wrote',
    });
  const view = { name: 'partitions', columns: lakeColumns };
  const write = await planVerified(invocation, options, view, 'check the folder or prefix');
  const run = async (storage: Storage) => {
    const findings = await verifyLake(storage, findOwner(invocation));
    const title = 'Files of the data lake, compared with their record in _hotelctl';
    await write([{ title, findings }], target);
  };
  return async () => useAndClose(await openStorage(invocation, target, 'read'), run);
}

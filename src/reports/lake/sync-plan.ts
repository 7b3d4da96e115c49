import { hash } from 'node:crypto';
import type { Context } from '../../base/context.ts';
import { type HotelctlError, RefusedError, TemporaryError, UsageError } from '../../base/errors.ts';
import { secondsText } from '../../base/text.ts';
import type { Send } from '../../http/exchange.ts';
import {
  addDays,
  type CalendarDate,
  clockDifference,
  dateOfDay,
  dayLength,
  isDate,
} from '../../platform/dates.ts';
import { daysOfMonth, requestsFor } from '../../platform/periods.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { isKnownVersion, type ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { fetchReport, hintIfMiscounted, type ReportSource } from '../fetch-report.ts';
import { affectsOne, severalAtATime } from '../several-at-a-time.ts';

/** One partition: a report of a property for one calendar month. All views of the report come from the same response. */
export interface Partition {
  readonly property: string;
  readonly report: ReportDefinition;
  /** `2026-10` */
  readonly period: string;
}

export interface SyncedPartition {
  /** The business day of the last fetch. */
  readonly fetchedOn: CalendarDate;
  /** When it was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
  /** Whose orders it has, as `servicesOf`. */
  readonly services: string;
}

/** Not if another program wrote its date, for example. */
export const isValidRecord = ({ fetchedOn, fetchedAt }: SyncedPartition): boolean =>
  isDate(fetchedOn) && Number.isSafeInteger(fetchedAt);

export const partitionKey = ({ report, period }: Pick<Partition, 'report' | 'period'>): string =>
  `${report.name}/${period}`;

const hasParameter = ({ parameters }: ReportDefinition, name: string): boolean =>
  parameters.some(({ wire }) => wire === name);

/** The ids of the services that a partition has, in one text; empty for reports that have no services. */
const servicesOf = ({ report }: Partition, serviceIds: readonly string[]): string =>
  hasParameter(report, 'serviceIds') ? [...new Set(serviceIds)].sort().join(',') : '';

function partitionRequests({ property, report, period }: Partition, serviceIds: readonly string[]) {
  return requestsFor(report.period, daysOfMonth(period)).map(dates => ({
    ...dates,
    ...(hasParameter(report, 'serviceIds') ? { serviceIds } : {}),
    ...(hasParameter(report, 'expand') ? { expand: ['businessDays'] } : {}),
    propertyId: property,
  }));
}

/** One view of a report, as a target stores it: a file of the lake, or a table. */
export type SyncedView = Pick<View<never>, 'name' | 'columns'>;

/** The destination of reports: a folder, a bucket or a database. */
export interface SyncTarget {
  /** Runs the work of one property while no other process works on the same one. */
  withProperty<T>(property: string, work: (archived: SyncedProperty) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The whole target is lost, such as a database or bucket that does not respond: nothing more can be written in this run. */
export class LostTargetError extends TemporaryError {}

/** @param limit milliseconds */
export const lateTarget = (name: string, limit: number): LostTargetError =>
  new LostTargetError(`${name} did not respond within ${secondsText(limit)}`, {
    hint: 'try again later, or set a longer --timeout',
  });

export interface SyncedProperty {
  /** By `partitionKey`; partitions that are recorded but no longer exist are omitted. */
  readonly partitions: ReadonlyMap<string, SyncedPartition>;
  /** Replaces a complete partition: its old content stays until `commit`. */
  open(partition: Partition, views: readonly SyncedView[]): Promise<PartitionWriter>;
}

export interface PartitionWriter {
  add(view: string, record: ReportRecord): Promise<void>;
  commit(synced: SyncedPartition): Promise<void>;
  /** Removes what was written; the old content stays. */
  abandon(): Promise<void>;
}

/** One of several machines that share the properties; `index` counts from 1. */
type Shard = Readonly<Record<'index' | 'count', number>>;

/**
 * The shard of this process: `--shard I/N`, else HOTELCTL_SHARD, else the JOB_COMPLETION_INDEX of a Kubernetes Indexed Job
 * (which counts from 0) with HOTELCTL_SHARDS; else all properties. Throws UsageError.
 */
export function readShard(flag: string | undefined, env: Readonly<Record<string, string | undefined>>) {
  const named = flag ?? (env['HOTELCTL_SHARD'] || undefined);
  if (named !== undefined) return parseShard(flag === undefined ? 'HOTELCTL_SHARD' : '--shard', named);
  const [index, count] = [env['JOB_COMPLETION_INDEX'] || undefined, env['HOTELCTL_SHARDS'] || undefined];
  if (count === undefined) return { index: 1, count: 1 };
  if (index === undefined || !/^\d{1,5}$/.test(index))
    throw new UsageError('HOTELCTL_SHARDS needs JOB_COMPLETION_INDEX, which is not set to a number', {
      hint: 'set HOTELCTL_SHARD=1/16, or run it in a Kubernetes Indexed Job',
    });
  return parseShard('JOB_COMPLETION_INDEX and HOTELCTL_SHARDS', `${Number(index) + 1}/${count}`);
}

function parseShard(origin: string, text: string): Shard {
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new UsageError(`${origin} must be a shard from 1/N to N/N`, { hint: 'for example --shard 1/16' });
}

/** Whether a property belongs to the shard: by a hash of its id, the same on every machine and in every version. */
export const isInShard = (property: string, { index, count }: Shard): boolean =>
  hash('sha256', property, 'buffer').readUInt32BE(0) % count === index - 1;

/** About 3,500 requests a minute are allowed for a client and account; retries and other programs need some of them. */
export const defaultRate = 3000;

/** Limits the requests per minute, evenly spaced: a burst would be rejected with 429. @param perMinute of this process */
export function limitRate(
  send: Send,
  perMinute: number,
  { clock, interrupted }: Pick<Context, 'clock' | 'interrupted'>,
): Send {
  const spacing = 60_000 / perMinute;
  let next = 0;
  return async (request, signal) => {
    const now = clock.now();
    const slot = Math.max(now, next);
    next = slot + spacing;
    if (slot > now) await clock.sleep(slot - now, interrupted);
    return send(request, signal);
  };
}

interface SyncRun {
  readonly source: ReportSource;
  /** For how many days after its end a month is fetched again, because of late postings. */
  readonly refetch: number;
  readonly serviceIds: readonly string[];
  /** As of `dueTime`. */
  readonly dueAt: number;
  readonly context: Pick<Context, 'clock' | 'interrupted'>;
}

export type SyncResult = Awaited<ReturnType<typeof syncProperty>>;

/** Brings the partitions of one property up to date. A partition that fails does not stop the others. */
export function syncProperty(
  target: SyncTarget,
  property: string,
  today: CalendarDate,
  partitions: readonly Partition[],
  run: SyncRun,
) {
  return target.withProperty(property, async archived => {
    const startedAt = run.context.clock.now();
    // In the first time zones, it is already tomorrow.
    const latest = addDays(dateOfDay(Math.floor(startedAt / dayLength)), 1);
    const find = (partition: Partition) => archived.partitions.get(partitionKey(partition));
    const isOfAttempt = (partition: Partition) => (find(partition)?.fetchedAt ?? 0) >= run.dueAt;
    // What is missing, was open when it was fetched, or may have late postings, unless an earlier attempt of the job has fetched it.
    const wanted = partitions.filter(partition => {
      const synced = find(partition);
      // From the future: the clock was ahead, and would prevent the partition from being fetched until then.
      if (!synced || synced.fetchedAt > startedAt + clockDifference || synced.fetchedOn > latest) return true;
      if (synced.services !== servicesOf(partition, run.serviceIds)) return true;
      if (isOfAttempt(partition)) return false;
      return synced.fetchedOn <= addDays(daysOfMonth(partition.period).last, run.refetch);
    });
    const failures: { readonly partition: Partition; readonly error: HotelctlError }[] = [];
    /** Written without a row. */
    const empty: Partition[] = [];
    const sync = async (partition: Partition) => {
      refuseFewerServices(find(partition), run.serviceIds);
      if ((await syncPartition(archived, partition, today, run)) === 0) empty.push(partition);
    };
    const isOfOne = affectsOne(run.context.interrupted);
    // After other errors nothing more of the property can be written.
    const keepsTarget = (error: unknown): error is HotelctlError =>
      isOfOne(error) && !(error instanceof LostTargetError);
    for await (const { item, error } of severalAtATime(wanted, 1, sync, keepsTarget))
      if (error) failures.push({ partition: item, error });
    // What earlier attempts have fetched is not up to date already: a job reports its run, not its last attempt.
    const skipped = partitions.filter(each => !wanted.includes(each) && !isOfAttempt(each)).length;
    return { fetched: partitions.length - skipped - failures.length, skipped, failures, empty };
  });
}

/** @throws RefusedError if the orders of a service would be removed, as by two jobs with a service each */
function refuseFewerServices(synced: SyncedPartition | undefined, serviceIds: readonly string[]): void {
  const lost = (synced?.services.split(',') ?? []).filter(id => id !== '' && !serviceIds.includes(id));
  if (lost.length > 0)
    throw new RefusedError(`it has the orders of ${joinSome(lost, 3, ', ')}, which this run would remove`, {
      hint: `add --service ${lost.join(' --service ')}, or sync into another target`,
    });
}

/** @returns how many records were written */
async function syncPartition(
  archived: SyncedProperty,
  partition: Partition,
  today: CalendarDate,
  { source, serviceIds, context }: SyncRun,
): Promise<number> {
  const { report } = partition;
  const { views } = await report.response();
  // Not every report exists in every version of the API.
  const isServed = !isKnownVersion(source.version) || report.versions.includes(source.version);
  const version = isServed ? source.version : (report.versions[0] ?? '');
  /** All views from one response: each record with the name of its view. */
  const combined: View<never> = {
    name: 'all',
    summary: 'every view',
    columns: [],
    *records(body, parameters) {
      for (const { name, records } of views)
        for (const record of records(body, parameters)) yield { view: name, record };
    },
  };
  const plan = { ...source, version, report, views: [combined], hintIfMiscounted };
  const writer = await archived.open(partition, views);
  let count = 0;
  try {
    for (const parameters of partitionRequests(partition, serviceIds)) {
      const result = await fetchReport(plan, parameters);
      for await (const records of result.records()) {
        context.interrupted.throwIfAborted();
        count += records.length;
        for (const { view, record } of records)
          await writer.add(String(view), record as unknown as ReportRecord);
      }
    }
    const services = servicesOf(partition, serviceIds);
    await writer.commit({ fetchedOn: today, fetchedAt: context.clock.now(), services });
    return count;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

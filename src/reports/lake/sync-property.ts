import type { HotelctlError } from '../../base/errors.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { reportsVersions } from '../../platform/reports/report.ts';
import { fetchReport, type ReportSource } from '../fetch-report.ts';
import { affectsOne, severalAtATime } from '../several-at-a-time.ts';
import {
  LostTargetError,
  mustFetch,
  type Partition,
  partitionKey,
  partitionRequests,
  type SyncedProperty,
  type SyncTarget,
} from './sync-plan.ts';

/** The options of a run, the same for every property. */
export interface SyncRun {
  readonly source: ReportSource;
  readonly refetch: number;
  readonly serviceIds: readonly string[];
  readonly now: () => number;
  readonly interrupted: AbortSignal;
}

export interface SyncResult {
  readonly fetched: number;
  readonly skipped: number;
  readonly failures: readonly { readonly partition: Partition; readonly error: HotelctlError }[];
}

/** A run that stopped longer ago is not resumed, because its partitions may have changed since. Milliseconds. */
const resumableFor = 20 * 3_600_000;

/** Brings the partitions of one property up to date. A partition that fails does not stop the others. */
export function syncProperty(
  target: SyncTarget,
  property: string,
  today: CalendarDate,
  partitions: readonly Partition[],
  run: SyncRun,
): Promise<SyncResult> {
  return target.withProperty(property, async archived => {
    const startedAt = run.now();
    const resumedSince = resumable(archived.unfinishedSince, startedAt);
    const wanted = partitions.filter(partition =>
      mustFetch(partition, archived.partitions.get(partitionKey(partition)), {
        now: startedAt,
        refetch: run.refetch,
        resumedSince,
      }),
    );
    await archived.recordRun(resumedSince ?? startedAt);
    const failures: SyncResult['failures'][number][] = [];
    const sync = (partition: Partition) => syncPartition(archived, partition, today, run);
    for await (const { item, error } of severalAtATime(wanted, 1, sync, keepsTarget(run.interrupted)))
      if (error) failures.push({ partition: item, error });
    if (failures.length === 0) await archived.recordRun(undefined);
    return { fetched: wanted.length - failures.length, skipped: partitions.length - wanted.length, failures };
  });
}

/** Errors of one partition or property, after which the target can still be written. */
export const keepsTarget =
  (interrupted: AbortSignal) =>
  (error: unknown): error is HotelctlError =>
    affectsOne(interrupted)(error) && !(error instanceof LostTargetError);

/** A start in the future means that the clock was set back since. */
const resumable = (unfinishedSince: number | undefined, now: number): number | undefined =>
  unfinishedSince !== undefined && unfinishedSince <= now && now - unfinishedSince < resumableFor
    ? unfinishedSince
    : undefined;

async function syncPartition(
  archived: SyncedProperty,
  partition: Partition,
  today: CalendarDate,
  { source, serviceIds, now, interrupted }: SyncRun,
): Promise<void> {
  const { report } = partition;
  const { views } = await report.response();
  // Not every report exists in every version of the API.
  const isKnown = reportsVersions.some(known => known === source.version);
  const isServed = !isKnown || report.versions.some(one => one === source.version);
  const version = isServed ? source.version : report.versions[0];
  if (version === undefined) throw new Error(`${report.name} has no version`);
  const writer = await archived.open(partition, views);
  try {
    for (const parameters of partitionRequests(partition, serviceIds)) {
      const view = combinedView(views);
      const result = await fetchReport(
        { ...source, version, report, views: [view], format: 'ndjson', strict: false },
        parameters,
      );
      for await (const records of result.records()) {
        interrupted.throwIfAborted();
        for (const { view, record } of records as unknown as Labelled[]) await writer.add(view, record);
      }
    }
    await writer.commit({ fetchedOn: today, fetchedAt: now() });
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

interface Labelled {
  readonly view: string;
  readonly record: ReportRecord;
}

/** All views of a report from one response: each record with the name of its view. */
const combinedView = (views: readonly View<never>[]): View<never> => ({
  name: 'all',
  summary: 'every view',
  columns: [],
  *records(body, parameters) {
    for (const { name, records } of views) {
      for (const record of records(body, parameters)) yield { view: name, record };
    }
  },
});

import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive, noteLacking } from '../../cli/archive.ts';
import { planVerified, unreadFolder, verifiedColumns } from '../../cli/checklist.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { findUnknownProperty } from '../../cli/properties.ts';
import { requireProperties, type SeveralProperties } from '../../cli/property-flags.ts';
import { collectResults, eachProperty, throwFailures } from '../../cli/several-properties.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import {
  expectedProperties,
  isClosed,
  todayInSnapshots,
  untilToday,
  warnOfFuture,
} from '../../cli/snapshot-options.ts';
import { columnsWithWords, planRecords } from '../../cli/write-records.ts';
import { say } from '../../output/words/messages.ts';
import { type CalendarDate, findMonday, monthOf } from '../../platform/dates.ts';
import type { Finding } from '../../platform/finding.ts';
import { type Column, momentColumn, type ReportRecord, textColumns } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { locateKind } from '../../reports/archive/archive.ts';
import { listPruned, pruneEntries } from '../../reports/archive/write-entry.ts';
import { checkSnapshots, findDamage } from '../../reports/snapshots/read-snapshot.ts';
import { checkSnapshot, findSnapshots, type Snapshot, tableFiles } from '../../reports/snapshots/snapshot.ts';
import type { PruneOptions } from './flags.ts';

type ListOptions = OutputOptions & SeveralProperties;

export const snapshotColumns: readonly Column[] = [
  propertyColumn,
  { name: 'taken', type: 'date', heading: 'Taken' },
  { name: 'first', type: 'date', heading: 'First day' },
  { name: 'last', type: 'date', heading: 'Last day' },
  momentColumn('takenAt', 'Taken at'),
  { name: 'hotelctl', type: 'text', heading: 'Version' },
  ...textColumns('error'),
];

const snapshotView = { name: 'snapshots', columns: snapshotColumns };

export async function planSnapshotList(invocation: Invocation, options: ListOptions) {
  const find = planFinding(invocation, options);
  const { columns, add } = columnsWithWords(snapshotColumns, 'error');
  const write = await planRecords(invocation, options, { ...snapshotView, columns });
  return async () => {
    const { folder, results: found, failed, finish } = await find();
    await write(async () => {
      const without = found.flatMap(({ property, snapshots }) => (snapshots.length > 0 ? [] : [property]));
      await noteLacking(invocation, 'snapshot', without);
      if (found.length === 0) await invocation.note(`no snapshot in ${folder}`);
      const records = await Promise.all(found.flatMap(({ snapshots }) => snapshots).map(snapshotRecord));
      const damaged = records.filter(record => record['error'] !== undefined).length;
      const hint = 'cannot be read: run `hotelctl snapshot verify`';
      if (damaged > 0) await invocation.warn(`warning: ${countText(damaged, 'snapshot')} ${hint}`);
      const lacking = without.map(propertyId => add({ propertyId }, say('no snapshot')));
      return [
        ...records,
        ...lacking,
        ...failed.map(each => ({ propertyId: each.property, error: each.cause })),
      ];
    });
    finish();
  };
}

/** @returns finds the snapshots of each property that the flags name, oldest first, as `collectResults`, and their folder; of all properties by default */
function planFinding(invocation: Invocation, options: SeveralProperties, isRequired = false) {
  const named = options.propertyId && requireProperties(invocation, options);
  return async () => {
    const archive = await findArchive(invocation);
    const properties = named ?? (await expectedProperties(invocation, archive, isRequired));
    const read = async ({ property }: { readonly property: string }) => {
      const snapshots = await findSnapshots(archive, property);
      const isLacking = named !== undefined && snapshots.length === 0;
      const unknown = isLacking ? await findUnknownProperty(invocation, property) : undefined;
      if (unknown) throw unknown;
      return { property, snapshots };
    };
    const items = properties.map(property => ({ property }));
    const collected = await collectResults(invocation, items, read);
    return { ...collected, folder: locateKind(archive.dataDir, 'snapshots') };
  };
}

async function snapshotRecord(snapshot: Snapshot): Promise<ReportRecord> {
  const { property: propertyId, taken } = snapshot;
  const content = await checkSnapshot(snapshot);
  if (typeof content === 'string') return { propertyId, taken, error: content };
  const { period, createdAt: takenAt, hotelctl } = content;
  return { propertyId, taken, ...period, takenAt, hotelctl };
}

export async function planPruning(invocation: Invocation, options: PruneOptions) {
  const rule = parseKeepRule(options.keep);
  const find = planFinding(invocation, options);
  const write = await planRecords(invocation, options, snapshotView);
  return async () => {
    const doomed: { property: string; entries: Snapshot[] }[] = [];
    const { results, finish } = await find();
    await write(async () => {
      const [dated, damaged]: [Snapshot[], string[]] = [[], []];
      for (const { property, snapshots: found } of results) {
        const { snapshots, future } = await untilToday(invocation, found);
        const keep = await snapshotsToKeep(snapshots, rule);
        doomed.push({ property, entries: snapshots.filter(snapshot => !keep.has(snapshot)) });
        for (const [{ property, taken }, isSound] of keep) if (!isSound) damaged.push(`${property} ${taken}`);
        dated.push(...future);
      }
      await warnOfFuture(invocation, dated);
      const words = `damaged snapshots are not counted: ${joinSome(damaged, 12, ', ')}`;
      if (damaged.length > 0) await invocation.warn(`warning: ${words}; run \`hotelctl snapshot verify\``);
      return Promise.all(doomed.flatMap(({ entries }) => entries).map(snapshotRecord));
    });
    const outcomes = await eachProperty(invocation, doomed, async ({ entries }) => {
      if (!options.dryRun) await pruneEntries(entries, tableFiles);
    });
    const pruned = outcomes.flatMap(({ item, error }) => (error ? [] : item.entries));
    const count = countText(pruned.length, 'snapshot');
    await invocation.note(options.dryRun ? `${count} would be removed` : `Removed ${count}`);
    throwFailures(outcomes, 'pruned');
    finish();
  };
}

function parseKeepRule(text: string) {
  const rule = { daily: 0, weekly: 0, monthly: 0 };
  const parts = text.split(',').map(part => /^(daily|weekly|monthly)=(\d{1,5}|all)$/.exec(part.trim()) ?? []);
  for (const [, name, count] of parts)
    if (name) rule[name as keyof typeof rule] = count === 'all' ? Number.POSITIVE_INFINITY : Number(count);
  const names = parts.map(([, name]) => name);
  const isValid = !names.includes(undefined) && new Set(names).size === names.length;
  if (isValid && Object.values(rule).some(count => count > 0)) return rule;
  throw new UsageError(`--keep: "${text}" is not a valid rule`, {
    hint: 'for example --keep daily=90,weekly=52,monthly=all',
  });
}

/** Those that stay, each with whether it is sound: of the newest days, and the last sound one of each of the newest weeks and months. @param snapshots oldest first */
async function snapshotsToKeep(
  snapshots: readonly Snapshot[],
  { daily, weekly, monthly }: ReturnType<typeof parseKeepRule>,
): Promise<ReadonlyMap<Snapshot, boolean>> {
  const keep = new Map<Snapshot, boolean>();
  const keepLastOf = async (count: number, bucketOf: (day: CalendarDate) => string) => {
    const seen = new Set<string>();
    for (const snapshot of snapshots.toReversed()) {
      const bucket = bucketOf(snapshot.taken);
      if (seen.has(bucket) || seen.size >= count) continue;
      const isSound = keep.get(snapshot) ?? (await findDamage(snapshot)) === undefined;
      keep.set(snapshot, isSound);
      if (isSound) seen.add(bucket);
    }
  };
  await keepLastOf(daily, day => day);
  await keepLastOf(weekly, findMonday);
  await keepLastOf(monthly, monthOf);
  return keep;
}

/** `hotelctl snapshot verify`: works offline, with the cached list of properties. Exit 10 if a snapshot is damaged, a night is missing, or there is nothing to verify. */
export async function planSnapshotCheck(invocation: Invocation, options: ListOptions) {
  const find = planFinding(invocation, options, true);
  const view = { name: 'snapshots', columns: verifiedColumns('Snapshot') };
  const none = 'check --data-dir and the profile, or run `hotelctl snapshot take` first';
  const write = await planVerified(invocation, options, view, none);
  return async () => {
    const { folder, results, failed } = await find();
    const parts: { title: string; findings: readonly Finding[] }[] = [];
    for (const { property, snapshots } of results) {
      const [first] = snapshots;
      const pruned = first ? await listPruned(first) : new Set<string>();
      const night = await lastNight(invocation, snapshots);
      parts.push({ title: property, findings: await checkSnapshots(property, snapshots, night, pruned) });
    }
    parts.push(...failed.map(({ property, cause }) => unreadFolder(property, cause)));
    await write(parts, folder);
  };
}

/** The last night that must have a snapshot: today, or the newest snapshot of a property that has closed. */
async function lastNight(invocation: Invocation, snapshots: readonly Snapshot[]): Promise<CalendarDate> {
  const today = await todayInSnapshots(invocation, snapshots);
  const newest = snapshots.at(-1);
  if (!newest || newest.taken >= today || !(await isClosed(invocation, newest.property, snapshots)))
    return today;
  await invocation.note(
    `${newest.property} is no longer in the list of properties: its last snapshot is of ${newest.taken}`,
  );
  return newest.taken;
}

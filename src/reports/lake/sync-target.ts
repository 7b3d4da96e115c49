import type { Column, ReportRecord } from '../../platform/records.ts';
import type { Partition, SyncedPartition } from './sync-plan.ts';

/** One view of a report, as a target stores it: a file of the lake, or a table. */
export interface SyncedView {
  readonly name: string;
  readonly columns: readonly Column[];
}

/** The destination of reports: a folder or a database. */
export interface SyncTarget {
  /** Runs the work of one property while no other process works on the same one. */
  withProperty<T>(property: string, work: (archived: SyncedProperty) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The target's state for a property. */
export interface SyncedProperty {
  /** By `partitionKey`; partitions that are recorded but no longer exist are omitted. */
  partitions(): Promise<ReadonlyMap<string, SyncedPartition>>;
  /** The start of the last run that did not finish, in milliseconds since 1970. */
  readonly unfinishedSince: number | undefined;
  beginRun(startedAt: number): Promise<void>;
  /** Replaces a complete partition: its old content stays until `commit`. */
  open(partition: Partition, views: readonly SyncedView[]): Promise<PartitionWriter>;
  finishRun(): Promise<void>;
}

export interface PartitionWriter {
  add(view: string, record: ReportRecord): Promise<void>;
  commit(synced: SyncedPartition): Promise<void>;
  /** Removes what was written; the old content stays. */
  abandon(): Promise<void>;
}

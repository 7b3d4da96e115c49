import { countText } from '../../base/count-text.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { parseKeepRule, snapshotsToRemove } from '../../reports/snapshots/prune-snapshots.ts';
import { removeSnapshot, type Snapshot } from '../../reports/snapshots/snapshot-store.ts';
import { snapshotColumns, snapshotRecord, snapshotsByProperty } from './list.ts';

export interface PruneOptions extends OutputOptions, SeveralProperties {
  readonly keep: string;
  readonly dryRun?: boolean;
}

/** `hotelctl snapshot prune`: prints the snapshots that it removes. */
export async function pruneSnapshots(open: OpenInvocation, options: PruneOptions): Promise<void> {
  const rule = parseKeepRule(options.keep);
  const invocation = await open(options);
  const doomed: Snapshot[] = [];
  await writeRecords(invocation, options, { name: 'snapshots', columns: snapshotColumns }, async () => {
    for (const snapshots of await snapshotsByProperty(invocation, options))
      doomed.push(...snapshotsToRemove(snapshots, rule));
    return Promise.all(doomed.map(snapshotRecord));
  });
  if (options.dryRun) return invocation.note(`${countText(doomed.length, 'snapshot')} would be removed`);
  for (const snapshot of doomed) await removeSnapshot(snapshot);
  await invocation.note(`Removed ${countText(doomed.length, 'snapshot')}`);
}

import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { type SeveralProperties, severalProperties } from '../../cli/several-properties.ts';
import { findArchive } from '../../cli/snapshot-options.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { readManifest, type Snapshot } from '../../reports/snapshots/snapshot-manifest.ts';
import { findSnapshots, listArchivedProperties } from '../../reports/snapshots/snapshot-store.ts';

type ListOptions = OutputOptions & SeveralProperties;

export const snapshotColumns: readonly Column[] = [
  propertyColumn,
  { name: 'taken', type: 'date', heading: 'Taken' },
  { name: 'first', type: 'date', heading: 'First day' },
  { name: 'last', type: 'date', heading: 'Last day' },
  { name: 'takenAt', type: 'date', storage: 'timestamp', heading: 'Taken at (UTC)' },
  { name: 'hotelctl', type: 'text', heading: 'Version' },
];

export async function listSnapshots(open: OpenInvocation, options: ListOptions): Promise<void> {
  const invocation = await open(options);
  await writeRecords(invocation, options, { name: 'snapshots', columns: snapshotColumns }, async () =>
    Promise.all((await snapshotsByProperty(invocation, options)).flat().map(snapshotRecord)),
  );
}

/** The snapshots of each property that the flags name, oldest first; of all properties by default. */
export async function snapshotsByProperty(
  invocation: Invocation,
  options: SeveralProperties,
): Promise<Snapshot[][]> {
  const archive = await findArchive(invocation);
  const allProperties = options.propertyId === undefined;
  const properties = await severalProperties(invocation, { ...options, allProperties }, () =>
    listArchivedProperties(archive),
  );
  return Promise.all(properties.map(property => findSnapshots(archive, property)));
}

export async function snapshotRecord(snapshot: Snapshot): Promise<ReportRecord> {
  const { property: propertyId, taken } = snapshot;
  const manifest = await readManifest(snapshot);
  if (!manifest) return { propertyId, taken };
  const { period, takenAt, hotelctl } = manifest;
  return { propertyId, taken, ...period, takenAt, hotelctl };
}

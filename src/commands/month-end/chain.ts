import { nearestFirst } from '../../base/choices.ts';
import { PartialError, RefusedError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive } from '../../cli/archive.ts';
import { requirePassed, writeChecklist } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { propertiesGiven, type SeveralProperties } from '../../cli/several-properties.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Finding } from '../../platform/finding.ts';
import { type Column, numberColumn, textColumn } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import {
  listClosedProperties,
  listCloseFolders,
  readResult,
  verifyCloses,
} from '../../reports/close/stored-closes.ts';
import type { Archive } from '../../reports/snapshots/snapshot-store.ts';

type ChainOptions = OutputOptions & SeveralProperties;

export const closeColumns: readonly Column[] = [
  propertyColumn,
  textColumn('period', 'Month'),
  numberColumn('sequence', 'Close'),
  textColumn('closedAt', 'Closed'),
  textColumn('state', 'State'),
  textColumn('hash', 'Hash'),
  { ...textColumn('previous', 'Hash before'), role: 'technical' },
  { ...textColumn('folder', 'Folder'), role: 'technical' },
];

export const chainColumns: readonly Column[] = [
  textColumn('check', 'Close'),
  textColumn('state', 'State'),
  textColumn('found', 'Found'),
  textColumn('fix', 'What to do'),
];

async function chosenProperties(invocation: Invocation, options: ChainOptions, archive: Archive) {
  const named = propertiesGiven(invocation, options);
  const closed = await listClosedProperties(archive);
  const unknown = named.find(property => !closed.includes(property));
  if (unknown !== undefined && closed.length > 0) {
    const { suggestion, names } = nearestFirst(unknown, closed);
    const listed = `properties with closes: ${names.slice(0, 12).join(', ')}`;
    throw new RefusedError(`there are no closes of ${safeText(unknown, 100)}`, {
      hint: safeText(suggestion === undefined ? listed : `did you mean ${suggestion}?`),
    });
  }
  return named.length > 0 ? named : closed;
}

/** `hotelctl close list`: works offline. */
export async function listStoredCloses(open: OpenInvocation, options: ChainOptions) {
  const invocation = await open(options);
  const archive = await findArchive(invocation);
  const table = { columns: ['propertyId', 'period', 'sequence', 'closedAt', 'state', 'hash'] };
  const damaged: string[] = [];
  await writeRecords(invocation, options, { name: 'closes', columns: closeColumns, table }, async () => {
    const records = [];
    for (const propertyId of await chosenProperties(invocation, options, archive)) {
      for (const { folder, period, sequence, close } of await listCloseFolders(archive, propertyId)) {
        const result = await (close && readResult(close).catch(() => undefined));
        if (!result) damaged.push(folder);
        const { state } = (result ?? { state: 'damaged' }) as { readonly state: string };
        const { hash, manifest } = close ?? {};
        const { closedAt, previous } = manifest ?? {};
        records.push({ propertyId, period, sequence, closedAt, state, hash, previous, folder });
      }
    }
    return records;
  });
  if (damaged.length > 0)
    throw new PartialError(`${countText(damaged.length, 'close')} damaged; the others were listed`, {
      hint: 'run `hotelctl close verify`',
      messages: damaged,
    });
}

/** `hotelctl close verify`: works offline. Exit 10 if a close was changed or removed. */
export async function verifyStoredCloses(open: OpenInvocation, options: ChainOptions) {
  const invocation = await open(options);
  const archive = await findArchive(invocation);
  const parts: { title: string; findings: readonly Finding[] }[] = [];
  for (const property of await chosenProperties(invocation, options, archive)) {
    const findings = await verifyCloses(archive, property);
    if (findings.length > 0) parts.push({ title: property, findings });
  }
  const findings = parts.flatMap(part => part.findings);
  const records = findings.map(({ check, state, found, fix = null }) => ({ check, state, found, fix }));
  const view = { name: 'findings', columns: chainColumns };
  await writeChecklist(invocation, options, view, { parts, records, body: records });
  if (findings.length === 0) await invocation.note('there are no closes');
  requirePassed(findings, ({ check }, failed) => `${failed} of ${findings.length} closes: ${check}`, {
    hint: 'restore the folder from a backup',
  });
}

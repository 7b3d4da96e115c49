import { askForName } from '../../base/choices.ts';
import { PartialError, RefusedError, UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive, noteLacking } from '../../cli/archive.ts';
import { verifiedColumns, writeVerified } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { propertiesGiven, type SeveralProperties } from '../../cli/property-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { type Column, momentColumn, numberColumn, textColumn } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type Archive, listArchivedProperties, locateKind } from '../../reports/archive/archive.ts';
import {
  type CloseEvent,
  isClose,
  listCloseFolders,
  readResult,
  verifyCloses,
} from '../../reports/close/stored-closes.ts';
import type { VerifyFlags } from './flags.ts';
import { recomputeClose } from './recompute.ts';

type ChainOptions = OutputOptions & SeveralProperties;

export const closeColumns: readonly Column[] = [
  propertyColumn,
  textColumn('period', 'Month'),
  numberColumn('sequence', 'Close'),
  momentColumn('closedAt', 'Closed'),
  textColumn('state', 'State'),
  textColumn('hash', 'Hash'),
  { ...textColumn('previous', 'Hash before'), role: 'technical' },
  { ...textColumn('folder', 'Folder'), role: 'technical' },
];

export const chainColumns = verifiedColumns('Close');

async function chosenProperties(invocation: Invocation, options: ChainOptions, archive: Archive) {
  const named = propertiesGiven(invocation, options);
  const closed = await listArchivedProperties(archive, 'closes');
  const unknown = named.find(property => !closed.includes(property));
  if (unknown !== undefined && closed.length > 0) {
    const listed = `properties with closes: ${closed.slice(0, 12).join(', ')}`;
    throw new RefusedError(`there are no closes of ${safeText(unknown, 100)}`, {
      hint: safeText(askForName(unknown, closed) ?? listed),
    });
  }
  return named.length > 0 ? named : closed;
}

const describeEvent = ({ kind, by, check, role, format }: CloseEvent): string =>
  kind === 'export'
    ? `exported as ${format}`
    : kind === 'signature'
      ? `${role}: ${by}`
      : `${check} accepted: ${by}`;

/** `hotelctl close list`: works offline. */
export async function listStoredCloses(open: OpenInvocation, options: ChainOptions) {
  const invocation = await open(options);
  const archive = await findArchive(invocation, 'closes');
  const table = { columns: ['propertyId', 'period', 'sequence', 'closedAt', 'state', 'hash'] };
  const damaged: string[] = [];
  await writeRecords(invocation, options, { name: 'closes', columns: closeColumns, table }, async () => {
    const records = [];
    const without: string[] = [];
    for (const propertyId of await chosenProperties(invocation, options, archive)) {
      const folders = await listCloseFolders(archive, propertyId);
      if (folders.length === 0) without.push(propertyId);
      for (const { entry, period, sequence, close } of folders) {
        const { folder } = entry;
        const found = typeof close === 'string' ? undefined : close;
        const isWhole = found && !isClose(found);
        const result = isWhole
          ? { state: describeEvent(found.about) }
          : await (found && readResult(found).catch(() => undefined));
        if (!result) damaged.push(folder);
        const { state } = result ?? { state: 'damaged' };
        const { hash, manifest, about } = found ?? {};
        const [closedAt, previous] = [about?.closedAt, manifest?.previous];
        records.push({ propertyId, period, sequence, closedAt, state, hash, previous, folder });
      }
    }
    await noteLacking(invocation, 'close', without);
    return records;
  });
  if (damaged.length > 0)
    throw new PartialError(`${countText(damaged.length, 'close')} damaged; the others were listed`, {
      hint: 'run `hotelctl close verify`',
      messages: damaged,
    });
}

/** `hotelctl close verify`: works offline. Exit 10 if a close was changed or removed, and if there is none to verify. */
export async function verifyStoredCloses(open: OpenInvocation, options: ChainOptions & VerifyFlags) {
  const heads = (options.head ?? []).map(readHead);
  const invocation = await open(options);
  const archive = await findArchive(invocation, 'closes');
  const parts: { title: string; findings: readonly Finding[] }[] = [];
  for (const property of await chosenProperties(invocation, options, archive)) {
    const findings = await verifyCloses(archive, property, recomputeClose);
    if (findings.length > 0) parts.push({ title: property, findings });
  }
  const passed = parts.flatMap(part => part.findings.filter(({ state }) => state === 'passed'));
  const isKept = (head: string) => passed.some(({ found }) => found.includes(`, ${head}`));
  const lost = heads.filter(head => !isKept(head));
  if (lost.length > 0)
    parts.push({
      title: 'Noted hashes',
      findings: lost.map(head =>
        finding(`close ${head}`, 'failed', 'it is not there, or was changed', 'restore it from a backup'),
      ),
    });
  const view = { name: 'closes', columns: chainColumns };
  await writeVerified(invocation, options, view, parts, locateKind(archive.dataDir, 'closes'), {
    none: 'check --data-dir and the profile, or run `hotelctl close` first',
    failed: 'restore the folder from a backup',
  });
}

/** A hash that was noted elsewhere: it shows that the newest closes were not removed. */
function readHead(text: string): string {
  if (/^[0-9a-f]{16,64}$/.test(text)) return text;
  throw new UsageError('--head must be the hash of a close: 16 to 64 hexadecimal digits', {
    hint: '`hotelctl close` and `hotelctl close verify` print it, and files of `hotelctl journal` have its first 16 digits',
  });
}

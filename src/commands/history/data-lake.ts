import { existsSync } from 'node:fs';
import { RefusedError, UsageError } from '../../base/errors.ts';
import { verifiedColumns, writeVerified } from '../../cli/checklist.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { identifyPlatform } from '../../reports/archive/archive.ts';
import { openFolder, type Storage } from '../../reports/lake/lake.ts';
import { type LakeOwner, verifyLake } from '../../reports/lake/lake-state.ts';
import { readS3Address } from '../../reports/lake/s3-address.ts';

/** The files of a data lake. @throws RefusedError for a folder to read that does not exist */
export async function openStorage(
  { context, settings }: Invocation,
  target: string,
  use: 'read' | 'write',
): Promise<Storage> {
  const bucket = readS3Address(target);
  if (bucket !== undefined) {
    const { openBucket } = await import('../../reports/lake/s3.ts');
    return openBucket(bucket, context, settings.requireCount('timeout') * 1000);
  }
  if (use === 'read' && !existsSync(target))
    throw new RefusedError(`there is no folder ${target}`, { hint: 'check the name of the data lake' });
  return openFolder(target.replace(/(?<=.)[/\\]+$/, ''));
}

/** Whose reports a lake has. Without a base URL, a lake of any platform can be verified. */
export function findOwner({ settings }: Invocation): LakeOwner {
  const host = settings.optional('baseUrl') === undefined ? undefined : settings.requireHost('baseUrl');
  return {
    host: host === undefined ? undefined : identifyPlatform(host),
    client: settings.optional('clientId'),
  };
}

export const lakeColumns = verifiedColumns('Partition');

/** `hotelctl sync verify`: exit 10 if a partition is missing or was changed, and if there is none. */
export async function verifyStoredLake(open: OpenInvocation, target: string, options: OutputOptions) {
  if (target === 'postgres')
    throw new UsageError('a database is not a data lake: it checks what it stores', {
      hint: 'name a folder or s3://BUCKET/PREFIX',
    });
  const invocation = await open(options);
  const storage = await openStorage(invocation, target, 'read');
  try {
    const parts = [{ title: 'Data lake', findings: await verifyLake(storage, findOwner(invocation)) }];
    const view = { name: 'partitions', columns: lakeColumns };
    await writeVerified(invocation, options, view, parts, target, {
      none: 'check the folder or prefix',
      failed: 'run `hotelctl sync` again',
    });
  } finally {
    await storage.close();
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import { UsageError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import type { OptionValues } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import example from './example-server.mjs?raw';

/** Plain Node.js without dependencies: people copy it and change the view. */
export async function writeExample({ context, note }: Invocation, _: OptionValues, folder: string) {
  const file = join(folder, 'server.mjs');
  if (existsSync(file)) throw new UsageError(`${file} exists already`, { hint: 'choose another folder' });
  await withWriteErrors(file, async () => {
    makeFolder(folder);
    await replaceFile(file, example);
  });
  await context.stdout.write(`${file}\n`);
  await note(`Run it: hotelctl ui-integration dev ${folder}`);
}

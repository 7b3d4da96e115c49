import { UsageError } from '../base/errors.ts';
import { isStandardOutput } from '../output/deliver.ts';
import { isFileNameTemplate } from '../output/file-name.ts';
import type { Format } from '../output/format.ts';
import type { OutputOptions } from './output-flags.ts';

/** @throws UsageError where `--open` has nothing that a browser should be given */
export function checkOpen({ open, output }: OutputOptions, format: Format): void {
  if (!open) return;
  const hint = 'for example `--open`, or `--open --output october.html`';
  if (format !== 'html') {
    throw new UsageError(`--open shows a page, and the format is ${format}`, { hint });
  }
  if (output === undefined) return;
  if (isStandardOutput(output)) throw new UsageError('--open does not go with standard output', { hint });
  if (isFileNameTemplate(output)) {
    throw new UsageError('--open shows one page, and --output names one for each request', { hint });
  }
  // What the system does with a file, its name's ending decides: nothing but a page is handed to it.
  if (!/\.html?$/i.test(output)) {
    throw new UsageError('--open needs a file whose name ends in .html', { hint });
  }
}

import { resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { Invocation } from './invocation.ts';

/** The folder of the snapshots: the setting `dataDir`, else the platform's convention for data. @throws UsageError if it is empty */
export const dataFolder = ({ settings, context }: Invocation): string =>
  resolve(settings.optional('dataDir') ?? context.folders.data);

/** A number of days such as `365d`. Throws UsageError. */
export function dayCount(flag: string, text: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(text) ?? [];
  if (count !== undefined) return Number(count);
  throw new UsageError(`${flag} must be a number of days such as 365d, not "${text}"`, {
    hint: `for example \`${flag} 365d\``,
  });
}

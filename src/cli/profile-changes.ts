import { readFile } from 'node:fs/promises';
import type { Context } from '../base/context.ts';
import { UsageError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import {
  checkedProfiles,
  type Profile,
  type ProfileFile,
  readProfiles,
  writeProfiles,
} from './settings/profiles.ts';
import { findSetting, findValueProblem } from './settings/settings.ts';

/**
 * Reads the profile file, changes it and writes it under a lock: a login takes minutes, and a profile that another process
 * added in the meantime must not be lost.
 */
export function changeProfiles(
  context: Context,
  change: (file: ProfileFile) => ProfileFile,
): Promise<ProfileFile> {
  return withLock('profiles', context, async () => {
    const changed = change(await readProfiles(context));
    await writeProfiles(context.folders, changed);
    return changed;
  });
}

/** Exports one profile to a separate file, to share with others. Like the profile file, it never contains a secret. */
export interface ExportedProfile {
  readonly name: string;
  readonly values: Profile;
}

/** The file has the format of the profile file, with exactly one profile. */
export const exportedText = ({ name, values }: ExportedProfile): string =>
  `${JSON.stringify({ version: 1, profiles: { [name]: values } }, null, 2)}\n`;

/** @throws UsageError for a file that is not readable, has another format, or holds an invalid value */
export async function readExportedProfile(file: string): Promise<ExportedProfile> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${JSON.stringify(file)} cannot be read (${error.code})`, {
      hint: 'check its name and permissions',
    });
  });
  const invalid = (problem: string) =>
    new UsageError(`${JSON.stringify(file)} is not an exported profile: ${problem}`, {
      hint: 'create it with `hotelctl profile export`',
    });
  const checked = checkedProfiles(text);
  if (typeof checked === 'string') throw invalid(checked);
  const [profile, ...others] = checked.profiles;
  if (!profile || others.length > 0) throw invalid(`it contains ${checked.profiles.size} profiles`);
  const [name, values] = profile;
  for (const [key, value] of Object.entries(values)) {
    const definition = findSetting(key);
    const problem = definition && findValueProblem(definition, value);
    if (problem !== undefined) throw invalid(`${key} must be ${problem}`);
  }
  return { name, values };
}

/**
 * A file from another person must not change an existing profile: another API host would receive its tokens.
 * @throws UsageError that names the key
 */
export function checkSameSettings(name: string, before: Profile, values: Profile): void {
  for (const [key, value] of Object.entries(values)) {
    const existing = before[key as keyof Profile];
    if (existing === undefined || existing === value) continue;
    throw new UsageError(`profile ${name} already exists with a different value of ${key}`, {
      hint: 'add --profile NAME to use another name',
    });
  }
}

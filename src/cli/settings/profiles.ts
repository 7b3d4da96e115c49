import { join } from 'node:path';
import type { Folders, Host } from '../../base/context.ts';
import { OutputError, UsageError } from '../../base/errors.ts';
import { readOwnFile } from '../../base/own-file.ts';
import { checkedProfiles, isProfileName, type Profile, type ProfileFile } from './profile-file.ts';

export type { Profile, ProfileFile } from './profile-file.ts';

export const profilePath = (folders: Folders) => join(folders.config, 'profiles.json');

export function checkProfileName(name: string): void {
  if (isProfileName(name)) return;
  throw new UsageError('a profile name is 1 to 64 letters, digits, dots, dashes or underscores', {
    hint: 'for example `hotelctl profile add munich`',
  });
}

/**
 * The file's content; empty if there is no file yet. UsageError for a file that cannot be parsed, and for one that
 * other users could change: it contains the hosts that tokens are sent to.
 */
export async function readProfiles({
  folders,
  host,
}: {
  readonly folders: Folders;
  readonly host: Pick<Host, 'uid'>;
}): Promise<ProfileFile> {
  const path = profilePath(folders);
  const content = readOwnFile(path, {
    uid: host.uid,
    access: 'trusted',
    mayHaveNoFolder: true,
    variable: 'HOTELCTL_CONFIG_DIR',
    failure: (message, hint) => new UsageError(`the profile file cannot be used: ${message}`, { hint }),
  });
  if (content === undefined) return { profiles: new Map() };
  const checked = checkedProfiles(content);
  if (typeof checked !== 'string') return checked;
  throw new UsageError(`the profile file ${path} is not valid: ${checked}`, {
    hint: 'correct it, or move it away and run `hotelctl login`',
  });
}

/** Replaces the file atomically. OutputError if it cannot be written; the old one stays then. */
export async function writeProfiles(folders: Folders, file: ProfileFile): Promise<void> {
  const path = profilePath(folders);
  const { current, profiles } = file;
  const content = { version: 1, current, profiles: Object.fromEntries(profiles) };
  try {
    // Loaded when needed: every command reads profiles, few write them.
    const { replaceFile } = await import('../../base/atomic-file.ts');
    await replaceFile(path, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new OutputError(
      `the profile file ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      {
        hint: 'free disk space or fix its folder, or set another with HOTELCTL_CONFIG_DIR',
        cause: error,
      },
    );
  }
}

/** The settings of a profile that must exist. UsageError that lists the existing ones. */
export function existingProfile(file: ProfileFile, name: string): Profile {
  const values = file.profiles.get(name);
  if (values) return values;
  const names = [...file.profiles.keys()];
  throw new UsageError(`there is no profile ${JSON.stringify(name)}`, {
    hint:
      names.length > 0 ? `available profiles: ${names.join(', ')}` : 'create one with `hotelctl profile add`',
  });
}

/** The selected profile: named by flag or environment (then it must exist), else the current one. */
export function chooseProfile(
  file: ProfileFile,
  named: string | undefined,
): { name: string; values: Profile } {
  if (named !== undefined) return { name: named, values: existingProfile(file, named) };
  const name = file.current ?? 'default';
  return { name, values: file.profiles.get(name) ?? {} };
}

/** A copy of the file with the profile added; the first profile becomes the current one. */
export const withProfile = (file: ProfileFile, name: string, values: Profile): ProfileFile => ({
  current: file.current ?? name,
  profiles: new Map([...file.profiles, [name, values]]),
});

/** A copy of the file without the profile; if it was the current one, there is no current profile. */
export function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const profiles = new Map([...file.profiles].filter(([kept]) => kept !== name));
  return {
    profiles,
    ...(file.current === undefined || file.current === name ? {} : { current: file.current }),
  };
}

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders, Host } from '../../base/context.ts';
import { fixConfigFolder, notWritten, UsageError } from '../../base/errors.ts';
import { readOwnFile } from '../../base/own-file.ts';
import { isObject, resultOr } from '../../base/text.ts';
import { findProfileKey, type ProfileKey } from './settings.ts';

/** The profile file: named sets of settings. It never contains secrets: those are in the credential store. */
export type Profile = Readonly<Partial<Record<ProfileKey, string>>>;

export interface ProfileFile {
  readonly current?: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** Of the profile file: `{"version": 1, "current": "munich", "profiles": {"munich": {"baseUrl": "..."}}}`. */
const version = 1;

const isProfileName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** The file's content, or its problem. A field that this version does not know is refused: a rewrite must never drop it. */
export function checkedProfiles(text: string): ProfileFile | string {
  let content: unknown;
  try {
    // Editors on Windows add a byte order mark at the start of a file.
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    return `it is not JSON${position ? ` (line ${text.slice(0, Number(position)).split('\n').length})` : ''}`;
  }
  if (!isObject(content)) return 'it is not a JSON object';
  const { version: found, current, profiles, ...rest } = content;
  if (found !== version) return `its version is ${versionText(found)}, this hotelctl reads ${version}`;
  for (const field of Object.keys(rest)) return `it has an unknown field ${quoted(field)}`;
  if (!isObject(profiles)) return '"profiles" is not an object';
  const read = new Map<string, Profile>();
  for (const [name, values] of Object.entries(profiles)) {
    const profile = checkedProfile(name, values);
    if (typeof profile === 'string') return profile;
    read.set(name, profile);
  }
  if (current === undefined || (typeof current === 'string' && read.has(current)))
    return { current, profiles: read };
  return '"current" names none of its profiles';
}

function checkedProfile(name: string, values: unknown): Profile | string {
  if (!isProfileName(name)) return `${quoted(name)} is not a valid profile name`;
  if (!isObject(values)) return `profile ${name} is not an object`;
  const profile: Partial<Record<ProfileKey, string>> = {};
  for (const [written, value] of Object.entries(values)) {
    const definition = findProfileKey(written);
    if (!definition) return `profile ${name} has an unknown key ${quoted(written)}`;
    if (typeof value !== 'string') return `${written} of profile ${name} is not a string`;
    profile[definition.name] = value;
  }
  return profile;
}

/** Never the whole value: it may be a large object. */
const versionText = (found: unknown) =>
  typeof found === 'number' ? found : typeof found === 'string' ? quoted(found) : 'missing';

const quoted = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

export const profilePath = (folders: Folders) => join(folders.config, 'profiles.json');

export function checkProfileName(name: string): void {
  if (isProfileName(name)) return;
  throw new UsageError('a profile name is 1 to 64 letters, digits, dots, dashes or underscores', {
    hint: 'for example `hotelctl profile add munich`',
  });
}

type ProfilePlace = { readonly folders: Folders; readonly host: Pick<Host, 'uid'> };

/** The profile file. @throws UsageError also if other users could change it: it contains the hosts that tokens are sent to */
export async function readProfiles({ folders, host }: ProfilePlace): Promise<ProfileFile> {
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

/** The content of the profile file, or of an exported profile, which others may read: neither contains a secret. */
export const profilesText = ({ current, profiles }: ProfileFile): string =>
  `${JSON.stringify({ version, current, profiles: Object.fromEntries(profiles) }, null, 2)}\n`;

/** Replaces the file atomically, behind a link in its place. OutputError if it cannot be written; the old one stays then. */
export async function writeProfiles(folders: Folders, file: ProfileFile) {
  const path = resultOr(profilePath(folders), () => realpathSync(profilePath(folders)));
  try {
    // Loaded when needed: every command reads profiles, few write them.
    const { replaceFile } = await import('../../base/atomic-file.ts');
    await replaceFile(path, profilesText(file));
  } catch (error) {
    throw notWritten(`the profile file ${path} cannot be written`, error, fixConfigFolder);
  }
}

export function existingProfile(file: ProfileFile, name: string): Profile {
  const values = file.profiles.get(name);
  if (values) return values;
  const names = [...file.profiles.keys()].join(', ');
  const select = file.current === undefined ? 'run `hotelctl profile use NAME`; ' : '';
  const hint =
    names === ''
      ? `create it with \`hotelctl login --profile ${isProfileName(name) ? name : 'NAME'}\``
      : `${select}available profiles: ${names}`;
  throw new UsageError(`there is no profile ${JSON.stringify(name)}`, { hint });
}

/** The selected profile: named by flag or environment (then it must exist), else the current one. */
export function chooseProfile(file: ProfileFile, named: string | undefined) {
  if (named !== undefined) return { name: named, values: existingProfile(file, named) };
  const name = file.current ?? 'default';
  const values = file.profiles.get(name);
  return { name, values: values ?? {}, isUnchosen: values === undefined && file.profiles.size > 0 };
}

/** A copy of the file with the values added to the profile, which may be new; the first one becomes the current one. */
export const withProfile = (file: ProfileFile, name: string, values: Profile): ProfileFile => ({
  current: file.current ?? name,
  profiles: new Map([...file.profiles, [name, { ...file.profiles.get(name), ...values }]]),
});

/** A copy of the file in which a profile has its default for one key. @throws UsageError if there is no such profile */
export function withoutValue(file: ProfileFile, name: string, key: ProfileKey): ProfileFile {
  const { [key]: _removed, ...values } = existingProfile(file, name);
  return { ...file, profiles: new Map([...file.profiles, [name, values]]) };
}

/** A copy of the file without the profile; if it was the current one, there is no current profile. */
export function withoutProfile(file: ProfileFile, name: string): ProfileFile {
  const profiles = new Map([...file.profiles].filter(([kept]) => kept !== name));
  return { profiles, current: file.current === name ? undefined : file.current };
}

import { type ProfileKey, profileKeyNamed } from './profile-keys.ts';

/** The profile file: named sets of settings. It never contains secrets: those are in the credential store. */
export type Profile = Readonly<Partial<Record<ProfileKey, string>>>;

export interface ProfileFile {
  /** Name of the profile in use. */
  readonly current?: string;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/**
 * The format of the profile file: `{"version": 1, "current": "munich", "profiles": {"munich": {"baseUrl": "..."}}}`.
 */
const version = 1;

export const isProfileName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/**
 * The file's content, or a description of the problem. A field that this version does not know is refused, so that a
 * rewrite never drops it.
 */
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
  if (current === undefined) return { profiles: read };
  if (typeof current !== 'string' || !read.has(current)) return '"current" names none of its profiles';
  return { current, profiles: read };
}

/** The profile's values under their present names, or a description of the problem. */
function checkedProfile(name: string, values: unknown): Profile | string {
  if (!isProfileName(name)) return `${quoted(name)} is not a valid profile name`;
  if (!isObject(values)) return `profile ${name} is not an object`;
  const profile: Partial<Record<ProfileKey, string>> = {};
  for (const [written, value] of Object.entries(values)) {
    const definition = profileKeyNamed(written);
    if (!definition) return `profile ${name} has an unknown key ${quoted(written)}`;
    if (typeof value !== 'string') return `${written} of profile ${name} is not a string`;
    profile[definition.key] ??= value;
  }
  return profile;
}

/** Never the whole value: it may be a large object. */
const versionText = (found: unknown) =>
  typeof found === 'number' ? found : typeof found === 'string' ? quoted(found) : 'missing';

const quoted = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { Profile, ProfileFile } from './profiles.ts';
import { settingDefinitions } from './settings.ts';

/** The profile file's form: `{"version": 1, "current": "munich", "profiles": {"munich": {"baseUrl": "..."}}}`. */
const version = 1;

export const isProfileName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/**
 * The file's content, or what is wrong with it. Whatever this version does not understand is refused, so that a
 * rewrite never drops what it can't see.
 */
export function checkedProfiles(text: string): ProfileFile | string {
  let content: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark.
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
    const problem = profileProblem(name, values);
    if (problem !== undefined) return problem;
    read.set(name, values as Profile);
  }
  if (current === undefined) return { profiles: read };
  if (typeof current !== 'string' || !read.has(current)) return '"current" names none of its profiles';
  return { current, profiles: read };
}

const known = new Set<string>(settingDefinitions.filter(row => row.inProfile).map(row => row.name));

function profileProblem(name: string, values: unknown): string | undefined {
  if (!isProfileName(name)) return `${quoted(name)} is no name for a profile`;
  if (!isObject(values)) return `profile ${name} is not an object`;
  for (const [key, value] of Object.entries(values)) {
    if (!known.has(key)) return `profile ${name} has an unknown key ${quoted(key)}`;
    if (typeof value !== 'string') return `${key} of profile ${name} is not a text`;
  }
  return undefined;
}

/** Nothing of what may be a whole tree of values. */
const versionText = (found: unknown) =>
  typeof found === 'number' ? found : typeof found === 'string' ? quoted(found) : 'missing';

const quoted = (name: string) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

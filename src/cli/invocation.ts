import type { Context } from '../base/context.ts';
import { safeText } from '../platform/safe-text.ts';
import { chooseProfile, type ProfileFile, readProfiles } from '../settings/profiles.ts';
import { type FlagValues, Settings } from '../settings/resolve.ts';
import { type SettingName, settingDefinitions } from '../settings/settings.ts';
import { type GlobalFlags, parseCommandLine } from './global-flags.ts';

/** What a command works with: the process's Context, the global flags, the profiles and the settings. */
export interface Invocation {
  readonly context: Context;
  readonly flags: GlobalFlags;
  readonly profiles: ProfileFile;
  readonly settings: Settings;
  /** Whether hotelctl may prompt: a terminal on both sides, and no `--no-input`. */
  readonly interactive: boolean;
  /** A line on standard error that `--quiet` hides; safe to show on a terminal. */
  note(line: string): Promise<void>;
  /** A line on standard error about the data or a risk, printed under `--quiet` too; safe to show on a terminal. */
  warn(line: string): Promise<void>;
  /** Ends hotelctl with this exit code once the command is done: for a command that runs another program. */
  exitWith(code: number): void;
}

export interface ProfileChoice {
  /** The profile named need not exist: the command creates one, or needs none. */
  readonly mayBeNew?: boolean;
  /** The name of the profile, in place of `--profile` and `HOTELCTL_PROFILE`. */
  readonly profile?: string;
  /** Does not read the profile file: the command needs no settings of it, or could not read it. */
  readonly withoutProfiles?: boolean;
}

/** Opens the Invocation of a command. `options` are the command's own flags, which may hold settings. */
export type OpenInvocation = (options: object, choice?: ProfileChoice) => Promise<Invocation>;

/**
 * @param flags the global flags of the command line
 * @param exitWith receives the exit code of another program
 */
export function invocationOpener(
  context: Context,
  flags: GlobalFlags = parseCommandLine([]).flags,
  exitWith: (code: number) => void = () => {},
): OpenInvocation {
  const print = async (line: string) => context.stderr.write(`${safeText(line)}\n`);
  return async (options, { mayBeNew = false, withoutProfiles = false, profile: chosen } = {}) => {
    const named = chosen ?? flags.profile ?? (context.env['HOTELCTL_PROFILE'] || undefined);
    const profiles: ProfileFile = withoutProfiles ? { profiles: new Map() } : await readProfiles(context);
    const isNew = named !== undefined && mayBeNew && !profiles.profiles.has(named);
    const profile =
      withoutProfiles || isNew ? { name: named ?? 'default', values: {} } : chooseProfile(profiles, named);
    return {
      context,
      flags,
      profiles,
      settings: new Settings(settingFlags(options), context.env, profile),
      // Accessed lazily: Node creates the streams on first access.
      get interactive() {
        return flags.input && context.stdin.isTerminal && context.stderr.isTerminal;
      },
      note: async line => {
        if (!flags.quiet) await print(line);
      },
      warn: print,
      exitWith,
    };
  };
}

/** The flags of settings that a command line gave; a repeated one joined by spaces. */
export function settingFlags(options: object): FlagValues {
  const values: Partial<Record<SettingName, string>> = {};
  for (const { name } of settingDefinitions) {
    const given: unknown = Reflect.get(options, name);
    if (typeof given === 'string') values[name] = given;
    else if (Array.isArray(given)) values[name] = given.join(' ');
  }
  return values;
}

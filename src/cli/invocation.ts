import type { Context } from '../base/context.ts';
import { safeText } from '../platform/safe-text.ts';
import { chooseProfile, type Profile, type ProfileFile, readProfiles } from '../settings/profiles.ts';
import { type FlagValues, Settings } from '../settings/resolve.ts';
import { type SettingName, settingDefinitions } from '../settings/settings.ts';
import type { GlobalOptions } from './flags.ts';

export interface World {
  context: Context;
  /** A command that passes on another program's exit code (`sandbox run`) sets it here. */
  exitCode: number;
}

/** What a command works with once its command line is understood. */
export interface Runtime {
  readonly context: Context;
  readonly settings: Settings;
  readonly profiles: ProfileFile;
  readonly global: GlobalOptions;
  /** Whether a person can be asked: a terminal on both sides and no `--no-input`. */
  readonly interactive: boolean;
  /** A line for a person, on standard error, made safe to show; nothing under `--quiet`. */
  note(line: string): Promise<void>;
}

/** @param mayBeNew the profile named need not exist: the command makes one, or needs none */
export async function startRuntime(
  world: World,
  options: GlobalOptions,
  { mayBeNew = false }: { readonly mayBeNew?: boolean } = {},
): Promise<Runtime> {
  const profiles = await readProfiles(world.context.folders);
  const named = profileNamed(world, options);
  const isNew = mayBeNew && named !== undefined && !profiles.profiles.has(named);
  const profile = isNew ? { name: named, values: {} } : chooseProfile(profiles, named);
  return runtimeOf(world, options, profiles, profile);
}

/** The profile that the command line names, else the environment. */
export const profileNamed = ({ context }: World, options: GlobalOptions): string | undefined =>
  options.profile ?? (context.env['HOTELCTL_PROFILE'] || undefined);

/** For whoever has read the profiles already, or could not. */
export function runtimeOf(
  { context }: World,
  options: GlobalOptions,
  profiles: ProfileFile,
  profile: { readonly name: string; readonly values: Profile },
): Runtime {
  return {
    context,
    profiles,
    settings: new Settings(settingFlags(options), context.env, profile),
    global: options,
    get interactive() {
      return options.input && context.stdin.isTerminal && context.stderr.isTerminal;
    },
    note: async line => {
      if (!options.quiet) await context.stderr.write(`${safeText(line)}\n`);
    },
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

import { resolve } from 'node:path';
import type { Context } from '../base/context.ts';
import type { ItemOutcome } from '../base/item-outcome.ts';
import { countText } from '../base/text.ts';
import type { MailedPage } from '../output/document/mail.ts';
import { withProfileFlag } from '../output/prose.ts';
import { safeText } from '../platform/safe-text.ts';
import type { OptionValues, WithFlags } from './flags.ts';
import { type GlobalFlags, parseCommandLine } from './global-flags.ts';
import type { CommandResult } from './result.ts';
import { chooseProfile, type Profile, type ProfileFile, readProfiles } from './settings/profiles.ts';
import { Settings } from './settings/resolve.ts';
import { type SettingName, settingDefinitions } from './settings/settings.ts';
import { type StatusLine, withStatusLine, wrappedFor } from './status-line.ts';

export interface Invocation {
  readonly context: Context;
  readonly flags: GlobalFlags;
  /** The command line without the global flags, for reports about the run. */
  readonly words: readonly string[];
  readonly profiles: ProfileFile;
  readonly settings: Settings;
  readonly status: StatusLine;
  /** Whether hotelctl may prompt: a terminal on both sides, and no `--no-input`. */
  readonly interactive: boolean;
  /** A line on standard error that `--quiet` hides; safe to show on a terminal. */
  note(line: string): Promise<void>;
  /** A line on standard error about the data or a risk, printed once, under `--quiet` too; safe to show on a terminal. */
  warn(line: string): Promise<void>;
  /** The lines of `warn` so far. */
  readonly warned: readonly string[];
  /** Another invocation of the same command line. */
  readonly reopen: OpenInvocation;
  /** Ends hotelctl with this exit code once the command is done: for a command that runs another program. */
  exitWith(code: number): void;
  /** Checks the words of another command line as its command would, without sending or writing anything. @throws UsageError */
  checkCommand(words: readonly string[]): Promise<CheckedCommand>;
  /** This program, for a command that runs others: their output goes to the given context. */
  readonly program: {
    /** @throws the error of the command */
    run(argv: readonly string[], context: Context): Promise<unknown>;
    /** What a command declares. */
    describe(command: string): Promise<WithFlags & { summary?: string; returns?: CommandResult }>;
  };
  /** How the hotels or partitions of this run have ended so far, in their order. */
  readonly items: readonly ItemOutcome[];
  /** Adds to `items`, or replaces the item of that name; the command of a job reports it to `schedule run` too. */
  recordItem(outcome: ItemOutcome): Promise<void>;
  /** What this run has written so far, with its rows if the command counts them. */
  readonly written: readonly WrittenOutput[];
  /** Adds an output to `written` and reports it, also to `schedule run`; not standard output without a page or figures. */
  wrote(
    target: string | undefined,
    rows: number | undefined,
    about?: Partial<Pick<WrittenOutput, 'figures' | 'page'>>,
    sheets?: number,
  ): Promise<void>;
}

interface CheckedCommand {
  /** `sync verify` */
  readonly name: string;
  readonly operands: readonly string[];
  readonly changes?: 'platform' | 'machine' | undefined;
}

export interface WrittenOutput {
  /** Absolute; undefined for standard output. */
  readonly path?: string | undefined;
  readonly page?: MailedPage | undefined;
  readonly rows: number | null;
  readonly figures: readonly (readonly [label: string, value: string])[];
}

type CommandHost = Pick<Invocation, 'words' | 'exitWith' | 'checkCommand' | 'program'>;

const noHost: CommandHost = {
  words: [],
  exitWith: () => {},
  checkCommand: async () => ({ name: '', operands: [] }),
  program: { run: async () => 0, describe: async () => ({}) },
};

interface ProfileChoice {
  /** The profile may not exist yet: the command creates one, or needs none. */
  readonly mayBeNew?: boolean;
  /** The name of the profile, in place of `--profile` and `HOTELCTL_PROFILE`. */
  readonly profile?: string;
  /** The name of the profile when neither `--profile` nor `HOTELCTL_PROFILE` is set, in place of the current one. */
  readonly defaultProfile?: string;
  /** That of a job, in place of the process's. */
  readonly context?: Context;
  /** Does not read the profile file: the command does not need its settings, or could not read it. */
  readonly withoutProfiles?: boolean;
}

/** Opens the Invocation of a command. @param options the command's own flags, which may include settings */
export type OpenInvocation = (options: OptionValues, choice?: ProfileChoice) => Promise<Invocation>;

export function invocationOpener(
  outer: Context,
  flags: GlobalFlags = parseCommandLine([]).flags,
  host: Partial<CommandHost> = {},
): OpenInvocation {
  const written: WrittenOutput[] = [];
  const warned: string[] = [];
  const items = new Map<string, ItemOutcome>();
  const { context: usual, status } = withStatusLine(outer, flags.quiet);
  const print = async (line: string) => {
    const text = safeText(withProfileFlag(line, flags.profile));
    await usual.stderr.write(`${await wrappedFor(usual.stderr, text)}\n`);
  };
  const open: OpenInvocation = async (
    options,
    { mayBeNew = false, withoutProfiles = false, profile: chosen, defaultProfile, context = usual } = {},
  ) => {
    const named = chosen ?? flags.profile ?? (context.env['HOTELCTL_PROFILE'] || defaultProfile);
    const profiles: ProfileFile = withoutProfiles ? { profiles: new Map() } : await readProfiles(context);
    const isNew = named !== undefined && mayBeNew && !profiles.profiles.has(named);
    const profile =
      withoutProfiles || isNew ? { name: named ?? 'default', values: {} } : chooseProfile(profiles, named);
    const given = givenSettings(options);
    const settings = new Settings(given, context.env, profile);
    for (const name of Object.keys(given) as SettingName[]) settings.require(name);
    return {
      context,
      flags,
      profiles,
      status,
      settings,
      // Accessed lazily: Node creates the streams on first access.
      get interactive() {
        return flags.input && context.stderr.isTerminal && context.stdin.isTerminal;
      },
      note: async line => {
        if (!flags.quiet) await print(line);
      },
      warned,
      warn: async line => {
        // Each session reads the file of a refresh token, and each list of an archive its hosts.
        if (warned.includes(line)) return;
        warned.push(line);
        await print(line);
      },
      reopen: open,
      ...noHost,
      ...host,
      get items() {
        return [...items.values()];
      },
      recordItem: async outcome => {
        items.set(outcome.item, outcome);
        context.onItem?.(outcome);
        await context.runner?.send(outcome);
      },
      written,
      wrote: async (target, rows, { figures = [], page } = {}, sheets) => {
        context.onWritten?.(rows);
        const isFile = target !== undefined && target !== '-';
        if (!isFile && !page && figures.length === 0) return;
        const counts = [
          ...(rows === undefined ? [] : [countText(rows, 'row')]),
          ...(sheets === undefined ? [] : [countText(sheets, 'sheet')]),
        ];
        if (isFile && !flags.quiet && context.stderr.isTerminal)
          await print([`wrote ${target}`, counts.join(', ')].filter(Boolean).join(': '));
        const path = isFile ? resolve(target) : undefined;
        const output = { path, page, rows: rows ?? null, figures };
        written.push(output);
        await context.runner?.send(output);
      },
    };
  };
  return open;
}

/** The flags of settings on a command line; repeated ones are joined by spaces. */
export function givenSettings(options: OptionValues): Profile {
  const values: Partial<Record<SettingName, string>> = {};
  for (const { name } of settingDefinitions) {
    const given = options[name];
    if (typeof given === 'string') values[name] = given;
    else if (given === true) values[name] = 'true';
    else if (typeof given === 'object') values[name] = given.join(' ');
  }
  return values;
}

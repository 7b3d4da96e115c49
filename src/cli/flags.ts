import { type Command, Option } from 'commander';
import { UsageError } from '../base/errors.ts';
import { globalFlags } from './global-flags.ts';
import { type SettingDefinition, type SettingName, settingDefinitions } from './settings/settings.ts';

/**
 * Flags that many commands share, declared once: the global ones and those of the settings. Commands are thin: options
 * in, one call, output out.
 */

/** Declared on the root only, for help and completion: `parseCommandLine` has taken them from the command line already. */
export function withGlobalFlags(program: Command): Command {
  for (const { flags, summary, choices, fallback } of globalFlags) {
    program.addOption(withChoices(new Option(flags, summary), choices).default(fallback));
  }
  return program;
}

/**
 * Values to offer in help and completion. commander would refuse others with its own message if it knew them; the
 * messages of `oneOf` and the definitions are better, and some lists grow on the platform's side.
 */
export function withChoices(option: Option, choices: readonly string[] | undefined): Option {
  if (choices) option.argChoices = [...choices];
  return option;
}

/** Flags of the named settings, with the environment variable of each. */
export function withSettingFlags(
  command: Command,
  names: readonly SettingName[],
  heading = 'Connection flags:',
): Command {
  for (const definition of settingDefinitions) {
    const { name, flag, summary, environment, choices, repeatable, former } = definition;
    // A command that writes records and shows all settings would declare some of them twice.
    if (!names.includes(name) || command.options.some(option => option.attributeName() === name)) continue;
    const usual = shownDefault(definition);
    const remark = usual === undefined ? environment : `${environment}, default ${usual}`;
    const option = withChoices(new Option(flag, `${summary} (${remark})`), choices).helpGroup(heading);
    option.attributeName = () => name;
    command.addOption(repeatable ? option.argParser(collect) : option);
    if (!former) continue;
    const formerOption = new Option(former.flag).hideHelp().helpGroup(heading);
    formerOption.attributeName = () => name;
    command.addOption(formerOption);
  }
  return command;
}

/** A long default is only in the help topic: it would not fit beside the flag. */
const shownDefault = ({ fallback, usual }: SettingDefinition): string | undefined =>
  fallback !== undefined && fallback.length > 20 ? 'in `hotelctl help environment`' : (fallback ?? usual);

/** The settings of a command that sends requests to the platform. */
export const connectionSettings = [
  'baseUrl',
  'authUrl',
  'clientId',
  'credentialStore',
  'timeout',
  'maxAttempts',
] as const satisfies readonly SettingName[];

/** An option that may be given several times and takes one value each time. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];

/** The parser of a flag that takes one value: a second one is an error, never a replacement of the first. */
export const singleValue = (flag: string) => (value: string, earlier: string | undefined) => {
  if (earlier === undefined) return value;
  throw new UsageError(`${flag} is specified more than once, and this command accepts one value`, {
    hint: `specify ${flag} once`,
  });
};

/** A duration such as `90s`, `5m`, `1h`, in milliseconds. */
export function duration(flag: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h)$/.exec(text) ?? [];
  const milliseconds = { s: 1000, m: 60_000, h: 3_600_000 }[unit ?? ''];
  if (count && milliseconds && Number(count) > 0) return Number(count) * milliseconds;
  throw new UsageError(`${flag} must be a duration such as 90s, 5m or 1h`, {
    hint: `for example \`${flag} 5m\``,
  });
}

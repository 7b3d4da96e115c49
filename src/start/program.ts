import { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { makeOption, registerCommand, registerCommands, sentence } from '../cli/command.ts';
import { givenTwice, globalFlags } from '../cli/global-flags.ts';
import { fullHelp, helpForm, nameCommand, topicNames } from '../cli/help.ts';
import type { OpenInvocation } from '../cli/invocation.ts';
import { groups } from '../commands/groups.ts';

/**
 * The command tree. Each group is a module that is loaded if its name is on the command line; the tree contains only
 * name and summary of the others, so that help stays fast.
 */

/**
 * The tree with the named group filled in, or with all of them (completion, suggestions, reference, surface).
 *
 * @param words the command line, if commands that it does not name may be missing or have no flags
 */
export async function buildProgram(
  open: OpenInvocation,
  wanted: string | 'all' | undefined,
  hasFullHelp = wanted === 'all',
  words?: readonly string[],
): Promise<Command> {
  const program = new StrictCommand('hotelctl');
  // Declared for help and completion: `parseCommandLine` has taken them from the command line already.
  for (const { flags, ...meaning } of globalFlags) program.addOption(makeOption(flags, meaning));
  program
    .description("The command line for a hotel's property-management platform.")
    .usage('<command> [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp(helpForm)
    .addHelpText('after', rootHelp);
  program.setOptionValue(fullHelp, hasFullHelp);
  for (const { name, summary, section, load } of groups) {
    // No help lists the others then.
    if (wanted !== undefined && words?.[0] === wanted && name !== wanted) continue;
    const command = program
      .command(name)
      .summary(summary)
      .description(sentence(summary))
      .helpGroup(`${section}:`);
    if (wanted !== 'all' && wanted !== name) continue;
    const { command: own, commands = {} } = await load();
    // The flags after the name of a subcommand are those of the subcommand.
    if (own && Object.keys(commands).length > 0)
      for (const parent of [program, command]) parent.enablePositionalOptions();
    if (own) registerCommand(command, own, open);
    registerCommands(command, commands, open, words);
  }
  return program;
}

const rootHelp = `
Examples:
  # sign in through the browser
  hotelctl login

  # October, as a table
  hotelctl reports room-nights --month 10 --year 2026

  # the same without an account, offline
  hotelctl sandbox run -- hotelctl reports room-nights --property MUC --month 10 --year 2026

Learn more:
  hotelctl <command> --help
${topicNames.map(topic => `  hotelctl help ${topic}`).join('\n')}`;

/** commander's Command with three more checks of the flags that take one value. */
class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    this.refuseMissingValue(args);
    return super.parseOptions(args);
  }

  /**
   * commander takes the next word as the value even if it is a flag: in `--property --from 2026-10-01` it would read `--from` as
   * the id of the property. `--property=--from` is possible.
   *
   * @throws UsageError that names both flags
   */
  private refuseMissingValue(args: readonly string[]): void {
    const named = (word: string | undefined) =>
      this.options.find(({ long, short }) => word === long || word === short);
    for (let index = 0; index < args.length && args[index] !== '--'; index += 1) {
      const option = named(args[index]);
      if (!option?.required) continue;
      index += 1;
      const [next = ''] = args[index]?.split('=', 1) ?? [];
      if (!next.startsWith('--') || !named(next)) continue;
      throw new UsageError(`${option.long} needs a value, and ${next} is a flag`, {
        hint: `write ${option.flags.split(', ').at(-1)}; run \`${nameCommand(this)} --help\` for usage`,
      });
    }
  }

  /**
   * commander uses the last value of a flag and silently drops the others, one of which may be the intended one. It also accepts
   * the name of a file that is empty, which a shell makes of a variable that is not set.
   */
  override setOptionValueWithSource(
    ...[key, value, source]: Parameters<Command['setOptionValueWithSource']>
  ): this {
    if (source === 'cli' && typeof value === 'string') {
      const option = this.options.find(candidate => candidate.attributeName() === key);
      if (this.getOptionValueSource(key) === 'cli') throw givenTwice(option?.long ?? key);
      if (value === '' && option?.flags.endsWith('<file>')) {
        throw new UsageError(`${option.long} is empty`, { hint: 'name a file, or omit the flag' });
      }
    }
    return super.setOptionValueWithSource(key, value, source);
  }
}

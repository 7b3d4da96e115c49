import type { Command } from 'commander';
import { version } from '../base/version.ts';
import { makeOption, registerCommand, registerCommands, sentence } from '../cli/command.ts';
import { globalFlags } from '../cli/global-flags.ts';
import { fullHelp, helpForm } from '../cli/help.ts';
import type { OpenInvocation } from '../cli/invocation.ts';
import { StrictCommand } from '../cli/strict-command.ts';
import { topicNames } from '../cli/topics/index.ts';
import { groups } from '../commands/groups.ts';

/**
 * The command tree. Each group is a module that is loaded if its name is on the command line; the tree contains only
 * name and summary of the others, so that help stays fast.
 */

/**
 * The tree with the named group filled in, or with all of them (completion, suggestions, reference, surface).
 *
 * @param words the command line, if a group may leave out the flags of commands that it does not name
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
    const command = program
      .command(name)
      .summary(summary)
      .description(sentence(summary))
      .helpGroup(`${section}:`);
    if (wanted !== 'all' && wanted !== name) continue;
    const { command: own, commands = {} } = await load();
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

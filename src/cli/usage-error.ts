import type { Argument, Command, CommanderError } from 'commander';
import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { redactUrls } from '../http/trace.ts';
import { nameCommand, topicNames } from './help.ts';

/**
 * Turns an error of commander into a UsageError: one line, with the nearest name or the help of the command as the hint.
 *
 * @param everything loads the whole tree, for a word that is a command of another group (`hotelctl room-nights`)
 */
export async function usageError(
  { message, code }: CommanderError,
  refusing: Command,
  everything: () => Promise<Command>,
): Promise<UsageError> {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const nearest = /^\(Did you mean (.*)\?\)$/.exec(suggestion ?? '')?.[1];
  const excess = code === 'commander.excessArguments' ? excessText(refusing) : undefined;
  let hint = `run \`${nameCommand(refusing)} --help\` for usage`;
  const habit = habitHint(refusing, message, code);
  if (habit !== undefined) hint = habit;
  else if (nearest !== undefined) hint = `did you mean ${nearest}?`;
  else if (code === 'commander.unknownCommand' && !refusing.parent) {
    const word = refusing.args[0] ?? '';
    const commands = (await everything()).commands.flatMap(group => group.commands);
    const elsewhere = commands.find(command => command.name() === word);
    const { suggestion: topic } = nearestFirst(word, topicNames);
    if (topic) hint = `did you mean \`hotelctl help ${topic}\`?`;
    else if (elsewhere) hint = `did you mean \`${nameCommand(elsewhere)}\`?`;
  } else if (excess !== undefined) {
    const names = refusing.commands.map(command => command.name());
    const { suggestion: verb } = nearestFirst(refusing.args[0] ?? '', names);
    if (verb) hint = `did you mean \`${nameCommand(refusing)} ${verb}\`?`;
  } else if (code === 'commander.unknownOption' && refusing.registeredArguments.some(isCommandLine)) {
    hint = `put the other command after --: \`${nameCommand(refusing)} -- COMMAND\``;
  } else if (code === 'commander.unknownOption' && !refusing.parent) {
    hint = 'put the flags of a command after its name: `hotelctl brief --property MUC`';
  } else if (code === 'commander.missingArgument') {
    const choices = refusing.registeredArguments[refusing.args.length]?.argChoices;
    if (choices) hint = `one of ${choices.join(', ')}`;
  }
  // A misplaced argument may be a URL with a secret in its query.
  return new UsageError(redactUrls(excess ?? first.replace(/\.$/, '')), { hint });
}

/** `` `hotelctl reports list` takes no arguments, and 2 were given ``. */
function excessText(command: Command): string {
  const [most, given] = [command.registeredArguments.length, command.args.length];
  const takes = ['no arguments', 'one argument'][most] ?? `${most} arguments`;
  return `\`${nameCommand(command)}\` takes ${takes}, and ${given} ${given === 1 ? 'was' : 'were'} given`;
}

/** Words that users of other tools type (gh, aws, kubectl), and hotelctl's equivalent. */
const habits: Readonly<Record<string, string>> = {
  'hotelctl auth login': 'run `hotelctl login`',
  'hotelctl auth logout': 'run `hotelctl logout`',
  'hotelctl auth whoami': 'run `hotelctl auth status`',
  'hotelctl whoami': 'run `hotelctl auth status`',
  'hotelctl configure': 'run `hotelctl login`, or `hotelctl profile set`',
  'hotelctl config': 'run `hotelctl profile --help`',
  // `schedule add ... -- hotelctl brief`
  'hotelctl hotelctl': 'omit the word hotelctl: a command begins with its own name, such as brief',
  '--json': 'use --format json',
  '--jq': 'use --query EXPR (a JMESPath expression)',
};

function habitHint(refusing: Command, message: string, code: string): string | undefined {
  if (code === 'commander.unknownCommand') return habits[`${nameCommand(refusing)} ${refusing.args[0]}`];
  const [, flag = ''] = /unknown option '(--[a-z]+)/.exec(message) ?? [];
  return code === 'commander.unknownOption' ? habits[flag] : undefined;
}

/** `sandbox run`, whose argument is a whole command line. */
const isCommandLine = ({ variadic, required }: Argument) => variadic && required;

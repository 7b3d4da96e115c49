import type { Command, CommanderError } from 'commander';
import { UsageError } from '../base/errors.ts';
import { nearestFirst } from '../output/nearest.ts';
import { pathOf } from './help.ts';
import { topicNames } from './topics/index.ts';
import { redactUrls } from './ui-integration-name.ts';

/**
 * commander's refusal of a command line in our words: one line, and as the hint the nearest name that there is, or
 * the help of the command that refused.
 *
 * @param everything the whole tree, for a word that is a command in another group (`hotelctl room-nights`)
 */
export async function usageError(
  { message, code }: CommanderError,
  refusing: Command,
  everything: () => Promise<Command>,
): Promise<UsageError> {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const nearest = /^\(Did you mean (.*)\?\)$/.exec(suggestion ?? '')?.[1];
  let hint = `\`${pathOf(refusing)} --help\` shows what there is`;
  if (nearest !== undefined) hint = `did you mean ${nearest}?`;
  else if (code === 'commander.unknownCommand' && !refusing.parent) {
    const word = refusing.args[0] ?? '';
    const elsewhere = commandNamed(word, await everything());
    const { suggestion: topic } = nearestFirst(word, topicNames);
    if (topic) hint = `did you mean \`hotelctl help ${topic}\`?`;
    else if (elsewhere) hint = `did you mean \`${pathOf(elsewhere)}\`?`;
  } else if (code === 'commander.unknownOption' && runsAnother(refusing)) {
    hint = `what is meant for another program stands after --: \`${pathOf(refusing)} -- COMMAND\``;
  } else if (code === 'commander.missingArgument') {
    const choices = refusing.registeredArguments[refusing.args.length]?.argChoices;
    if (choices) hint = `one of ${choices.join(', ')}; ${hint}`;
  }
  // A word in the wrong place may be an address with a secret in its query.
  return new UsageError(redactUrls(first.replace(/\.$/, '')), { hint });
}

/** `sandbox run`, whose argument is a whole command line. */
const runsAnother = (command: Command) =>
  command.registeredArguments.some(({ variadic, required }) => variadic && required);

function commandNamed(name: string, root: Command): Command | undefined {
  return root.commands.flatMap(group => group.commands).find(command => command.name() === name);
}

import type { Argument, Command, CommanderError } from 'commander';
import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { redactUrls } from '../http/trace.ts';
import { longFlag } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { listExamples, nameCommand, topicNames } from './help.ts';
import { commandSynonyms, flagHints, flagSynonyms, verbSynonyms } from './synonyms.ts';

/**
 * Turns an error of commander into a UsageError: one line, with the likely name or the help of the command as the hint.
 *
 * @param everything loads the whole tree, for a word that is a command of another group (`hotelctl room-nights`)
 */
export async function usageError(
  { message, code }: CommanderError,
  refusing: Command,
  words: readonly string[],
  everything: () => Promise<Command>,
): Promise<UsageError> {
  const name = nameCommand(refusing);
  const usage = `run \`${name} --help\` for usage`;
  const word = refusing.args[0] ?? '';
  const [first = ''] = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .split('\n');
  const [, option = ''] = /option '([^']*)'/.exec(first) ?? [];
  // A misplaced argument may be a URL with a secret in its query.
  const wrong = (what: string, hint: string) => new UsageError(redactUrls(what), { hint });
  switch (code) {
    case 'commander.unknownCommand':
      return wrong(first, (await commandHint(word, refusing, everything)) ?? usage);
    case 'commander.excessArguments': {
      const verb = findVerb(word, refusing);
      const meant = verb ? `\`${name} ${verb}\`` : flagOfValue(word, refusing);
      return wrong(excessText(refusing), meant ? `did you mean ${meant}?` : usage);
    }
    case 'commander.unknownOption':
      return wrong(first, flagHint(option, refusing, words) ?? usage);
    case 'commander.missingMandatoryOptionValue': {
      const [example] = listExamples(refusing);
      return wrong(`${longFlag(option)} is required`, example ? `for example \`${example.command}\`` : usage);
    }
    case 'commander.optionMissingArgument':
      return wrong(`${longFlag(option)} needs ${withArticle(/<(\w+)/.exec(option)?.[1] ?? 'value')}`, usage);
    case 'commander.missingArgument': {
      const missing = refusing.registeredArguments[refusing.args.length];
      const choices = missing?.argChoices;
      const what = `${missing?.name().toUpperCase()} is required`;
      return wrong(what, choices ? `one of ${choices.join(', ')}` : usage);
    }
    default:
      return wrong(first, usage);
  }
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `` `hotelctl reports list` takes no arguments (2 given) ``. */
function excessText(command: Command): string {
  const [most, given] = [command.registeredArguments.length, command.args.length];
  const takes = ['no arguments', 'one argument'][most] ?? `${most} arguments`;
  return `\`${nameCommand(command)}\` takes ${takes} (${given} given)`;
}

/** The flag that a period or the id of a property without its flag is for. Other words may be misplaced secrets. */
function flagOfValue(word: string, { options }: Command): string | undefined {
  const flag = periodPattern.test(word) ? '--period' : /^[A-Z][A-Z0-9]{1,7}$/.test(word) ? '--property' : '';
  return options.some(({ long }) => long === flag) ? `${flag} ${word}` : undefined;
}

const periodPattern =
  /^(\d{4}(-Q\d|-\d\d){0,2}|(this|last|next)-(week|month|quarter|year)|yesterday|[mqy]td)$/;

async function commandHint(
  word: string,
  refusing: Command,
  everything: () => Promise<Command>,
): Promise<string | undefined> {
  if (refusing.parent) {
    const group = nameCommand(refusing);
    const verb = findVerb(word, refusing);
    const meant = verb ? `${group} ${verb}` : commandSynonyms[word.toLowerCase()];
    return meant?.startsWith(`${group} `) ? `did you mean \`${meant}\`?` : undefined;
  }
  // `schedule add ... -- hotelctl brief`
  if (word === 'hotelctl') return 'omit the word hotelctl: a command begins with its own name, such as brief';
  const [own, next = ''] = [word, refusing.args[1]].map(one => one?.toLowerCase());
  const alone = commandSynonyms[own ?? ''];
  // `sign in`; `list hotels`, whose second word says of what.
  const both =
    commandSynonyms[`${own}-${next}`] ??
    (alone === commandSynonyms['list'] ? commandSynonyms[next] : undefined);
  const synonym = both ?? alone;
  if (synonym !== undefined) return `did you mean \`${synonym}\`?`;
  // A likely misspelling is found among the names that are there; only a word of another group loads every group.
  const names = refusing.commands.map(command => command.name());
  const { suggestion } = nearestFirst(word, [...names, ...topicNames]);
  if (suggestion !== undefined)
    return `did you mean \`hotelctl ${names.includes(suggestion) ? '' : 'help '}${suggestion}\`?`;
  // `delete` means something in several groups.
  if (word in verbSynonyms) return;
  const verbs = (await everything()).commands.flatMap(group => group.commands);
  const [elsewhere, another] = verbs.filter(command => command.name() === word);
  return elsewhere && !another ? `did you mean \`${nameCommand(elsewhere)}\`?` : undefined;
}

function findVerb(word: string, { commands }: Command): string | undefined {
  const names = commands.map(command => command.name());
  const synonyms = verbSynonyms[word.toLowerCase()] ?? [];
  return synonyms.find(name => names.includes(name)) ?? nearestFirst(word, names).suggestion;
}

function flagHint(flag: string, refusing: Command, words: readonly string[]): string | undefined {
  const word = flag.replace(/^-+/, '').replace(/=.*$/s, '').toLowerCase();
  const names = [...refusing.options.flatMap(({ long }) => long ?? []), ...globalNames];
  // `sync --to lake` names no date.
  const value = /^--(?:from|to)$/.test(flag) ? words[words.indexOf(flag) + 1] : undefined;
  if (value !== undefined && !/^([+-]?\d|today|yesterday|last|this|next)/.test(value)) return undefined;
  const own = flagSynonyms[word]?.map(name => `--${name}`).find(name => names.includes(name));
  if (own) return `did you mean ${own}?`;
  if (refusing.registeredArguments.some(isCommandLine) && !words.includes('--'))
    return `put the other command after --: \`${nameCommand(refusing)} -- COMMAND\``;
  const { suggestion } = word.length > 1 ? nearestFirst(`--${word}`, names) : { suggestion: undefined };
  if (!refusing.parent && !suggestion)
    return 'put the flags of a command after its name: `hotelctl brief --property MUC`';
  const hint = word.length > 1 ? flagHints[word] : undefined;
  const needed = longFlag(hint ?? '');
  return hint && (needed === hint || names.includes(needed))
    ? hint
    : suggestion && `did you mean ${suggestion}?`;
}

const globalNames = [...globalFlags.map(({ flags }) => longFlag(flags)), '--help', '--version'];

/** `sandbox run`, whose argument is a whole command line. */
const isCommandLine = ({ variadic, required }: Argument) => variadic && required;

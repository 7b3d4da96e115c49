import type { Argument, Command, CommanderError } from 'commander';
import { askForName, findNearest } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import { redactUrls } from '../http/trace.ts';
import { anyDay } from '../platform/dates.ts';
import { parsePeriod } from '../platform/periods.ts';
import { longFlag } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { listExamples, nameCommand, topicNames } from './help.ts';
import synonyms from './synonyms.json' with { type: 'json' };

/** The UsageError of an error of commander. @param everything loads the whole tree, for a word of another group */
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
  // A misplaced argument may be a URL with a secret in its query, and the value of an unknown flag a secret.
  const wrong = (what: string, hint: string) =>
    new UsageError(redactUrls(what.replace(/^(unknown option '[^=]*)=.*'$/s, "$1'")), { hint });
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
      // commander looks for required flags first: one that is misspelled would be named as missing.
      const unknown = words.includes('--') ? undefined : refusing.args.find(arg => /^-./.test(arg));
      if (unknown) return wrong(`unknown option '${unknown}'`, flagHint(unknown, refusing, words) ?? usage);
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

const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** `` `hotelctl reports list` takes no arguments (2 given) ``. */
function excessText(command: Command): string {
  const [most, given] = [command.registeredArguments.length, command.args.length];
  const takes = ['no arguments', 'one argument'][most] ?? `${most} arguments`;
  return `\`${nameCommand(command)}\` takes ${takes} (${given} given)`;
}

/** The flag that a period or the id of a property without its flag is for. Other words may be misplaced secrets. */
function flagOfValue(word: string, { options }: Command): string | undefined {
  const isPeriod = parsePeriod(word, anyDay) !== undefined;
  const flag = isPeriod ? '--period' : /^[A-Z][A-Z0-9]{1,7}$/.test(word) ? '--property' : '';
  return options.some(({ long }) => long === flag) ? `${flag} ${word}` : undefined;
}

async function commandHint(word: string, refusing: Command, everything: () => Promise<Command>) {
  if (refusing.parent) {
    const group = nameCommand(refusing);
    const verb = findVerb(word, refusing);
    const meant = verb ? `${group} ${verb}` : meaningOf('commands', word.toLowerCase());
    return meant?.startsWith(`${group} `) ? `did you mean \`${meant}\`?` : undefined;
  }
  // `schedule add ... -- hotelctl brief`
  if (word === 'hotelctl') return 'omit the word hotelctl: a command begins with its own name, such as brief';
  const [own, next = ''] = [word, refusing.args[1]].map(one => one?.toLowerCase());
  const single = meaningOf('commands', own ?? '');
  // `sign in`; `list hotels`, whose second word says of what.
  const both =
    meaningOf('commands', `${own}-${next}`) ??
    (single === meaningOf('commands', 'list') ? meaningOf('commands', next) : undefined);
  const synonym = both ?? single;
  if (synonym !== undefined) return `did you mean \`${synonym}\`?`;
  // A likely misspelling is found among the names that are there; only a word of another group loads every group.
  const names = refusing.commands.map(command => command.name());
  const nearest = findNearest(word, [...names, ...topicNames]);
  if (nearest !== undefined)
    return `did you mean \`hotelctl ${names.includes(nearest) ? '' : 'help '}${nearest}\`?`;
  // `delete` means something in several groups.
  if (meaningOf('verbs', word) !== undefined) return;
  const verbs = (await everything()).commands.flatMap(group => group.commands);
  const [elsewhere, another] = verbs.filter(command => command.name() === word);
  return elsewhere && !another ? `did you mean \`${nameCommand(elsewhere)}\`?` : undefined;
}

function findVerb(word: string, { commands }: Command): string | undefined {
  const names = commands.map(command => command.name());
  const synonyms = meaningOf('verbs', word.toLowerCase())?.split(' ') ?? [];
  return synonyms.find(name => names.includes(name)) ?? findNearest(word, names);
}

function flagHint(flag: string, refusing: Command, words: readonly string[]): string | undefined {
  const word = flag.replace(/^-+/, '').replace(/=.*$/s, '').toLowerCase();
  const names = [...refusing.options.flatMap(({ long }) => long ?? []), ...globalNames];
  // `sync --to lake` names no date.
  const value = /^--(?:from|to)$/.test(flag) ? words[words.indexOf(flag) + 1] : undefined;
  if (value !== undefined && !/^([+-]?\d|today|yesterday|last|this|next)/.test(value)) return undefined;
  const own = meaningOf('flags', word)
    ?.split(' ')
    .find(name => names.includes(`--${name}`));
  if (own) return `did you mean --${own}?`;
  if (refusing.registeredArguments.some(isCommandLine) && !words.includes('--'))
    return `put the other command after --: \`${nameCommand(refusing)} -- COMMAND\``;
  const nearest = word.length > 1 ? askForName(`--${word}`, names) : undefined;
  if (!refusing.parent && !nearest)
    return 'put the flags of a command after its name: `hotelctl brief --property MUC`';
  const hint = meaningOf('hints', word);
  const needed = longFlag(hint ?? '');
  return hint && (needed === hint || names.includes(needed)) ? hint : nearest;
}

const globalNames = [...Object.keys(globalFlags).map(longFlag), '--help', '--version'];

/** `sandbox run`, whose argument is a whole command line. */
const isCommandLine = ({ variadic, required }: Argument) => variadic && required;

/**
 * What people type who know other tools (`synonyms.json`), looked up before any similar name: a wrong guess costs more than none.
 * Commands are found by their first words, without those that are names of other groups. Of verbs and flags, an entry names
 * several, of which the first counts that there is; a hint is about a value of another flag, or what is never a flag.
 *
 * @returns what a word stands for: the name of the entry that has it
 */
const meaningOf = (kind: keyof typeof synonyms, word: string) =>
  Object.entries(synonyms[kind]).find(([, words]) => words.split(' ').includes(word))?.[0];

import type { CommandDefinition } from '../../cli/command.ts';
import {
  type DeclaredFlag,
  declaredFlags,
  longFlag,
  type OptionValues,
  optionName,
} from '../../cli/flags.ts';
import { rowShape, type Shape, shapeOfSchema } from '../../cli/result.ts';
import verbsOfGroups from '../../commands/verbs.json' with { type: 'json' };
import { type Format, isBinary } from '../../output/format.ts';

/** Commands of a terminal, of the installation or of other programs, which the library does not have. */
const otherCommands =
  /^(login|logout|auth|profile|schedule|doctor|completion|version|uninstall|api|mcp|sandbox|ui-integration (preview|init|dev))\b/;

/** Names that differ from the words of the command: a group with subcommands is not a function too. */
const names: Readonly<Record<string, string>> = {
  close: 'close.month',
  journal: 'journal.export',
  sync: 'sync.write',
  'bookings quote': 'quotes.create',
};

/**
 * The functions of the client, whose options are the flags and arguments of commands.
 *
 * @param verbs of each group; a dot is the command that is the group itself
 * @returns the words of each command
 */
export const callsOf = (verbs: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(verbs).flatMap(([group, words]) =>
      words.split(' ').flatMap((verb): [string, string][] => {
        const command = verb === '.' ? group : `${group} ${verb}`;
        const path = optionName(group === 'snapshot' || group === 'ui-integration' ? `${group}s` : group);
        const name = names[command] ?? (verb === '.' ? path : `${path}.${optionName(verb)}`);
        return otherCommands.test(command) ? [] : [[name, command]];
      }),
    ),
  );

/** The file is generated from the commands: the library knows their names without loading them. */
export const calls = callsOf(verbsOfGroups);

/** A flag or an argument of the command; the form of an argument has no dashes. */
export interface CallOption extends DeclaredFlag {
  readonly name: string;
  readonly isRequired: boolean;
}

/** The options of a function in their order, the arguments of the command first. */
export function listOptions(command: string, definition: CommandDefinition): readonly CallOption[] {
  const operands = (definition.arguments ?? []).map(
    ({ form, ...meaning }): CallOption => ({
      name: form.replace(/[<>[\].]/g, ''),
      // On a terminal, hotelctl prompts for `[target]` and `[id]`; only a list can do without.
      isRequired: form.startsWith('<') || !command.endsWith(' list'),
      heading: 'Arguments:',
      form,
      meaning: { ...meaning, repeatable: form.includes('...') },
    }),
  );
  const flags = declaredFlags(definition).flatMap((flag): CallOption[] => {
    const { form, heading, meaning } = flag;
    const name = optionName(longFlag(form));
    if (meaning.hidden || meaning.onlyOnCommandLine) return [];
    const isRequired = meaning.required ?? (meaning.mandatory === true || heading === 'Required flags:');
    return [{ ...flag, name, isRequired: isRequired && heading !== 'Dates:' }];
  });
  return [
    ...operands,
    ...flags.filter(({ name }, index) => flags.findIndex(one => one.name === name) === index),
  ];
}

interface Reading {
  readonly as: 'rows' | 'bodies' | 'document' | 'text' | 'bytes' | 'nothing';
  readonly further?: OptionValues;
  readonly shape?: () => Promise<Shape | undefined>;
}

/** A file that `output` names returns nothing; `format` returns the content of the file; a view or figures are rows. */
export function chooseReading(
  { returns, flags = [] }: CommandDefinition,
  given: Readonly<Record<string, unknown>>,
): Reading {
  const { format, output } = given as OptionValues;
  const [view, by, compare] = ['view', 'by', 'compare'].map(name => given[name]?.toString());
  if (output !== undefined || !returns) return { as: 'nothing' };
  const { document, bodies } = returns;
  if (document) {
    const writesFile = declaredFlags({ flags }).some(({ form }) => longFlag(form) === '--output');
    const shape = async () => shapeOfSchema(await document());
    return { as: 'document', shape, ...(writesFile && { further: { output: '-' } }) };
  }
  if (format !== undefined || returns.file)
    return {
      as: format === 'datev' || isBinary(format as Format) ? 'bytes' : 'text',
      further: { output: '-' },
    };
  const isComputed = (by ?? compare) !== undefined;
  if (bodies && !isComputed && view === undefined) {
    const shape = async () => shapeOfSchema(await bodies());
    return { as: 'bodies', shape, further: { format: 'json', envelope: true, isTyped: true } };
  }
  const computed = bodies && isComputed ? { by, compare, view } : undefined;
  const switched = returns.switches?.some(name => given[name]) ? (given as OptionValues) : undefined;
  const shape = () => rowShape(returns, view, switched ?? computed);
  return { as: 'rows', shape, further: { format: 'ndjson' } };
}

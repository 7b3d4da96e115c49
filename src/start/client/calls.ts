import type { CommandDefinition } from '../../cli/command.ts';
import {
  type DeclaredFlag,
  declaredFlags,
  longFlag,
  type OptionValues,
  optionName,
} from '../../cli/flags.ts';
import { reports } from '../../platform/reports/index.ts';

/**
 * The functions of the client are the commands: their options are the flags and arguments, and what they return is what the
 * command declares. Only names are listed here, so that a client is made without loading any command; a test compares the
 * list with the commands.
 */
const commands = [
  ...reports.map(({ name }) => `reports ${name}`),
  ...['reports list', 'reports columns', 'properties list', 'brief', 'pickup', 'pace', 'pack'],
  ...['snapshot take', 'snapshot list', 'snapshot verify', 'snapshot prune'],
  ...[
    'close',
    'close accept',
    'close list',
    'close sign',
    'close verify',
    'journal',
    'journal map',
    'journal evidence',
    'statistics',
    'sync',
    'sync verify',
  ],
  ...['offers list', 'offers services', 'bookings quote', 'bookings authorization', 'bookings create'],
  ...['bookings resume', 'bookings settle', 'bookings list'],
  ...['targets', 'create', 'update', 'delete', 'list', 'get', 'test', 'check'].map(
    verb => `ui-integration ${verb}`,
  ),
];

/** Commands of a terminal, of the installation or of other programs, which the library does not have. */
export const otherCommands =
  /^(login|logout|auth|profile|schedule|doctor|completion|version|uninstall|api|mcp|sandbox|ui-integration (preview|init|serve|dev))\b/;

/** Names that differ from the words of the command: a group with subcommands is not a function too. */
const names: Readonly<Record<string, string>> = {
  close: 'close.month',
  journal: 'journal.export',
  sync: 'sync.write',
  'bookings quote': 'quotes.create',
};

/** By the name of the function: the words of its command. */
export const calls: ReadonlyMap<string, string> = new Map(
  commands.map(command => {
    const [group = '', verb] = command.split(' ');
    const path = [optionName(group === 'snapshot' || group === 'ui-integration' ? `${group}s` : group)];
    return [names[command] ?? (verb ? [...path, optionName(verb)].join('.') : (path[0] ?? '')), command];
  }),
);

/** Flags of a terminal or of scripts; `--yes` is what a call means, and a quote comes from `quotes.create`. */
const omitted = ['query', 'raw', 'chart', 'open', 'envelope', 'yes', 'watch', 'help'];
const omittedOf: Readonly<Record<string, readonly string[]>> = {
  'bookings quote': ['file', 'format', 'output'],
  'bookings authorization': ['output'],
  'bookings create': ['file', 'dryRun', 'resume', 'maxAge'],
};

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
    if (meaning.hidden || omitted.includes(name) || omittedOf[command]?.includes(name)) return [];
    const isRequired =
      meaning.required ??
      (meaning.mandatory === true || (heading === 'Required flags:' && meaning.name !== 'propertyId'));
    return [{ ...flag, name, isRequired: isRequired && heading !== 'Dates:' }];
  });
  return [
    ...operands,
    ...flags.filter(({ name }, index) => flags.findIndex(one => one.name === name) === index),
  ];
}

/** How the output of a call is read, and the options that this requires. */
export type Reading = 'rows' | 'bodies' | 'document' | 'text' | 'bytes' | 'nothing';

const binaryFormats = ['xlsx', 'parquet', 'datev'];

/** A file that `output` names returns nothing; `format` returns the content of the file; a view or figures are rows. */
export function chooseReading(
  { returns, flags = [] }: CommandDefinition,
  given: Readonly<Record<string, unknown>>,
): readonly [Reading, OptionValues] {
  const has = (name: string) => declaredFlags({ flags }).some(({ form }) => longFlag(form) === `--${name}`);
  if (given['output'] !== undefined) return ['nothing', {}];
  if (returns?.document) return ['document', has('output') ? { output: '-' } : {}];
  const { format } = given;
  if (format !== undefined || returns?.file)
    return [binaryFormats.includes(String(format)) ? 'bytes' : 'text', { output: '-' }];
  if (!returns) return ['nothing', {}];
  const isComputed = ['view', 'by', 'compare'].some(name => given[name] !== undefined);
  if (returns.bodies && !isComputed) return ['bodies', { format: 'json', envelope: true }];
  return ['rows', { format: 'ndjson' }];
}

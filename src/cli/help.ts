import { type Argument, type Command, Help, type HelpConfiguration, Option } from 'commander';
import { styledText } from '../base/text.ts';
import { type CommandDefinition, type CommandTable, sentence } from './command.ts';
import {
  connectionHeading,
  type DeclaredFlag,
  declarationIn,
  declaredFlags,
  type FlagDeclaration,
  type FlagMeaning,
} from './flags.ts';

/** Commands as data become those of commander, the parser of command lines. The library does without it. */

const definitions = new WeakMap<Command, CommandDefinition>();

export const findDefinition = (command: Command): CommandDefinition | undefined => definitions.get(command);

/** Registers the commands of a group. @param words the command line, if only a command that it names is needed */
export async function registerCommands(
  group: Command,
  commands: CommandTable,
  words: readonly string[] | undefined,
): Promise<void> {
  const subcommand = words?.[1] ?? '';
  for (const [name, definition] of Object.entries(commands)) {
    if (name !== subcommand && Object.hasOwn(commands, subcommand)) continue;
    const isNamed = words === undefined || words.includes(name);
    await registerCommand(group.command(name), definition, isNamed);
  }
}

/** @param hasFlags flags take most of the time, so a command that is not on the command line has none */
export async function registerCommand(command: Command, definition: CommandDefinition, hasFlags = true) {
  definitions.set(command, definition);
  const { summary, text, usage, settings = [] } = definition;
  if (summary !== undefined) command.summary(summary).description(sentence(summary));
  if (text !== undefined) command.description(text);
  if (usage !== undefined) command.usage(usage);
  for (const { form, summary, choices } of definition.arguments ?? []) {
    const argument = command.createArgument(form, summary);
    if (choices) argument.argChoices = [...choices];
    command.addArgument(argument);
  }
  if (!hasFlags) return;
  // The help of the program needs no settings.
  const { settingFlags } = await import('./shared-flags.ts');
  const ofSettings = { [connectionHeading]: settingFlags(settings) };
  for (const flag of [...declaredFlags(definition), ...declaredFlags({ flags: [ofSettings] })])
    addFlag(command, flag);
}

function addFlag(command: Command, { heading, form, meaning }: DeclaredFlag): void {
  // A command that writes records and accepts all settings has some of them twice.
  if (command.options.some(option => option.flags === form)) return;
  const option = makeOption(form, meaning);
  if (heading === connectionHeading)
    declarations.set(option, { ...findDeclaration(option), summary: '', isDetail: true });
  command.addOption(heading === 'Flags:' ? option : option.helpGroup(heading));
}

const declarations = new WeakMap<object, FlagDeclaration>();

const findDeclaration = (option: object): Partial<FlagDeclaration> => declarations.get(option) ?? {};

export function makeOption(form: string, meaning: FlagMeaning): Option {
  const declared = declarationIn(meaning);
  const { summary, choices, suggestions, fallback, repeatable, mandatory, hidden, name } = declared;
  const option = new Option(form, summary);
  declarations.set(option, declared);
  // commander would refuse other values with its own message if it knew the choices; some lists grow on the platform's side.
  const offered = choices ?? suggestions;
  if (offered) option.argChoices = [...offered];
  if (fallback !== undefined) option.default(fallback);
  if (repeatable) option.argParser(collect);
  if (name !== undefined) option.attributeName = () => name;
  return option.makeOptionMandatory(mandatory === true).hideHelp(hidden === true);
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];

/** The topics of `hotelctl help TOPIC`, in the order that the help of the program lists them. */
export const topicNames = ['exit-codes', 'environment', 'formats', 'periods', 'cron'] as const;

export type TopicName = (typeof topicNames)[number];

export const isTopic = (word: string | undefined): word is TopicName =>
  topicNames.some(name => name === word);

/** The layout of `--help`: commander's layout with the headings of gh, generated only from the definitions. */
export const helpForm: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  styleTitle: title => titles[title] ?? title,
  commandUsage: command =>
    `${nameCommand(command)} ${command.usage()}`
      .replace('[options]', '[flags]')
      .replace('[command]', '<command>'),
  subcommandTerm: command => [command.name(), ...command.registeredArguments.map(placeholder)].join(' '),
  formatHelp: (command, help) =>
    inOrder(
      Help.prototype.formatHelp.call(help, command, isShort(command) ? shortened(help, command) : help),
    ) +
    exampleText(command) +
    (findDefinition(command)?.notes ?? ''),
  optionDescription: option => describedFlag(option, mostChoices),
  argumentDescription: argument => describedFlag(argument),
  // The help flag is listed with the global flags.
  // commander suggests these for a typo, so they are all flags.
  visibleOptions: command => [
    ...command.options.filter(option => !option.hidden),
    ...(command.parent ? [] : [helpOption(command)]),
  ],
  visibleGlobalOptions: command =>
    command.parent ? [...findRoot(command).options, helpOption(command)] : [],
};

/** An option of the tree's root that requests the full help of every command. */
export const fullHelp = 'fullHelp';

/** `--help` shows the common flags of a command and three examples; `--help --verbose` shows everything. */
const isShort = (command: Command): boolean => findRoot(command).getOptionValue(fullHelp) !== true;

/** Help without the flags that only `--help --verbose` shows, and with an example of the others. */
function shortened(help: Help, command: Command): Help {
  const examples = findDefinition(command)?.commonFlags?.() ?? {};
  const visible = help.visibleOptions(command);
  const common = Object.keys(examples)
    .flatMap(long => visible.filter(option => option.long === long))
    .slice(0, mostCommon);
  return Object.assign(Object.create(help) as Help, {
    visibleOptions: () =>
      visible.filter(option =>
        common.length > 0 ? common.includes(option) : !findDeclaration(option).isDetail,
      ),
    visibleGlobalOptions: () => [],
    optionDescription: (option: Option) => {
      const example = examples[option.long ?? ''];
      return `${describedFlag(option, mostChoices)}${example ? `; for example ${example}` : ''}`;
    },
  });
}

/** The short help of a report shows as many flags. */
const mostCommon = 10;

/** Help does not list more choices than this: the error message, completion and the reference do. */
const mostChoices = 12;

const titles: Readonly<Record<string, string>> = { 'Options:': 'Flags:', 'Global Options:': 'Global flags:' };

const helpOption = (command: Command) => command.createOption('-h, --help', 'show help');

const placeholder = (argument: Argument) =>
  `${argument.required ? '<' : '['}${argument.name()}${argument.variadic ? '...' : ''}${argument.required ? '>' : ']'}`;

/** Groups show their commands first, commands their required flags; the global flags come last. */
function inOrder(help: string): string {
  const rank = (section: string) => {
    const place = ranks.findIndex(heading => section.startsWith(`${heading}:`));
    return place < 0 ? ranks.indexOf('') : place;
  };
  const [usage = '', ...sections] = help.trimEnd().split('\n\n');
  return `${[usage, ...sections.sort((a, b) => rank(a) - rank(b))].join('\n\n')}\n`;
}

/** '' stands for all other sections: prose, arguments, a command's own groups of flags. */
const ranks = ['', 'Flags', 'Output flags', 'Delivery flags', 'Connection flags', 'Global flags'];

/** `credential store to use: {keychain, file, env} (HOTELCTL_CREDENTIAL_STORE)`; months and the like need no list. */
export function describedFlag(option: Option | Argument, most = Number.POSITIVE_INFINITY): string {
  const { description, argChoices: all = [], defaultValue } = option;
  const [, words = '', remark = ''] = /^(.*?)( \([^)]*\))?$/.exec(description) ?? [];
  const isListed = all.length <= most && !findDeclaration(option).suggestions;
  const choices = isListed && !all.every(choice => /^\d+$/.test(choice)) ? `: {${all.join(', ')}}` : '';
  const fallback = typeof defaultValue === 'string' ? ` (default ${defaultValue})` : '';
  return `${words}${choices}${remark}${fallback}`;
}

const findRoot = (command: Command): Command => (command.parent ? findRoot(command.parent) : command);

export const nameCommand = (command: Command): string =>
  command.parent ? `${nameCommand(command.parent)} ${command.name()}` : command.name();

export const listExamples = (of: Command) =>
  Object.entries(findDefinition(of)?.examples ?? {}).map(([command, explains]) => ({ command, explains }));

function exampleText(command: Command): string {
  const lines = listExamples(command).map(example => `  # ${example.explains}\n  ${example.command}`);
  if (lines.length === 0) return '';
  // Help without flags is short with all of its examples, as that of `completion`, which has one for each shell.
  const most = isShort(command) && command.options.length > 0 ? 3 : lines.length;
  return `\nExamples:\n${lines.slice(0, most).join('\n\n')}\n`;
}

export const furtherHelp = async (command: Command, width: number): Promise<string> =>
  isShort(command) ? '' : ((await findDefinition(command)?.furtherHelp?.(width)) ?? '');

export function learnMore(command: Command): string {
  const name = nameCommand(command);
  const lines = command.commands.length > 0 ? [`${name} <command> --help`] : [];
  const definition = findDefinition(command);
  // A group that is a command itself, such as `close`, has both.
  if (definition) {
    if (isShort(command)) lines.push(`${name} --help --verbose`);
    if (isShort(command) && definition.furtherHelp && command.parent?.name() === 'reports')
      lines.push(`hotelctl reports columns ${command.name()}`);
    lines.push(...listTopics(command).map(topic => `hotelctl help ${topic}`));
  }
  return `\nLearn more:\n${lines.map(line => `  ${line}\n`).join('')}`;
}

export function listTopics(command: Command): TopicName[] {
  const has = (flag: string) => command.options.some(({ long }) => long === flag);
  return [
    ...(has('--period') ? (['periods'] as const) : []),
    ...(has('--format') ? (['formats'] as const) : []),
    ...(has('--base-url') || has('--auth-url') ? (['environment'] as const) : []),
    'exit-codes',
  ];
}

export const withBoldHeadings = (help: string): string =>
  help.replace(/^([A-Z][^:\n]*:)(?=$| )/gm, (heading: string) => styledText(true, 'bold', heading));

import { type Argument, type Command, Help, type HelpConfiguration, type Option } from 'commander';

/** What `--help` looks like: commander's layout in gh's words, and nothing in it that the definitions do not say. */
export const helpForm: HelpConfiguration = {
  showGlobalOptions: true,
  minWidthToWrap: 20,
  styleTitle: title => titles[title] ?? title,
  commandUsage: command =>
    `${pathOf(command)} ${command.usage()}`.replace('[options]', '[flags]').replace('[command]', '<command>'),
  subcommandTerm: command => [command.name(), ...command.registeredArguments.map(placeholder)].join(' '),
  formatHelp(command, help) {
    const text = Help.prototype.formatHelp.call(help, command, help);
    return command.commands.length > 0 ? commandsFirst(text) : text;
  },
  optionDescription: option => withValues(option.description, option),
  argumentDescription: argument => withValues(argument.description, argument),
  // The help flag stands with the other flags that every command has.
  visibleOptions: command => [...command.options, ...(command.parent ? [] : [helpOption(command)])],
  visibleGlobalOptions: command => (command.parent ? [...rootOf(command).options, helpOption(command)] : []),
};

const titles: Readonly<Record<string, string>> = {
  'Options:': 'Flags:',
  'Global Options:': 'Global flags:',
};

const helpOption = (command: Command) => command.createOption('-h, --help', 'show help');

const placeholder = (argument: Argument) =>
  `${argument.required ? '<' : '['}${argument.name()}${argument.variadic ? '...' : ''}${argument.required ? '>' : ']'}`;

/** What comes next is what a group's help is read for; the flags of every command come after it. */
function commandsFirst(help: string): string {
  const sections = help.split('\n\n');
  const isFlags = (section: string) => /^(Flags|Global flags):/.test(section);
  const [flags, others] = [sections.filter(isFlags), sections.filter(section => !isFlags(section))];
  return `${[...others.map(section => section.trimEnd()), ...flags].join('\n\n')}\n`;
}

/** `where tokens are kept: keychain, file, env (HOTELCTL_CREDENTIAL_STORE)`; months and the like need no list. */
function withValues(description: string, { argChoices, defaultValue }: Option | Argument): string {
  const [, words = '', remark = ''] = /^(.*?)( \([^)]*\))?$/.exec(description) ?? [];
  const choices =
    argChoices && !argChoices.every(choice => /^\d+$/.test(choice)) ? `: ${argChoices.join(', ')}` : '';
  const fallback = typeof defaultValue === 'string' ? ` (default ${defaultValue})` : '';
  return `${words}${choices}${remark}${fallback}`;
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command);

/** `hotelctl reports room-nights` */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

export const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Examples under a command's help, first-class. */
export function withExamples(
  command: Command,
  examples: readonly { readonly command: string; readonly explains: string }[],
): Command {
  const lines = examples.map(example => `  # ${example.explains}\n  ${example.command}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n\n')}`);
}

const further = new WeakMap<Command, (width: number) => Promise<string>>();

/** Text at the end of a command's help that is loaded when the help is shown: most runs of the command never need it. */
export function withFurtherHelp(command: Command, text: (width: number) => Promise<string>): Command {
  further.set(command, text);
  return command;
}

export const furtherHelp = async (command: Command, width: number): Promise<string> =>
  (await further.get(command)?.(width)) ?? '';

/** Words in lines of a width, each led by blanks. */
export function wrapped(words: readonly string[], indent: number, width: number): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(' '.repeat(indent) + word);
  }
  return lines.join('\n');
}

import { Command, CommanderError } from 'commander';
import { readChoice } from '../base/choices.ts';
import type { Context } from '../base/context.ts';
import { systemErrorCode, UsageError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import { sentence } from '../cli/command.ts';
import { type CommandLine, givenTwice, globalFlags, parseCommandLine } from '../cli/global-flags.ts';
import {
  findDefinition,
  fullHelp,
  furtherHelp,
  helpForm,
  isTopic,
  learnMore,
  makeOption,
  nameCommand,
  registerCommand,
  registerCommands,
  topicNames,
  withBoldHeadings,
} from '../cli/help.ts';
import type { invocationOpener, OpenInvocation } from '../cli/invocation.ts';
import { groups, loadCommand } from '../commands/groups.ts';
import rootHelp from './root-help.txt?raw';
import {
  checkOutput,
  type NamedCommand,
  planNamedCommand,
  refuseCards,
  reportsItsEnd,
  runNamedCommand,
} from './run-command.ts';

/** Runs one command line. @returns the exit code of a success; else it throws */
export async function runProgram(line: CommandLine, outer: Context): Promise<number> {
  const { argv, words, flags } = line;
  const isPlain = !flags.animation || Boolean(outer.env['HOTELCTL_NO_ANIMATION']);
  const context = isPlain
    ? { ...outer, plain: true, prompts: (await import('./prompts.ts')).plainPrompts(outer) }
    : outer;
  let exitCode = 0;
  const makeOpener = () =>
    openerFor(context, flags, {
      words,
      exitWith: code => {
        exitCode = code;
      },
      checkCommand: given => checkWords(given, context, flags.profile),
      program: { run: (argv, own) => runProgram(parseCommandLine(argv), own), describe: loadCommand },
    });
  if (argv[0] === '__complete') {
    await context.stdout.write(await completion(context, argv.slice(1)));
    return 0;
  }
  checkGlobalFlags(line);
  if (words.length === 0 && context.stdout.isTerminal) {
    const { greet } = await import('../cli/greeting.ts');
    const open = await makeOpener();
    await greet(await open({}));
    return 0;
  }
  const act: Act = async command => runNamedCommand(await makeOpener(), command);
  const run = () => runWords(words, context, act, flags.verbose);
  if (context.runner) {
    const { withLock } = await import('../base/lock.ts');
    await withLock(context.runner.lock, context, run, { timeout: 0 });
  } else {
    await run();
  }
  return exitCode;
}

/** Loaded for a command that runs: help needs no settings. */
const openerFor = async (...given: Parameters<typeof invocationOpener>): Promise<OpenInvocation> =>
  (await import('../cli/invocation.ts')).invocationOpener(...given);

/** @throws UsageError */
function checkGlobalFlags({ problem, flags }: CommandLine): void {
  if (problem) throw problem;
  readChoice('--error-format', flags.errorFormat, ['text', 'json']);
}

/** What happens with the command that a line names: it is run, or only planned. */
type Act = (command: NamedCommand) => Promise<unknown>;

/**
 * Plans a command line, without sending or writing anything. A request for help is an error too.
 *
 * @param profile that of a line that names none
 */
async function checkWords(given: readonly string[], outer: Context, profile?: string) {
  const line = parseCommandLine(given);
  checkGlobalFlags(line);
  const { words, flags } = line;
  const checked: NamedCommand[] = [];
  const context = { ...outer, stdout: { ...outer.stdout, isTerminal: false, write: async () => {} } };
  const chosen = profile === undefined ? {} : { profile };
  const open = await openerFor(context, { ...chosen, ...flags, input: false, quiet: true });
  await runWords(words, context, async command => {
    if (reportsItsEnd(command)) {
      const { readAnnouncement } = await import('../cli/delivery.ts');
      await readAnnouncement(await open(command.options), command.options);
    }
    await planNamedCommand(open, command);
    // Its folder may be there when the command runs.
    await checkOutput(command).catch(error => {
      if ((systemErrorCode(error.details?.cause) ?? 'EISDIR') === 'EISDIR') throw error;
    });
    checked.push(command);
  });
  const [command] = checked;
  if (command) {
    const { name, definition, operands } = command;
    return { name, operands: operands.flatMap(operand => operand ?? []), changes: definition.changes };
  }
  throw new UsageError(`\`${['hotelctl', ...given].join(' ')}\` does not name a command`, {
    hint: 'specify the whole command line, for example reports revenues --period last-month --output revenues.csv',
  });
}

async function runWords(given: readonly string[], context: Context, act: Act, hasFullHelp = false) {
  const { stdout, stdin, plain } = context;
  const write = async (help: string) => {
    const text = stdout.color ? withBoldHeadings(help) : help;
    if (plain || !stdout.isTerminal || !stdin.isTerminal) return stdout.write(text);
    return (await import('./child-processes.ts')).showInPager(text, context);
  };
  const width = () => Math.min(context.stdout.columns, 110);
  const first = findFirstWord(given);
  const requestsHelp = given[first] === 'help';
  const after = given.slice(first + 1);
  const topic = requestsHelp ? after[findFirstWord(after)] : undefined;
  if (isTopic(topic)) {
    const { showTopic } = await import('../cli/topics.ts');
    return write(showTopic(topic, width()));
  }
  // `help reports room-nights` is `reports room-nights --help`, at any depth.
  const words = requestsHelp ? [...given.toSpliced(first, 1), '--help'] : given;
  await refuseCards(words);
  const program = await buildProgram(groupNamedIn(words), hasFullHelp, words);
  let shown = '';
  const show = (text: string) => {
    shown += text;
  };
  let ending = program;
  forEachCommand(program, command => {
    const definition = findDefinition(command);
    const name = nameCommand(command).replace(/^hotelctl /, '');
    if (definition)
      command.action(async () => {
        await act({ definition, name, options: command.opts(), operands: command.processedArgs });
      });
    command
      .helpCommand(false)
      .exitOverride(error => {
        ending = command;
        throw error;
      })
      .configureOutput({
        // commander reports a group without a command as an error; hotelctl prints the group's help, as gh does.
        writeOut: show,
        writeErr: show,
        outputError: () => {},
        getOutHelpWidth: width,
        getErrHelpWidth: width,
        // hotelctl styles the headings itself; commander would open the stream of standard output to find out.
        getOutHasColors: () => false,
        getErrHasColors: () => false,
      });
  });
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== 'commander.help') {
      const { usageError } = await import('../cli/usage-error.ts');
      throw await usageError(error, ending, words, () => buildProgram('all'));
    }
    // `hotelctl repotrs --help`: commander prints the help of the part that it understood and ignores the typo.
    const isGroup = ending.commands.length > 0 && ending.registeredArguments.length === 0;
    const unknown = isGroup && ending.args[0]?.startsWith('-') === false;
    if (unknown)
      return runWords(
        [...nameCommand(ending).split(' ').slice(1), ending.args[0] ?? ''],
        context,
        act,
        hasFullHelp,
      );
    if (shown) shown += (await furtherHelp(ending, width())) + (ending.parent ? learnMore(ending) : '');
  }
  if (shown) await write(shown);
}

async function completion(context: Context, given: readonly string[]): Promise<string> {
  // What `schedule add` schedules is a command line too. Shells pass words as they were typed, with their quotes.
  const inner = given.indexOf('--') + 1;
  const isJob = inner > 0 && given.slice(0, inner).join(' ').includes('schedule add ');
  const words = given.slice(isJob ? inner : 0).map(word => word.replace(/["'\\]/g, ''));
  const { complete } = await import('../cli/completion/complete.ts');
  const line = parseCommandLine(words);
  const open = await openerFor(context, line.flags);
  return complete(await buildProgram(groupNamedIn(line.words), false, line.words), words, open);
}

const findFirstWord = (words: readonly string[]): number => words.findIndex(word => !word.startsWith('-'));

const groupNamedIn = (words: readonly string[]): string | undefined =>
  words.find(word => groups.some(group => group.name === word));

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) forEachCommand(child, visit);
}

/**
 * The command tree with the named group loaded, or all of them; the others have name and summary, so that help stays fast.
 *
 * @param words the command line, if commands that it does not name may be missing or have no flags
 */
export async function buildProgram(
  wanted: string | 'all' | undefined,
  hasFullHelp = wanted === 'all',
  words?: readonly string[],
): Promise<Command> {
  const program = new StrictCommand('hotelctl');
  // Declared for help and completion: `parseCommandLine` has taken them from the command line already.
  for (const [form, meaning] of Object.entries(globalFlags)) program.addOption(makeOption(form, meaning));
  program
    .description("Turn your hotel platform's reports into Excel, CSV and email, from a terminal or cron.")
    .usage('<command> [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .configureHelp(helpForm)
    .addHelpText('after', `\n${filledHelp}`);
  program.setOptionValue(fullHelp, hasFullHelp);
  for (const { name, summary, section, load } of groups) {
    // No help lists the others then.
    if (wanted !== undefined && words?.[0] === wanted && name !== wanted) continue;
    const command = program
      .command(name, { hidden: section === unlisted })
      .summary(summary)
      .description(sentence(summary))
      .helpGroup(`${section}:`);
    if (wanted !== 'all' && wanted !== name) continue;
    const { command: own, commands = {} } = await load();
    // The flags after the name of a subcommand are those of the subcommand.
    if (own && Object.keys(commands).length > 0)
      for (const parent of [program, command]) parent.enablePositionalOptions();
    if (own) await registerCommand(command, own);
    await registerCommands(command, commands, words);
  }
  return program;
}

/** The section of the commands that help only names. */
const unlisted = 'More';

const filledHelp = rootHelp
  .trimEnd()
  .replace(
    '{commands}',
    groups.flatMap(({ name, section }) => (section === unlisted ? [name] : [])).join(', '),
  )
  .replace('{topics}', topicNames.map(topic => `  hotelctl help ${topic}`).join('\n'));

class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    this.refuseMissingValue(args);
    return super.parseOptions(args);
  }

  /** commander takes a flag as a value: in `--property --from 2026-10-01` it would read the id `--from`. */
  private refuseMissingValue(args: readonly string[]): void {
    const named = (word: string | undefined) =>
      this.options.find(({ long, short }) => word === long || word === short);
    for (let index = 0; index < args.length && args[index] !== '--'; index += 1) {
      const option = named(args[index]);
      if (!option?.required) continue;
      index += 1;
      const [next = ''] = args[index]?.split('=', 1) ?? [];
      if (!next.startsWith('--') || !(next === '--' || named(next))) continue;
      const found = next === '--' ? '-- ends the flags' : `${next} is a flag`;
      throw new UsageError(`${option.long} needs a value; ${found}`, {
        hint: `write ${option.flags.split(', ').at(-1)}; run \`${nameCommand(this)} --help\` for usage`,
      });
    }
  }

  /** commander drops all values of a flag but the last, and accepts an empty file name, as of a variable that is not set. */
  override setOptionValueWithSource(
    ...[key, value, source]: Parameters<Command['setOptionValueWithSource']>
  ): this {
    if (source === 'cli' && typeof value === 'string') {
      const option = this.options.find(candidate => candidate.attributeName() === key);
      if (this.getOptionValueSource(key) === 'cli') throw givenTwice(option?.long ?? key);
      if (value === '' && option?.flags.endsWith('<file>'))
        throw new UsageError(`${option.long} is empty`, { hint: 'name a file, or omit the flag' });
    }
    return super.setOptionValueWithSource(key, value, source);
  }
}

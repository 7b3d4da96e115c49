import { type Command, CommanderError } from 'commander';
import type { Context } from './base/context.ts';
import type { GlobalOptions } from './cli/flags.ts';
import { furtherHelp, learnMore, pathOf, withBoldHeadings } from './cli/help.ts';
import type { World } from './cli/invocation.ts';
import { isTopic, topicNames, topicText } from './cli/topics/index.ts';
import { groups } from './commands/groups.ts';
import { applyGlobalFlags, buildProgram } from './program.ts';

/**
 * One command line: a Tab, a topic of the help, the greeting, or a command. Resolves with the exit code of a command that
 * went through; everything else is thrown.
 */
export async function runProgram(argv: readonly string[], context: Context): Promise<number> {
  const world: World = { context, exitCode: 0 };
  // Help is shown before a command line is taken apart.
  const bold = context.stdout.colour && !argv.includes('--no-color');
  const write = (help: string) => context.stdout.write(bold ? withBoldHeadings(help) : help);
  if (argv[0] === '__complete') {
    await context.stdout.write(await completion(world, argv.slice(1)));
    return 0;
  }
  const width = Math.min(context.stdout.columns, 110);
  const first = firstWordOf(argv);
  const asksHelp = argv[first] === 'help';
  const after = argv.slice(first + 1);
  const topic = asksHelp ? after[firstWordOf(after)] : undefined;
  if (isTopic(topic)) {
    await write(await topicText(topic, width));
    return 0;
  }
  // `help reports room-nights` is `reports room-nights --help`, at any depth.
  const words = asksHelp ? [...argv.toSpliced(first, 1), '--help'] : argv;
  const named = groupNamedIn(words);
  const screen = await groups.find(group => group.name === named)?.screen?.();
  screen?.(words);
  const program = await buildProgram(world, named);
  if (words.some((word, index) => word.startsWith('--') && words[index - 1]?.startsWith('-'))) {
    const { refuseMissingValue } = await import('./cli/missing-value.ts');
    refuseMissingValue(program, words);
  }
  let shown = '';
  const show = (text: string) => {
    shown += text;
  };
  let ending = program;
  forEachCommand(program, command =>
    command
      .helpCommand(false)
      .exitOverride(error => {
        ending = command;
        throw error;
      })
      .configureOutput({
        // A bare group shows its help as an error of commander's; here it is an answer, as everywhere in gh.
        writeOut: show,
        writeErr: show,
        outputError: () => {},
        getOutHelpWidth: () => width,
        getErrHelpWidth: () => width,
      }),
  );
  try {
    if (first === -1 && context.stdout.isTerminal && isBare(program, argv)) {
      applyGlobalFlags(world, program.opts<GlobalOptions>(), program);
      const { greet } = await import('./cli/greeting.ts');
      await greet(world, program.opts<GlobalOptions>());
      return 0;
    }
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== 'commander.help') {
      const { usageError } = await import('./cli/usage-error.ts');
      throw await usageError(error, ending, () => buildProgram(world, 'all'));
    }
    const unheard = ending.commands.length > 0 && ending.args[0]?.startsWith('-') === false;
    // `hotelctl repotrs --help`: commander shows the help of what it did understand, and the slip goes unnoticed.
    if (!unheard && shown)
      shown += (await furtherHelp(ending, width)) + (ending.parent ? learnMore(ending) : '');
    if (unheard) return runProgram([...pathOf(ending).split(' ').slice(1), ending.args[0] ?? ''], context);
  }
  if (shown) await write(shown);
  return world.exitCode;
}

/** `hotelctl` alone, with global flags at the most: `hotelctl --profile munich`. What is unknown, help too, is commander's. */
function isBare(program: Command, argv: readonly string[]): boolean {
  const { operands, unknown } = program.parseOptions([...argv]);
  return operands.length === 0 && unknown.length === 0;
}

async function completion(world: World, words: readonly string[]): Promise<string> {
  const { complete } = await import('./completion/complete.ts');
  return complete(
    await buildProgram(world, groupNamedIn(words)),
    words,
    // Most of what is offered is in the tree; a Tab should not wait for what reads files.
    async asked => (await import('./cli/known-values.ts')).knownValues(world, asked),
    topicNames.map(name => [name, 'help topic']),
  );
}

const isValue = (argv: readonly string[], index: number) =>
  ['--profile', '--error-format'].includes(argv[index - 1] ?? '');

/** Index of the first word that is no global flag and no value of one; -1 without any. */
const firstWordOf = (argv: readonly string[]): number =>
  argv.findIndex((word, index) => !word.startsWith('-') && !isValue(argv, index));

/** The first word that names a group and is no value of a global flag (`--profile sandbox reports list`). */
const groupNamedIn = (argv: readonly string[]): string | undefined =>
  argv.find((word, index) => groups.some(group => group.name === word) && !isValue(argv, index));

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) forEachCommand(child, visit);
}

import { Command, CommanderError } from 'commander';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';
import { version } from './version.ts';

/**
 * The command tree. Each group is a module of its own that is loaded when its name is the one on the command line;
 * of the others the tree holds name and summary, so that help stays as quick as a start of Node.
 */
export interface World {
  readonly context: Context;
  /** A command that passes on another program's exit code (`sandbox run`) sets it here. */
  exitCode: number;
}

interface Group {
  readonly name: string;
  readonly summary: string;
  readonly section: 'Sign-in' | 'Reports' | 'Tools';
  readonly load: () => Promise<{ register(command: Command, world: World): void }>;
}

export const groups: readonly Group[] = [
  {
    name: 'login',
    summary: 'sign in through the browser',
    section: 'Sign-in',
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'logout',
    summary: 'forget the tokens, and revoke them where the platform offers it',
    section: 'Sign-in',
    load: () => import('./commands/logout.ts'),
  },
  {
    name: 'auth',
    summary: 'who is signed in, print an access token, check from a script',
    section: 'Sign-in',
    load: () => import('./commands/auth.ts'),
  },
  {
    name: 'profile',
    summary: 'named sets of settings: add, list, show, use, remove',
    section: 'Sign-in',
    load: () => import('./commands/profile.ts'),
  },
  {
    name: 'reports',
    summary: 'fetch and export the reports',
    section: 'Reports',
    load: () => import('./commands/reports.ts'),
  },
  {
    name: 'properties',
    summary: 'the hotels that this sign-in may read',
    section: 'Reports',
    load: () => import('./commands/properties.ts'),
  },
  {
    name: 'sandbox',
    summary: 'the platform, served on this machine: try, develop and test offline',
    section: 'Tools',
    load: () => import('./commands/sandbox.ts'),
  },
  {
    name: 'completion',
    summary: 'completion for bash, zsh, fish and PowerShell',
    section: 'Tools',
    load: () => import('./commands/completion.ts'),
  },
];

/** The tree with the named group filled in, or with all of them (completions, reference, surface). */
export async function buildProgram(world: World, wanted: string | 'all' | undefined): Promise<Command> {
  const program = new Command('hotelctl')
    .description("The command line for a hotel's property-management platform.")
    .usage('<command> [flags]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .showSuggestionAfterError(true)
    .exitOverride();
  program.addHelpText('after', rootHelp);
  for (const group of groups) {
    const command = program
      .command(group.name)
      .summary(group.summary)
      .description(group.summary)
      .helpGroup(`${group.section}:`);
    if (wanted === 'all' || wanted === group.name) (await group.load()).register(command, world);
  }
  return program;
}

const rootHelp = `
Examples:
  hotelctl login                                              sign in through the browser
  hotelctl reports room-nights --month 10 --year 2026         October, as a table
  hotelctl sandbox run -- hotelctl reports room-nights --property MUC --month 10 --year 2026
                                                              the same without an account, offline

Learn more:
  hotelctl <command> --help`;

export async function runProgram(argv: readonly string[], context: Context): Promise<number> {
  const world: World = { context, exitCode: 0 };
  if (argv[0] === '__complete') {
    const { complete } = await import('./completion/complete.ts');
    const program = await buildProgram(
      world,
      argv.find(word => groups.some(group => group.name === word)),
    );
    await context.stdout.write(complete(program, argv.slice(1)));
    return 0;
  }
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const program = await buildProgram(
    world,
    words.find(word => !word.startsWith('-')),
  );
  let output = '';
  forEachCommand(program, command =>
    command.exitOverride().configureOutput({
      writeOut: text => {
        output += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => Math.min(context.stdout.columns, 110),
    }),
  );
  // Bare `hotelctl` and a bare group show their help: it names what can come next.
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && !/^commander\.help/.test(error.code)) throw usageErrorOf(error, argv);
    if (output === '') output = program.helpInformation();
  }
  if (output) await context.stdout.write(output);
  return world.exitCode;
}

export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command);
  for (const child of command.commands) forEachCommand(child, visit);
}

/** commander's words in our form; its suggestion becomes the hint. */
function usageErrorOf(error: CommanderError, argv: readonly string[]): UsageError {
  const [first = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const path = argv.filter(word => /^[a-z][a-z-]*$/.test(word)).slice(0, 2);
  const known = groups.some(group => group.name === path[0]);
  return new UsageError(first.replace(/\.$/, ''), {
    hint: suggestion
      ? suggestion.replace(/^\(Did you mean (.*)\?\)$/, 'did you mean $1?')
      : `\`hotelctl ${known ? `${path[0]} ` : ''}--help\` shows what there is`,
  });
}

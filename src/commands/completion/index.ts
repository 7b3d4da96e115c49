import type { Command } from 'commander';
import { oneOf } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { World } from '../../cli/invocation.ts';
import { installations, type Shell, shellScripts } from '../../completion/scripts.ts';

/** `hotelctl completion SHELL`: the script that a shell loads once. */
export function register(command: Command, world: World): void {
  const shells = Object.keys(shellScripts) as Shell[];
  const shell = command.createArgument('<shell>', 'your shell');
  shell.argChoices = [...shells];
  withExamples(
    command.addArgument(shell).action(async (name: string) => {
      await world.context.stdout.write(shellScripts[oneOf('the shell', name, shells)]);
    }),
    Object.values(installations).map(({ command, place }) => ({ command, explains: place })),
  );
}

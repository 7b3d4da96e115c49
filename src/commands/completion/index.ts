import type { Command } from 'commander';
import { oneOf } from '../../base/choices.ts';
import { installations, type Shell, shellScripts } from '../../cli/completion/scripts.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';

/** `hotelctl completion SHELL`: the script that a shell loads once. */
export function register(command: Command, open: OpenInvocation): void {
  const shells = Object.keys(shellScripts) as Shell[];
  const shell = command.createArgument('<shell>', 'your shell');
  shell.argChoices = [...shells];
  withExamples(
    command.addArgument(shell).action(async (name: string) => {
      const { context } = await open({}, { withoutProfiles: true });
      await context.stdout.write(shellScripts[oneOf('the shell', name, shells)]);
    }),
    Object.values(installations).map(({ command, place }) => ({ command, explains: place })),
  );
}

import type { Command } from 'commander';
import { shellScripts } from '../completion/scripts.ts';
import type { World } from '../program.ts';
import { oneOf } from './flags.ts';
import { withExamples } from './help.ts';

/** `hotelctl completion SHELL`: the script that a shell loads once. */
export function register(command: Command, world: World): void {
  const shells = Object.keys(shellScripts) as (keyof typeof shellScripts)[];
  const shell = command.createArgument('<shell>', 'your shell');
  shell.argChoices = [...shells];
  withExamples(
    command.addArgument(shell).action(async (name: string) => {
      await world.context.stdout.write(shellScripts[oneOf('the shell', name, shells)]);
    }),
    [
      { command: 'source <(hotelctl completion bash)', explains: 'bash, in ~/.bashrc' },
      { command: 'hotelctl completion zsh > ~/.zfunc/_hotelctl', explains: 'zsh, in a folder of $fpath' },
      { command: 'hotelctl completion fish > ~/.config/fish/completions/hotelctl.fish', explains: 'fish' },
      {
        command: 'hotelctl completion powershell | Out-String | Invoke-Expression',
        explains: 'PowerShell, in $PROFILE',
      },
    ],
  );
}

import { readChoice } from '../../base/choices.ts';
import { defineCommand } from '../../cli/command.ts';
import { installations, type Shell, shellScripts } from '../../cli/completion/scripts.ts';

const shells = Object.keys(shellScripts) as Shell[];

export const command = defineCommand({
  arguments: [{ form: '<shell>', summary: 'your shell', choices: shells }],
  examples: Object.fromEntries(Object.values(installations).map(({ command, place }) => [command, place])),
  run: async (open, _, shell) => {
    const { context } = await open({}, { withoutProfiles: true });
    await context.stdout.write(shellScripts[readChoice('the shell', shell, shells)]);
  },
});

import type { Command } from 'commander';
import { collect, withChoices } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withFetchFlags } from '../../cli/untrusted-fetch-flags.ts';
import { faultBodies } from '../../sandbox/faults/exchange.ts';
import { faults } from '../../sandbox/faults/faults.ts';
import { hostNames } from '../../sandbox/faults/faulty-host.ts';
import type { SandboxFlags } from './options.ts';

/** `hotelctl sandbox`: the platform on this machine's loopback addresses, with invented hotels. */
export function register(sandbox: Command, open: OpenInvocation): void {
  const start = withHotelFlags(sandbox.command('start'))
    .summary('serve the platform until you press Ctrl-C')
    .description(
      'Serve the platform on this machine: the API, identity and UI integration hosts, and a payment processor. Only this machine ' +
        'can connect to it. The settings are printed, and saved as the profile sandbox. Ctrl-C and SIGTERM stop the sandbox with ' +
        'exit code 0.',
    )
    .option(
      '--port <port>',
      'port of the API host; the other hosts use the next three ports; 0 chooses free ports',
      '8970',
    );
  withExamples(start, [
    {
      command: 'hotelctl sandbox start',
      explains: 'then, in another terminal: hotelctl login --profile sandbox',
    },
    {
      command: 'hotelctl sandbox start --today 2026-03-01 --port 0',
      explains: 'another business day, free ports',
    },
    {
      command: 'hotelctl sandbox start --properties 40',
      explains: 'a chain of 40 properties in several countries, currencies and time zones',
    },
    {
      command: 'hotelctl sandbox start --allow-private-network --ca endpoint.pem',
      explains: 'allow private UI integrations on this machine, and trust their certificate',
    },
    {
      command: "hotelctl sandbox start --fault 'auth=503,body=html,times=2'",
      explains: 'the identity host fails twice, then recovers; docs/faults.md lists all faults',
    },
  ])
    .addHelpText('after', faultHelp)
    .action(async (options: SandboxFlags) => {
      const { startCommand } = await import('./start.ts');
      await startCommand(open, options);
    });

  const run = withHotelFlags(sandbox.command('run'))
    .summary('run a command against a temporary sandbox')
    .description(
      'Start the sandbox on free ports, sign in a hotel user, run COMMAND with the settings and the tokens in its ' +
        "environment, stop the sandbox, and exit with the command's exit code.",
    )
    .usage('[flags] -- <command...>')
    .argument('<command...>', 'command to run, with its arguments');
  withExamples(run, [
    {
      command: 'hotelctl sandbox run -- hotelctl reports room-nights --property MUC --month 10 --year 2026',
      explains: 'a report without an account, offline',
    },
    {
      command:
        "hotelctl sandbox run --fault 'api=reset-in-body,path=/reports' -- hotelctl reports room-nights --property MUC --month 10 --year 2026",
      explains: 'the same with a broken connection; faults start after the sign-in',
    },
  ])
    .addHelpText('after', faultHelp)
    .action(async (words: string[], options: SandboxFlags) => {
      const { runCommand } = await import('./run.ts');
      await runCommand(open, words, options);
    });
}

function withHotelFlags(command: Command): Command {
  const flags = command
    .option('--seed <text>', 'seed of the invented data; the same seed generates the same data', 'hotelctl')
    .option('--today <date>', 'business day of the properties (default today)')
    .option('--properties <count>', 'number of properties, 1 to 50 (default 3)')
    .option('--token-lifetime <seconds>', 'lifetime of access tokens, in seconds (default 3600)')
    .option('--redirect-uri <uri>', 'also register this redirect URI; may be repeated', collect)
    .addOption(
      withChoices(command.createOption('--size <size>', 'length of the list reports'), [
        'usual',
        'large',
      ]).default('usual'),
    )
    .option('--records <count>', 'number of records in a list report with --size large (default 100000)');
  withFetchFlags(flags, 'Network flags:');
  return flags.addOption(
    flags
      .createOption(
        '--fault <rule>',
        "simulate a fault, such as 'api=503,times=2'; may be repeated, and the first matching rule applies",
      )
      .argParser(collect)
      .helpGroup('Fault flags:'),
  );
}

const faultHelp = `
--fault 'HOST=FAULT[,path=TEXT][,method=M][,times=N]'. Hosts: ${hostNames.join(', ')}. Faults:
${faults.map(({ name, summary }) => `  ${name.padEnd(20)}  the host ${summary}\n`).join('')}
A status also accepts body=${faultBodies.join('|')} and retry-after=VALUE (date: two seconds from now, as a date), redirect accepts to=URL.
docs/faults.md describes how each command handles each fault.`;

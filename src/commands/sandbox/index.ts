import type { Command } from 'commander';
import { collect, withChoices } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type VisitFlags, withVisitFlags } from '../../cli/visit.ts';
import { faultBodies } from '../../sandbox/faults/exchange.ts';
import { faults } from '../../sandbox/faults/faults.ts';
import { hostNames } from '../../sandbox/faults/faulty-host.ts';

export interface SandboxFlags extends VisitFlags {
  readonly port?: string;
  readonly seed: string;
  readonly today?: string;
  readonly properties?: string;
  readonly redirectUri?: readonly string[];
  readonly tokenLifetime?: string;
  readonly size: string;
  readonly records?: string;
  readonly fault?: readonly string[];
}

/** `hotelctl sandbox`: the platform on this machine's loopback addresses, with a hotel in it. */
export function register(sandbox: Command, open: OpenInvocation): void {
  const start = withHotelFlags(sandbox.command('start'))
    .summary('serve the platform until Ctrl-C')
    .description(
      'Serve the platform on this machine: API, identity and UI integration host, and a payment processor. Prints the settings to use, and ' +
        'offers them as profile sandbox. Nothing but this machine can reach it. Ctrl-C and SIGTERM end it, with exit 0.',
    )
    .option(
      '--port <port>',
      'port of the API host; the next three are the others; 0 takes free ones',
      '8970',
    );
  withExamples(start, [
    {
      command: 'hotelctl sandbox start',
      explains: 'then, in another terminal: hotelctl login --profile sandbox',
    },
    {
      command: 'hotelctl sandbox start --today 2026-03-01 --port 0',
      explains: 'another business day, any free ports',
    },
    {
      command: 'hotelctl sandbox start --properties 40',
      explains: 'a chain of 40 hotels in several countries, currencies and time zones',
    },
    {
      command: 'hotelctl sandbox start --allow-private-network --ca endpoint.pem',
      explains: 'call private UI integrations on this machine too, and trust their certificate',
    },
    {
      command: "hotelctl sandbox start --fault 'auth=503,body=html,times=2'",
      explains: 'the identity host fails twice, then serves; docs/faults.md has all faults',
    },
  ])
    .addHelpText('after', faultHelp)
    .action(async (options: SandboxFlags) => {
      const { startCommand } = await import('./start.ts');
      await startCommand(open, options);
    });

  const run = withHotelFlags(sandbox.command('run'))
    .summary('run a command against a sandbox of its own')
    .description(
      'Start the sandbox on free ports, sign a hotel user in, run COMMAND with the settings and the sign-in in its ' +
        "environment, stop, and end with the command's own exit code.",
    )
    .argument('<command...>', 'the command and its arguments, after --');
  withExamples(run, [
    {
      command: 'hotelctl sandbox run -- hotelctl reports room-nights --property MUC --month 10 --year 2026',
      explains: 'a report without an account, offline',
    },
    {
      command:
        "hotelctl sandbox run --fault 'api=reset-in-body,path=/reports' -- hotelctl reports room-nights --property MUC --month 10 --year 2026",
      explains: 'the same, over a network that breaks; the faults begin when the hotel user is signed in',
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
    .option('--seed <text>', 'the hotel that is generated; the same text gives the same hotel', 'hotelctl')
    .option('--today <date>', "the hotel's business day; without it today")
    .option(
      '--properties <count>',
      'how many properties the hotel company has; a chain of up to 50; without it 3',
    )
    .option('--token-lifetime <seconds>', 'how long an access token lives; without it 3600')
    .option('--redirect-uri <uri>', 'register this redirect URI too; may be repeated', collect)
    .addOption(
      withChoices(command.createOption('--size <size>', 'how long the list reports are'), [
        'usual',
        'large',
      ]).default('usual'),
    )
    .option('--records <count>', 'how many records a list report of --size large has; without it 100000');
  withVisitFlags(flags, 'Private UI integrations:');
  return flags.addOption(
    flags
      .createOption(
        '--fault <rule>',
        "what goes wrong, such as 'api=503,times=2'; may be repeated, the first that fits a request counts",
      )
      .argParser(collect)
      .helpGroup('Faults:'),
  );
}

const faultHelp = `
--fault 'HOST=FAULT[,path=TEXT][,method=M][,times=N]'. Hosts: ${hostNames.join(', ')}. Faults:
${faults.map(({ name, summary }) => `  ${name.padEnd(20)}  the host ${summary}\n`).join('')}
A status also takes body=${faultBodies.join('|')} and retry-after=VALUE (date: two seconds from now, as a date), redirect takes to=URL.
docs/faults.md says what each command makes of each fault.`;

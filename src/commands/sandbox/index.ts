import { defineCommand } from '../../cli/command.ts';
import { fetchFlags } from '../../cli/untrusted-fetch-flags.ts';
import { bookErrors } from '../../sandbox/faults/books.ts';
import { faultBodies, faults } from '../../sandbox/faults/faults.ts';
import { hostNames } from '../../sandbox/faults/faulty-host.ts';
import { faultFlags, hotelFlags, portFlags } from './flags.ts';

const faultHelp = `
--fault 'HOST=FAULT[,path=TEXT][,method=M][,times=N]'. Hosts: ${hostNames.join(', ')}. Faults:
${faults.map(({ name, summary }) => `  ${name.padEnd(20)}  the host ${summary}\n`).join('')}
A status also accepts body=${faultBodies.join('|')} and retry-after=VALUE (date: two seconds from now, as a date), redirect accepts to=URL.

--fault books=ERROR: the reports of a month do not agree. Errors:
${bookErrors.map(({ name, summary }) => `  ${name.padEnd(20)}  the books ${summary}\n`).join('')}
docs/faults.md describes how each command handles each fault.
`;

export const commands = {
  start: defineCommand({
    summary: 'serve the platform until you press Ctrl-C',
    text:
      'Serve the platform on this machine: the API, identity and UI integration hosts, and a payment processor. Only this machine ' +
      'can connect to it. The settings are printed, and saved as the profile sandbox. Ctrl-C and SIGTERM stop the sandbox with ' +
      'exit code 0.',
    opens: { profile: 'sandbox', mayBeNew: true },
    flags: [hotelFlags, fetchFlags, faultFlags, portFlags],
    examples: {
      'hotelctl sandbox start': 'then, in another terminal: hotelctl login --profile sandbox',
      'hotelctl sandbox start --today 2026-03-01 --port 0': 'another business day, free ports',
      'hotelctl sandbox start --properties 40':
        'a chain of 40 properties in several countries, currencies and time zones',
      'hotelctl sandbox start --allow-private-network --ca endpoint.pem':
        'allow private UI integrations on this machine, and trust their certificate',
      "hotelctl sandbox start --fault 'auth=503,body=html,times=2'":
        'the identity host fails twice, then recovers; docs/faults.md lists all faults',
    },
    notes: faultHelp,
    run: async (...given) => (await import('./run.ts')).startCommand(...given),
  }),
  run: defineCommand({
    summary: 'run a command against a temporary sandbox',
    text:
      'Start the sandbox on free ports, sign in a hotel user, run COMMAND with the settings and the tokens in its ' +
      "environment, stop the sandbox, and exit with the command's exit code.",
    usage: '[flags] -- <command...>',
    arguments: [{ form: '<command...>', summary: 'command to run, with its arguments' }],
    flags: [hotelFlags, fetchFlags, faultFlags],
    examples: {
      'hotelctl sandbox run -- hotelctl reports room-nights --property MUC --month 10 --year 2026':
        'a report without an account, offline',
      "hotelctl sandbox run --fault 'api=reset-in-body,path=/reports' -- hotelctl reports room-nights --property MUC --month 10 --year 2026":
        'the same with a broken connection; faults start after the sign-in',
    },
    notes: faultHelp,
    plan: async (...given) => (await import('./run.ts')).planSandboxRun(...given),
  }),
};

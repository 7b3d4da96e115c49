/**
 * The allowed imports, type-only imports included: the folders of `src/` from the entry down to the base, and for each
 * folder those that it may import. `test/structure.test.ts` checks it, and the table in `docs/architecture.md` is
 * generated from it.
 */
export interface Layer {
  /** A folder of `src/`; `entry` is the files directly in it. */
  readonly folder: string;
  readonly owns: string;
  readonly imports: readonly string[];
}

const base = ['base'];
const infrastructure = ['auth', 'output', 'http', 'settings', 'lock', 'platform', ...base];

export const layers: readonly Layer[] = [
  {
    folder: 'entry',
    owns: 'the start: `main.ts` (the only catch), `run.ts` (one command line), `program.ts` (the command tree)',
    imports: ['process', 'commands', 'cli', 'completion', ...base],
  },
  {
    folder: 'process',
    owns: 'the operating system process: the real Context, how errors are printed, the handler for uncaught errors',
    imports: ['platform', 'output', ...base],
  },
  {
    folder: 'commands',
    owns: 'one folder per command group, one file per verb: options in, one call, output out',
    imports: [
      ...['cli', 'client', 'bookings', 'archive', 'ui-integrations', 'doctor', 'sandbox', 'completion'],
      ...['schedule', 'delivery'],
      ...infrastructure,
    ],
  },
  {
    folder: 'cli',
    owns: 'what commands share: the invocation, flags, output flags, prompts, help, help topics, progress, usage errors',
    imports: ['client', 'bookings', 'ui-integrations', 'completion', 'delivery', ...infrastructure],
  },
  {
    folder: 'client',
    owns: "the platform's operations over HTTP: reports, properties, offers, bookings, UI integrations",
    imports: ['output', 'http', 'platform', ...base],
  },
  {
    folder: 'bookings',
    owns: 'quoting, the intent, the journal, at-most-once creation',
    imports: ['client', 'http', 'lock', 'platform', ...base],
  },
  {
    folder: 'archive',
    owns: 'snapshots, the pick-up and pace computed from them, and the data lake',
    imports: ['client', 'output', 'http', 'lock', 'platform', ...base],
  },
  {
    folder: 'ui-integrations',
    owns: 'check, preview and serve, and the SSRF-safe fetch of untrusted URLs',
    imports: ['http', 'output', 'platform', ...base],
  },
  {
    folder: 'schedule',
    owns: 'scheduled jobs: recurrences, job files, definitions for the schedulers, history, missed runs',
    imports: ['lock', 'platform', ...base],
  },
  {
    folder: 'delivery',
    owns: 'what happens at the end of a run: mail, heartbeat, metrics',
    imports: ['http', 'output', 'platform', ...base],
  },
  {
    folder: 'doctor',
    owns: 'one function for each check of the environment; each returns findings with fixes',
    imports: ['client', 'completion', ...infrastructure],
  },
  {
    folder: 'sandbox',
    owns: 'the platform, served on this machine: hotel and clock, identity, API, payments, UI integrations, faults',
    imports: ['ui-integrations', 'http', 'platform', ...base],
  },
  { folder: 'completion', owns: 'shell completion for four shells, from the command tree', imports: base },
  {
    folder: 'auth',
    owns: 'login, the loopback listener, the session (the only way to a token), the credential stores',
    imports: ['http', 'lock', 'platform', ...base],
  },
  {
    folder: 'output',
    owns: 'records to table, CSV, XLSX, JSON, NDJSON, HTML and Parquet; charts; queries; delivery to a stream or a file',
    imports: ['platform', ...base],
  },
  {
    folder: 'http',
    owns: 'requests and responses as plain data: transport, retry, bearer token, trace, refusals',
    imports: ['platform', ...base],
  },
  {
    folder: 'settings',
    owns: 'the value of each setting: flag, then environment, then profile, then default; the profile file',
    imports: ['http', 'output', 'platform', ...base],
  },
  {
    folder: 'lock',
    owns: 'a lock between processes that two processes never hold at the same time, even after a crash',
    imports: base,
  },
  {
    folder: 'platform',
    owns: 'the platform as data, pure: parameter kinds, rules, reports, body schemas, dates, exact numbers',
    imports: base,
  },
  {
    folder: 'base',
    owns: 'errors with their exit codes, HTTP status classes, the Context, secrets, files, the version',
    imports: [],
  },
];

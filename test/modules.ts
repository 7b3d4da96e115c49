/**
 * The allowed imports, type-only imports included: the modules of `src/` from the start down to the base, and for each
 * one those that it may import. `test/structure.test.ts` checks it, and the table in `docs/architecture.md` is
 * generated from it.
 */
export interface Module {
  /** A folder of `src/`. */
  readonly folder: string;
  readonly owns: string;
  readonly imports: readonly string[];
}

const base = ['base'];
const foundation = ['platform', ...base];

export const modules: readonly Module[] = [
  {
    folder: 'start',
    owns: 'the only catch (`main.ts`), one command line and the command tree (`run.ts`), the real process',
    imports: ['commands', 'cli', 'output', ...foundation],
  },
  {
    folder: 'commands',
    owns: 'one folder per command group or family of groups, one file per verb: options in, one call, output out; no folder imports another',
    imports: ['cli', 'reports', 'bookings', 'views', 'jobs', 'sandbox', 'output', 'http', ...foundation],
  },
  {
    folder: 'cli',
    owns: 'what commands share: the invocation, flags, settings and profiles, prompts, help, completion',
    imports: ['reports', 'bookings', 'views', 'jobs', 'output', 'http', ...foundation],
  },
  {
    folder: 'reports',
    owns: "everything that turns the platform's reports into figures: fetch, compare, group, snapshots, pick-up, pace, the lake",
    imports: ['output', 'http', ...foundation],
  },
  {
    folder: 'bookings',
    owns: 'offers, quoting, the intent, the journal, at-most-once creation',
    imports: ['http', ...foundation],
  },
  {
    folder: 'views',
    owns: 'UI integrations: operations, checks, preview and development, and the SSRF-safe fetch of untrusted URLs',
    imports: ['output', 'http', ...foundation],
  },
  {
    folder: 'jobs',
    owns: 'scheduled jobs: recurrences, definitions for the schedulers, history; email, heartbeat and metrics of a run',
    imports: ['output', 'http', ...foundation],
  },
  {
    folder: 'sandbox',
    owns: 'the platform, served on this machine: hotel and clock, identity, API, payments, UI integrations, faults',
    imports: ['views', 'http', ...foundation],
  },
  {
    folder: 'output',
    owns: 'records to table, CSV, XLSX, JSON, NDJSON, HTML and Parquet; charts; queries; delivery to a stream or a file',
    imports: foundation,
  },
  {
    folder: 'http',
    owns: 'requests and responses as plain data; in `auth/`: sign-in, session, credential stores',
    imports: foundation,
  },
  {
    folder: 'platform',
    owns: 'the platform as data, pure: parameter kinds, rules, reports, body schemas, dates, exact numbers',
    imports: base,
  },
  {
    folder: 'base',
    owns: 'errors with their exit codes, the Context, secrets, files, the lock between processes, the version',
    imports: [],
  },
];

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Six projects. `unit` runs in the test process, needs no build and takes less than half a minute. `simulation` needs no
 * build either, but simulates the years of a hotel, every fault of the platform or many bookings, or starts children that
 * are not hotelctl. `program` starts the built hotelctl, daemons and browsers. `network` needs the network, `minutes`
 * waits for minutes of real time, and `executables` makes executables of 100 MB and runs them, that of Windows with Wine.
 * `npm test` runs the first three. `npm run test:soak` runs all of them, with random inputs and with FULL_COUNTS, which
 * multiplies the rounds of races.
 */
const network = ['test/system/packaging.test.ts'];
const executables = ['test/system/{executable,windows}.test.ts'];
const minutes = ['test/system/cron-daemon.test.ts'];
const program = [
  'test/system/**/*.test.ts',
  'test/wire/tokens.test.ts',
  'test/{documents,parts,service-recipes}.test.ts',
  'test/attacks/{keychain-orphan,program,refresh-interrupted,resources,silence,small-responses}.test.ts',
  'test/output/stream/large.test.ts',
  'test/bookings/random-intents.test.ts',
  'test/cli/{error-format,former-flags,streams,tls}.test.ts',
  'test/commands/{mcp/{mcp,bookings},sandbox/sandbox,schedule/*,ui-integration/dev}.test.ts',
  'test/commands/{snapshot/interrupted,sync/{lake-interrupted,postgres,postgres-faults,s3}}.test.ts',
  'test/cli/completion/shells.test.ts',
  'test/jobs/{definitions,hostile-definitions}.test.ts',
];
const simulation = [
  'test/reports/{figures/{documents,figures,morning-oracle,renamed-and-closed},snapshots/*,lake/*}.test.ts',
  'test/{commands/close/close,reports/close/identities}.test.ts',
  'test/{attacks,bookings,faults,sandbox}/**/*.test.ts',
  'test/http/auth/{loopback,session,store-file}.test.ts',
  'test/cli/card.test.ts',
  'test/base/lock.test.ts',
  'test/commands/{auth/login,api/api,api/curl,reports/{as-of,comparison,hostile-json}}.test.ts',
  'test/commands/{mcp,pickup,sandbox,snapshot,sync}/*.test.ts',
  'test/commands/{questions,ugly}.test.ts',
  'test/commands/ui-integration/check.test.ts',
  'test/agents/*.test.ts',
  'test/start/client/*.test.ts',
  'test/cli/completion/complete.test.ts',
  'test/jobs/delivery/metrics.test.ts',
  'test/output/{document/four-faces,parquet/*,process,rows/differential,workbook}.test.ts',
  'test/reference.test.ts',
  'test/start/child-processes.test.ts',
  'test/jobs/installers.test.ts',
  'test/views/untrusted-fetch.test.ts',
  'test/wire/{assumptions,booking,reports,ui-integrations}.test.ts',
];

const soak = Boolean(process.env['FULL_COUNTS']);
// Workers inherit it. A failure in CI can be repeated anywhere; a soak run uses new inputs each time.
process.env['FAST_CHECK_SEED'] ??= String(soak ? Date.now() % 2 ** 31 : 20_261_121);

/** Each project repeats what it needs: projects inherit nothing that they do not extend. */
const common = {
  // Processes: each file starts its own sandbox, daemon or browser. With `isolate: false` a process runs many files,
  // which share nothing but modules: these are loaded once for each worker.
  pool: 'forks' as const,
  // Long enough for a machine that does much else.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: ['test/setup/fast-check-seed.ts'],
  // Otherwise the text of a style sheet would be empty.
  css: true,
  // The usual 16 MiB for new objects fill with the rows of a report: copying them took a fifth of the processor time.
  execArgv: ['--max-semi-space-size=64'],
};
const built = ['test/setup/up-to-date-build.ts'];

export default defineConfig({
  test: {
    // Many tests wait for processes, timeouts and browsers, so that one worker does not keep a core busy. Unit tests do
    // not: `npm run test:unit` uses one for each core.
    maxWorkers: availableParallelism() * 2,
    globalSetup: ['test/setup/print-seed.ts', 'test/setup/temporary-folder.ts'],
    // The three projects load mostly the same sources: each is transformed once, also for later runs.
    experimental: { fsModuleCache: true },
    reporters: process.env['VITEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['VITEST_JSON'] ? { outputFile: { json: process.env['VITEST_JSON'] } } : {}),
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...simulation, ...program, ...network, ...minutes],
        },
      },
      {
        test: {
          ...common,
          name: 'simulation',
          isolate: false,
          include: simulation,
          exclude: program,
        },
      },
      {
        test: {
          ...common,
          name: 'program',
          isolate: false,
          include: program,
          exclude: [...network, ...minutes, ...executables],
          globalSetup: built,
        },
      },
      { test: { ...common, name: 'network', include: network, globalSetup: built } },
      { test: { ...common, name: 'executables', include: executables, globalSetup: built } },
      { test: { ...common, name: 'minutes', include: minutes, globalSetup: built } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/**
 * Four projects. `unit` runs in the test process, needs no build and takes less than half a minute. `program` starts
 * hotelctl, daemons, browsers, shells or many processes, or simulates the years of a hotel. `network` needs the network,
 * and `minutes` waits for minutes of real time.
 * `npm test` runs the first two. `npm run test:soak` runs all of them, with random inputs and with FULL_COUNTS, which
 * multiplies the rounds of races.
 */
const network = ['test/system/packaging.test.ts'];
const minutes = ['test/system/cron-daemon.test.ts'];
const program = [
  'test/{bookings,completion,faults,sandbox,system,wire}/**/*.test.ts',
  'test/{documents,parts,reference,service-recipes}.test.ts',
  'test/auth/{clock,login-sandbox,loopback,session,store-file,store-file-program}.test.ts',
  'test/cli/{card,error-format,former-flags,streams,tls}.test.ts',
  'test/commands/{api/api,api/curl,auth/login,reports/{charts,comparison,groups-and-periods,hostile-json},sandbox/*,schedule/*,ui-integration/{check,serve}}.test.ts',
  'test/lock/lock.test.ts',
  'test/output/{process,stream/large}.test.ts',
  'test/schedule/{definitions,installers}.test.ts',
  'test/delivery/metrics.test.ts',
  'test/archive/**/*.test.ts',
  'test/attacks/*.test.ts',
  'test/commands/reports/as-of.test.ts',
  'test/output/workbook.test.ts',
  'test/output/rows/differential.test.ts',
  'test/ui-integrations/untrusted-fetch.test.ts',
  'test/commands/{snapshot,pickup,sync}/*.test.ts',
  'test/output/parquet/*.test.ts',
];

const soak = Boolean(process.env['FULL_COUNTS']);
// Workers inherit it. A failure in CI can be repeated anywhere; a soak run uses new inputs each time.
process.env['FAST_CHECK_SEED'] ??= String(soak ? Date.now() % 2 ** 31 : 20_261_121);

/** Each project repeats what it needs: projects inherit nothing that they do not extend. */
const common = {
  // One process for each test file: it starts its own sandbox, daemon or browser and owns its ports and folders.
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: ['test/setup/fast-check-seed.ts'],
};
const built = ['test/setup/up-to-date-build.ts'];

export default defineConfig({
  test: {
    // Most tests wait for processes, so that one worker does not keep a core busy.
    maxWorkers: '100%',
    globalSetup: ['test/setup/print-seed.ts'],
    reporters: process.env['VITEST_JSON'] ? ['default', 'json'] : ['default'],
    ...(process.env['VITEST_JSON'] ? { outputFile: { json: process.env['VITEST_JSON'] } } : {}),
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          // These tests share nothing but modules, which are loaded once for each worker.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...program, ...network, ...minutes],
        },
      },
      {
        test: {
          ...common,
          name: 'program',
          include: program,
          exclude: [...network, ...minutes],
          globalSetup: built,
        },
      },
      { test: { ...common, name: 'network', include: network, globalSetup: built } },
      { test: { ...common, name: 'minutes', include: minutes, globalSetup: built } },
    ],
  },
});

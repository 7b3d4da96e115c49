import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build as esbuild } from 'esbuild';
import { publint } from 'publint';
import { build as buildWithVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../bookings/workbench.ts';
import { temporaryFolder } from '../context.ts';
import { codeBlocks, root, runProgram as run, textOfFile } from '../repository.ts';

/** The package as other programs use it: packed, imported, required, and compiled against its types. */

const folder = temporaryFolder();
const installed = join(folder, 'node_modules/hotelctl');
let bench: Workbench;
let tarball: string;

beforeAll(async () => {
  bench = await openWorkbench(undefined, { properties: 8 });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const printed = execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(printed.toString());
  tarball = join(folder, packed.filename);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(folder, 'package'), installed, { recursive: true });
  for (const name of ['@napi-rs', '@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => bench.sandbox.stop());

/** Runs a script next to the installed package; what it logs. */
async function script(name: string, text: string, own: object = bench.env): Promise<string> {
  writeFileSync(join(folder, name), text);
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), ...own };
  const { stdout } = await run(process.execPath, [join(folder, name)], { cwd: folder, env });
  return stdout;
}

const examples = codeBlocks('docs/programs.md', 'ts');
/** As JavaScript, for the smaller hotels of a longer chain: a close reads all months of its hotel. */
const scripts = examples.map(text =>
  text
    .replace(/!(?=[.;)])/g, '')
    .replaceAll('MUC', 'LEJ')
    .replaceAll('LND', 'CGN')
    .replace('properties: 3', 'properties: 8'),
);

describe('the types', () => {
  const compiled = join(folder, 'compiled');
  const compile = async (files: readonly string[]) => {
    const options =
      '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --types node --module nodenext';
    const program = join(root, 'node_modules/.bin/tsc');
    const words = [...options.split(' '), '--outDir', compiled, ...files];
    return (await run(program, words, { cwd: folder }).catch(error => error)).stdout as string;
  };
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const examplesAs = (ending: string) =>
    examples.map((text, index) => {
      const [imports = '', ...rest] = text.split(/\n(?!import)/);
      const inFunction = `${imports}\nexport async function example() {\n${rest.join('\n')}\n}\n`;
      return write(`example-${index}.${ending}`, inFunction);
    });

  it('compile the examples of the documents under --strict, also to CommonJS, which runs, and refuse wrong uses', async () => {
    const uses = [
      "c.reports.roomNights({ propertty: 'MUC', period: '2026-10' });",
      "(await c.reports.roomNights({ period: '2026-Q3' })).total;",
      "(await c.reports.roomNights({ period: '2026-10', view: 'breakdown' }))[0]!.report;",
      "c.reports.roomNights({ property: 'MUC' });",
      "c.reports.orderedServices({ period: '2026-10' });",
      "c.reports.propertyPerformance({ period: '2026-10', view: 'dayz' });",
      "c.reports.propertyPerformance({ period: '2026-10', by: 'month', view: 'days' });",
      "c.reports.revenues({ period: '2026-10', by: 'month' });",
      "(await c.reports.grossTransactions({ period: '2026-10', columns: 'date' }))[0]!.command.length;",
      "c.reports.revenues({ period: '2026-10', columns: 'netAmount.amount' });",
      "c.offers.list({ arrival: '2026-12-01' });",
      "c.offers.services({ arrival: '2026-12-01', departure: '2026-12-02', adults: 1 });",
      'c.brief({ property: null });',
      "c.properties.list({}, { timeout: '30' });",
      'c.properties.list({}, { signl: undefined });',
      '(await c.properties.list({ portfolioTemplate: true }))[0]!.code;',
      "createHotelctl({ profil: 'munich' });",
      "c.bookings.create({ quote: '{}', bookerLastName: 'Doe', expectTotal: 314.02 });",
      "(await c.pack({ format: 'xlsx' })).split('');",
      "createSandbox({ fault: 'api=503' });",
    ];
    const made =
      "import { createHotelctl } from 'hotelctl'; import { createSandbox } from 'hotelctl/sandbox';\nconst c = createHotelctl();\n";
    const wrong = write('wrong.mts', made + uses.join('\n'));
    const compared = "{ period: '2026-10', compare: 'last-year', view: 'days' }";
    const right = write(
      'right.mts',
      `${made}export const [day] = (await c.reports.propertyPerformance(${compared})).map(row => row.businessDay);`,
    );
    // Modules, CommonJS, and the file with errors.
    const output = await compile([...examplesAs('mts'), ...examplesAs('cts'), wrong, right]);
    const errors = output.trim().split('\n');
    expect(errors.filter(line => !line.startsWith('wrong.mts(') && !line.startsWith(' '))).toEqual([]);
    const lines = errors.flatMap(line => /^wrong\.mts\((\d+),/.exec(line)?.[1] ?? []);
    expect([...new Set(lines.map(Number))]).toEqual(uses.map((_, index) => index + 3));
    // What differs in CommonJS is how the package is loaded: one example shows it.
    const emitted = readFileSync(join(compiled, 'example-0.cjs'), 'utf8');
    expect(emitted).toMatch(/= require\("hotelctl"\)/);
    expect(await script('common.cjs', `${emitted}\nexample();`)).not.toBe('');
  });

  it('are found by every resolution, and the package is well formed', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    expect(analysis.types && analysis.problems.filter(({ kind }) => kind !== 'NoResolution')).toEqual([]);
    const { messages } = await publint({ pkgDir: join(folder, 'package'), pack: false });
    expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([]);
  });
});

describe('a bundle', () => {
  /** Those that load the most: a workbook, a booking, the sandbox. An order is booked once. */
  const bundled = scripts.filter(text => /xlsx|bookings|createSandbox/.test(text));
  const entries = (order: string) =>
    bundled.map((text, index) => {
      const file = join(folder, `bundled-${index}.mjs`);
      writeFileSync(file, text.replaceAll('order-4711', order));
      return file;
    });
  const runBundle = async (file: string, hook: readonly string[] = []) => {
    const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), ...bench.env };
    return (await run(process.execPath, [...hook, file], { cwd: folder, env })).stdout;
  };

  it('of esbuild runs the examples, and loads only what one report needs', async () => {
    const outdir = join(folder, 'of-esbuild');
    const one = join(folder, 'one-report.mjs');
    writeFileSync(
      one,
      `import { createHotelctl } from 'hotelctl';
const [{ report }] = await createHotelctl({ property: 'LEJ' }).reports.roomNights({ period: '2026-10' });
console.log(report.total);`,
    );
    const entryPoints = [...entries('of-esbuild'), one];
    await esbuild({ bundle: true, format: 'esm', splitting: true, platform: 'node', outdir, entryPoints });
    for (const [index] of bundled.entries())
      expect(await runBundle(join(outdir, `bundled-${index}.js`))).not.toBe('');
    const loaded = join(folder, 'loaded.txt');
    const hook = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
  return next(url, context);
}`;
    writeFileSync(join(folder, 'hook.mjs'), hook);
    const register = `import { register } from 'node:module'; register(${JSON.stringify(`${pathToFileURL(folder)}/hook.mjs`)});`;
    const words = ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
    expect(await runBundle(join(outdir, 'one-report.js'), words)).toMatch(/^\d+\n$/);
    const files = readFileSync(loaded, 'utf8')
      .split('\n')
      .filter(url => url.includes('/of-esbuild/'));
    const size = files.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
    expect(files.length).toBeGreaterThan(5);
    expect(size).toBeLessThan(600_000);
  });

  it('of Vite for a server runs the examples', async () => {
    const outDir = join(folder, 'of-vite');
    await buildWithVite({
      root: folder,
      logLevel: 'error',
      build: {
        ssr: true,
        outDir,
        rollupOptions: { input: entries('of-vite'), output: { entryFileNames: '[name].mjs' } },
      },
      ssr: { noExternal: true },
    });
    // That of the sandbox loads the most.
    expect(await runBundle(join(outDir, `bundled-${bundled.length - 1}.mjs`))).not.toBe('');
  });
});

describe('the functions', () => {
  it('run the examples of the documents', async () => {
    expect(scripts.length).toBeGreaterThan(2);
    for (const [index, text] of scripts.entries()) writeFileSync(join(folder, `run-${index}.mjs`), text);
    const imports = scripts.map((_, index) => `await import('./run-${index}.mjs'); console.log('end');`);
    const printed = await script('run.mjs', imports.join('\n'));
    expect(printed.split(/^end\n/m).map(text => text !== '')).toEqual([...scripts.map(() => true), false]);
  });

  it('throw the classes of the exit codes, with a hint, and the same class for import and require', async () => {
    const out = await script('errors.mjs', textOfFile('test/system/library-errors.mjs'));
    expect(out).toBe(
      'true true 4 404\ntrue 2 string\n' +
        'enough true TemporaryError properties.list did not end within 1 ms\n' +
        'TemporaryError SignInError accessToken returned no token\n' +
        'UsageError properties.list has no option limt UsageError did you mean profile?\n',
    );
  });

  it('run against a sandbox in the process of a test, whatever the user has set, and leave nothing', async () => {
    const env = { HOTELCTL_PROPERTY: 'NOPE', HOTELCTL_PROFILE: 'none', HOTELCTL_REPORTS_VERSION: 'v9' };
    const printed = await script('sandbox.mjs', textOfFile('test/system/library-sandbox.mjs'), env);
    expect(printed).toMatch(
      /^8 1 true\nTemporaryError .*503.*\ntrue\nfalse TemporaryError\nUsageError .*504x.*\nUsageError .*fault\n$/,
    );
    const required = await script(
      'sandbox.cjs',
      `const { createHotelctl } = require('hotelctl');
require('hotelctl/sandbox').createSandbox({ properties: 1 }).then(async sandbox => {
  console.log((await createHotelctl(sandbox.settings).properties.list()).length);
  await sandbox.close();
});`,
      env,
    );
    expect(required).toBe('1\n');
  });

  it('stop reading when the caller does, and leave no handler of signals', async () => {
    const out = await script(
      'stop.mjs',
      `import { getEventListeners } from 'node:events';
import { createHotelctl } from 'hotelctl';
for await (const row of createHotelctl().reports.grossTransactions({ property: 'LEJ', period: '2026-10' })) { console.log(typeof row.grossAmount); break; }
const { signal } = new AbortController();
await createHotelctl({ signal }).reports.roomNights({ property: 'LEJ', period: '2026-10' });
console.log(process.listenerCount('SIGINT'), process.listenerCount('SIGTERM'), getEventListeners(signal, 'abort').length);`,
    );
    expect(out).toBe('string\n0 0 0\n');
  });
});

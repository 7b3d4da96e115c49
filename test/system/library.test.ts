import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../bookings/workbench.ts';
import { temporaryFolder } from '../context.ts';
import { runInProcess } from '../run-in-process.ts';

/** The package as other programs use it: packed, imported, required, and compiled against its types. */

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const folder = temporaryFolder();
const installed = join(folder, 'node_modules/hotelctl');
let bench: Workbench;
let tarball: string;

beforeAll(async () => {
  bench = await openWorkbench();
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString(),
  );
  tarball = join(folder, packed.filename);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(folder, 'package'), installed, { recursive: true });
  for (const name of ['@napi-rs', '@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => bench.sandbox.stop());

/** Runs a script next to the installed package; what it logs. */
async function script(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text);
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), ...bench.env };
  const { stdout } = await run(process.execPath, [join(folder, name)], { cwd: folder, env });
  return stdout;
}

const examples = [
  ...readFileSync(join(root, 'docs/programs.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm),
].map(([, text = '']) => text);

describe('the types', () => {
  const options = '--strict --noEmit --target es2022 --types node --exactOptionalPropertyTypes'.split(' ');
  const compile = async (module: string, resolution: string, files: readonly string[]) => {
    const words = [...options, '--module', module, '--moduleResolution', resolution, ...files];
    const program = join(root, 'node_modules/.bin/tsc');
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

  it('compile the examples of the documents under --strict, and name a wrong option and a wrong field', async () => {
    const wrong = write(
      'wrong.mts',
      `import { createHotelctl } from 'hotelctl';
const { reports } = createHotelctl();
reports.roomNights({ propertty: 'MUC' });
const { totl } = (await reports.roomNights({ property: 'MUC' }))!;`,
    );
    // Modules, CommonJS, and the file with errors.
    const node = await compile('nodenext', 'nodenext', [...examplesAs('mts'), ...examplesAs('cts'), wrong]);
    const errors = node.trim().split('\n');
    expect(errors.filter(line => !line.startsWith('wrong.mts(') && !line.startsWith(' '))).toEqual([]);
    expect(node).toContain("'propertty' does not exist");
    expect(node).toContain("Property 'totl' does not exist");
    expect(await compile('esnext', 'bundler', examplesAs('ts'))).toBe('');
  });

  it('are found by every resolution, and the package is well formed', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
    expect(analysis.types && analysis.problems.filter(({ kind }) => kind !== 'NoResolution')).toEqual([]);
    const { messages } = await publint({ pkgDir: join(folder, 'package'), pack: false });
    expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([]);
  });
});

describe('the functions', () => {
  it('run the examples of the documents', async () => {
    expect(examples.length).toBeGreaterThan(2);
    for (const [index, text] of examples.entries()) {
      const plain = text.replace(/!(?=[.;)])/g, '');
      expect(await script(`run-${index}.mjs`, plain), text).not.toBe('');
    }
  });

  it('return what the command prints, with every digit', async () => {
    const out = await script(
      'digits.cjs',
      `const { createHotelctl } = require('hotelctl');
(async () => {
  const { reports } = createHotelctl();
  const body = await reports.propertyPerformance({ property: 'MUC', period: '2026-10' });
  const amounts = [];
  for await (const row of reports.grossTransactions({ property: 'MUC', period: '2026-10' })) amounts.push(row.grossAmount);
  console.log(JSON.stringify({ revpar: body.revPar, sold: body.soldCount, amounts }));
})();`,
    );
    const { revpar, sold, amounts } = JSON.parse(out);
    const line = '--property MUC --period 2026-10 --format json --query';
    const { env } = bench;
    const figures = await runInProcess(
      [...`reports property-performance ${line}`.split(' '), '[revPar.amount, soldCount]'],
      { env },
    );
    expect(figures.stdout.replace(/\s/g, '')).toBe(`[${Number(revpar.amount)},${sold}]`);
    expect(revpar.amount).toMatch(/^\d+\.\d\d/);
    const rows = await runInProcess(
      [...`reports gross-transactions ${line}`.split(' '), 'transactions[].grossAmount'],
      { env },
    );
    expect(amounts).toEqual(rows.stdout.match(/-?[\d.]+/g));
  });

  it('throw the classes of the exit codes, with a hint, and the same class for import and require', async () => {
    const out = await script(
      'errors.mjs',
      `import { createRequire } from 'node:module';
import { createHotelctl, RefusedError, UsageError, InterruptedError } from 'hotelctl';
const required = createRequire(import.meta.url)('hotelctl');
const { reports } = createHotelctl();
const failure = work => work.then(() => 'none', error => error);
const refused = await failure(reports.roomNights({ property: 'NOPE', period: '2026-10' }));
const usage = await failure(reports.roomNights({ property: 'MUC', period: 'octember' }));
const stopped = await failure(createHotelctl({ signal: AbortSignal.abort() }).reports.roomNights({ property: 'MUC', period: '2026-10' }));
console.log(refused instanceof RefusedError, refused instanceof required.RefusedError, refused.exitCode, refused.details.status);
console.log(usage instanceof UsageError, usage.exitCode, typeof usage.details.hint);
console.log(stopped instanceof InterruptedError);`,
    );
    expect(out).toBe('true true 4 404\ntrue 2 string\ntrue\n');
  });

  it('book a quote at most once', async () => {
    const before = bench.sandbox.bookings.length;
    const out = await script(
      'book.mjs',
      `import { createHotelctl } from 'hotelctl';
const { quotes, bookings } = createHotelctl();
const quote = await quotes.create({ property: 'MUC', reservation: 'arrival=2026-12-05,departure=2026-12-07,adults=2,rate-plan=MUC-FLEX-DBL' });
const total = quote.sums.grandTotal;
const book = () => bookings.create({ quote: quote.json, expectTotal: total.amount + total.currency, bookerLastName: 'Lovelace', bookerFirstName: 'Ada', bookerEmail: 'ada@guest.example' });
const [{ bookingId }] = await book();
const again = await book().catch(error => error.message);
console.log(bookingId, JSON.stringify(again));`,
    );
    const [id = '', ...again] = out.split(' ');
    expect(again.join(' ')).toContain(id);
    expect(bench.sandbox.bookings.length).toBe(before + 1);
  });

  it('stop reading when the caller does, and leave no handler of signals', async () => {
    const out = await script(
      'stop.mjs',
      `import { getEventListeners } from 'node:events';
import { createHotelctl } from 'hotelctl';
for await (const row of createHotelctl().reports.grossTransactions({ property: 'MUC', period: '2026-10' })) { console.log(typeof row.grossAmount); break; }
const { signal } = new AbortController();
await createHotelctl({ signal }).reports.roomNights({ property: 'MUC', period: '2026-10' });
console.log(process.listenerCount('SIGINT'), process.listenerCount('SIGTERM'), getEventListeners(signal, 'abort').length);`,
    );
    expect(out).toBe('string\n0 0 0\n');
  });
});

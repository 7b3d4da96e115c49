// Bundles src/ into dist/: one small CommonJS file at start-up, the rest in parts that are loaded when used.
// CommonJS because Node 20 starts it faster than ES modules; docs/decisions.md has the measurement.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPackages, notices } from './bundled-packages.mjs';
import { installedVersion, movedLibraries, privatePartsUsed } from './private-parts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const moved = movedLibraries(privatePartsUsed(root), library => installedVersion(root, library));
if (moved.length > 0) throw new Error(moved.join('\n'));

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
// What libraries load at once and hotelctl never uses, or uses the plainest form of, is left out of every start: undici's
// HTTP/2 client (10 ms with node:http2), its node:http (for a default that is always given), the body types of fetch (hotelctl sends text) and node:assert (which
// opens standard error to ask for colors), and commander's way to run subcommands that are executables of their
// own (up to 10 ms with node:child_process, which brings the network along).
// @private-parts undici 7.30.2
// @private-parts commander 14.0.3
const stands = {
  'client-h2': 'module.exports = () => { throw new Error("HTTP/2 is off") }',
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} }',
  'web/fetch/body': 'module.exports = { extractBody() { throw new Error("only text is sent as a body") } }',
  'node:assert':
    'module.exports = (holds, message) => { if (!holds) throw message instanceof Error ? message : Object.assign(new Error(message ?? "a defect in undici"), { code: "ERR_ASSERTION" }) }',
};
const unused = {
  name: 'unused-parts',
  resolveId: (id, importer = '') => {
    if (!/[\\/]undici[\\/]lib[\\/]/.test(importer)) return undefined;
    const name = Object.keys(stands).find(
      stand => id === stand || id.replace(/\.js$/, '').endsWith(`/${stand}`),
    );
    return name && `\0stand:${name}`;
  },
  load: id => (id.startsWith('\0stand:') ? stands[id.slice('\0stand:'.length)] : undefined),
  transform: (code, id) => {
    if (!/commander[\\/]lib[\\/]command\.js$/.test(id)) return undefined;
    const without = code.replace(
      /const childProcess = require\('node:child_process'\)(\.default)?;/,
      'const childProcess = {};',
    );
    if (without === code) throw new Error('commander loads node:child_process in another way now');
    return without;
  },
};
/**
 * The parts, in layers: each has the entry modules that it is named for and everything that these import statically,
 * except what lies in an earlier part. So a part only imports earlier ones, and a command loads a part only if it needs it.
 * Each further file costs half a millisecond at start; test/parts.test.ts has the parts that typical command lines load.
 */
const parts = [
  ['hotelctl', /src.index\.ts$/],
  ['tree', /src.run\.ts$/],
  ['errors', /src.cli.usage-error\.ts$|src.process.error-output\.ts$|src.output.json\.ts$/],
  ['reports', /src.commands.reports.index\.ts$/],
  ['output', /src.cli.(render-options|write-records)\.ts$/],
  ['request', /src.cli.connect\.ts$/],
  ['network', /src.http.transport\.ts$/],
  ['schema', /src.platform.(properties|models)\.ts$/],
  ['columns', /src.platform.reports.(guest-counts|columns)\.ts$/],
  ['report', /src.commands.reports.run\.ts$/],
  ['table', /src.output.table.table\.ts$/],
];

async function write(input, groups) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: ['@napi-rs/keyring'],
    plugins: [unused],
    // A part imports what it needs from the file of the start, which therefore exports more than its own names.
    preserveEntrySignatures: 'allow-extension',
    // A direct eval inside a dependency of the identity library, which only the sandbox loads.
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: join(root, 'dist'),
    format: 'cjs',
    minify: true,
    // The identity library reads the names of its classes, and a defect's message says where it happened.
    keepNames: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'parts/[name]-[hash].cjs',
    // `import()` of a module of Node.js would load its loader of ES modules; `require` does the same here.
    dynamicImportInCjs: false,
    codeSplitting: { groups },
  });
  await bundle.close();
  return output;
}

const output = [
  ...(await write(
    { hotelctl: 'src/index.ts' },
    parts.map(([name, test], index) => ({ name, test, priority: parts.length - index })),
  )),
  // A program without any part of hotelctl: a second build keeps it in one file.
  ...(await write({ 'keychain-child': 'src/auth/store/keychain-child.ts' }, [])),
];

const written = new Set(output.map(({ name }) => name));
const absent = parts.map(([name]) => name).filter(name => !written.has(name));
if (absent.length > 0) throw new Error(`no module belongs to these parts any more: ${absent.join(', ')}`);

const packages = bundledPackages(output);
writeFileSync(new URL('../dist/THIRD-PARTY-NOTICES.txt', import.meta.url), notices(packages));
// For scripts/sbom.mjs: the bundle does not say what it was made of.
const names = packages.map(({ name, version }) => `${name}@${version}`);
writeFileSync(new URL('../dist/bundled.json', import.meta.url), JSON.stringify(names));

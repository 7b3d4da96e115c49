// Bundles src/ into dist/: one small CommonJS file at start-up, the rest in parts that are loaded when used.
// CommonJS because Node 20 starts it faster than ES modules; docs/decisions.md has the measurement.
import { rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { bundledPackages, notices } from './bundled-packages.mjs';
import { installedVersion, movedLibraries, privatePartsUsed } from './private-parts.mjs';

const root = new URL('..', import.meta.url).pathname;
const moved = movedLibraries(privatePartsUsed(root), library => installedVersion(root, library));
if (moved.length > 0) throw new Error(moved.join('\n'));

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
// What libraries load at once and hotelctl never uses, or uses the plainest form of, is left out of every start: undici's
// HTTP/2 client (10 ms with node:http2), its node:http (for a default that is always given), the body types of fetch (hotelctl sends text) and node:assert (which
// opens standard error to ask for colours), and commander's way to run subcommands that are executables of their
// own (up to 10 ms with node:child_process, which brings the network along).
// @private-parts undici 7.30.2
// @private-parts commander 14.0.3
const stands = {
  'client-h2': 'module.exports = () => { throw new Error("HTTP/2 is off") }',
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} }',
  'web/fetch/body': 'module.exports = { extractBody() { throw new Error("only text is sent as a body") } }',
  'node:assert':
    'module.exports = (holds, message) => { if (!holds) throw message instanceof Error ? message : new Error(message ?? "a defect in undici") }',
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
const bundle = await rolldown({
  cwd: root,
  input: { hotelctl: 'src/index.ts', 'keychain-child': 'src/auth/store/keychain-child.ts' },
  platform: 'node',
  external: ['@napi-rs/keyring'],
  plugins: [unused],
  // A direct eval inside one of the provider's own dependencies; it runs in the sandbox alone.
  checks: { eval: false, ineffectiveDynamicImport: false },
});
const { output } = await bundle.write({
  dir: 'dist',
  format: 'cjs',
  minify: true,
  // The identity library asks its own classes for their names, and a defect's message says where it was.
  keepNames: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'parts/[name]-[hash].cjs',
  // What one road always loads together lies in one file: each further file costs half a millisecond at start.
  codeSplitting: {
    groups: [
      {
        name: 'base',
        priority: 4,
        test: /src.base.(errors|secrets|version)\.ts$|main.package\.json$|rolldown.runtime/,
      },
      { name: 'tree', priority: 3, test: /src.run\.ts$/ },
      { name: 'reports', priority: 2, test: /src.commands.reports.index\.ts$/ },
      // Settings and schemas without the network: for a Tab that asks for profiles or properties.
      {
        name: 'settings',
        priority: 2,
        test: /src.cli.invocation\.ts$|src.settings.(profiles|resolve)\.ts$/,
      },
      { name: 'schema', priority: 3, test: /node_modules.zod.|src.platform.(properties|models)\.ts$/ },
      { name: 'network', priority: 2, test: /src.http.transport\.ts$/ },
      { name: 'table', priority: 0, test: /src.output.(table|shown-cell)\.ts$/ },
      {
        name: 'report',
        priority: 1,
        test: /src.commands.reports.run\.ts$|src.platform.reports.guest-counts\.ts$|csv-stringify/,
      },
    ],
  },
});
await bundle.close();

const packages = bundledPackages(output);
writeFileSync(new URL('../dist/THIRD-PARTY-NOTICES.txt', import.meta.url), notices(packages));
// For scripts/sbom.mjs: the bundle does not say what it was made of.
const names = packages.map(({ name, version }) => `${name}@${version}`);
writeFileSync(new URL('../dist/bundled.json', import.meta.url), JSON.stringify(names));

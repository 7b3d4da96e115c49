// Bundles src/ into bin/hotelctl.js, one small CommonJS file for every start, and dist/, the parts that are loaded when used.
// CommonJS because Node 20 starts it faster than ES modules; docs/decisions.md has the measurement.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { partsForBundlers, unusedParts, zodOfAgents } from './bundle-plugins.mjs';
import { bundledPackages, notices } from './bundled-packages.mjs';
import { installedVersion, movedLibraries, privatePartsUsed } from './private-parts.mjs';
import { textFiles } from './text-files.mjs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const root = fileURLToPath(new URL('..', import.meta.url));
const moved = movedLibraries(privatePartsUsed(root), library => installedVersion(root, library));
if (moved.length > 0) throw new Error(moved.join('\n'));

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
/**
 * The parts, in layers: each has the entry modules that it is named for and everything that these import statically,
 * except what lies in an earlier part. So a part only imports earlier ones, and a command loads a part only if it needs it.
 * Each further file costs half a millisecond at start; test/parts.test.ts has the parts that typical command lines load.
 */
const parts = [
  // With what the program's help needs, except for the parser of command lines, which the library does without.
  [
    'start',
    /src.start.(main|real-context|run-command)\.ts$|src.base.choices\.ts$|src.cli.(command|flags)\.ts$|src.commands.groups\.ts$|rolldown.runtime/,
  ],
  // What a command needs. The removal of secrets from URLs is needed for typos and for requests.
  ['invocation', /src.cli.(shared-flags|invocation)\.ts$|src.http.trace\.ts$/],
  ['tree', /src.start.run\.ts$/],
  ['errors', /src.cli.usage-error\.ts$|src.cli.error-output\.ts$/],
  // What `columns` reads of records is needed for completion too.
  [
    'reports',
    /src.commands.reports.index\.ts$|src.cli.property-flags\.ts$|src.platform.record(s|-paths)\.ts$/,
  ],
  ['output', /src.cli.(render-options|write-records|connect)\.ts$/],
  ['network', /src.http.transport\.ts$/],
  ['schema', /src.platform.(models|reports.(guest-counts-response|columns))\.ts$/],
  ['report', /src.commands.reports.run\.ts$/],
  ['table', /src.output.document.terminal\.ts$/],
];

async function write(input, groups) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: ['@napi-rs/keyring'],
    plugins: [textFiles, unusedParts, zodOfAgents, partsForBundlers],
    // The AWS SDK would warn of Node.js 20 at each start. It is an exact version, which supports it.
    transform: {
      define: {
        'process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED': '"true"',
        packageVersion: JSON.stringify(version),
      },
    },
    // A part imports what it needs from the file of the start, which therefore exports more than its own names.
    preserveEntrySignatures: groups.length > 0 ? 'allow-extension' : 'strict',
    // A direct eval inside a dependency of the identity library, which only the sandbox loads.
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({
    dir: root,
    format: 'cjs',
    minify: true,
    // The identity library reads the names of its classes, and a defect's message says where it happened.
    keepNames: true,
    entryFileNames: ({ name }) => (name === 'hotelctl' ? 'bin/hotelctl.js' : 'dist/[name].cjs'),
    chunkFileNames: 'dist/parts/[name]-[hash].cjs',
    // `import()` of a module of Node.js would load its loader of ES modules; `require` does the same here.
    dynamicImportInCjs: false,
    codeSplitting: { groups },
  });
  await bundle.close();
  return output;
}

const output = [
  ...(await write(
    // The library has the parts of the program: programs that use it do not run the executable.
    {
      hotelctl: 'bin/hotelctl.ts',
      'client/client': 'src/start/client/client.ts',
      'client/sandbox': 'src/start/client/sandbox.ts',
    },
    parts.map(([name, test], index) => ({ name, test, priority: parts.length - index })),
  )),
  // A program without any part of hotelctl: a second build keeps it in one file.
  ...(await write({ 'keychain-child': 'src/http/auth/store/keychain-child.ts' }, [])),
];

chmodSync(new URL('../bin/hotelctl.js', import.meta.url), 0o755);
for (const name of ['client', 'sandbox'])
  writeFileSync(new URL(`../dist/client/${name}.mjs`, import.meta.url), moduleOf(name));
writeFileSync(new URL('../dist/client/package.json', import.meta.url), '{ "type": "commonjs" }\n');
// Node.js looks for a package.json from the folder of each part upwards: here it finds one at once.
writeFileSync(new URL('../dist/parts/package.json', import.meta.url), '{ "type": "commonjs" }\n');

const written = new Set(output.map(({ name }) => name));
const absent = parts.map(([name]) => name).filter(name => !written.has(name));
if (absent.length > 0) throw new Error(`no module belongs to these parts any more: ${absent.join(', ')}`);

const packages = bundledPackages(output);
writeFileSync(new URL('../dist/THIRD-PARTY-NOTICES.txt', import.meta.url), notices(packages));
// For scripts/sbom.mjs: the bundle does not say what it was made of.
const names = packages.map(({ name, version }) => `${name}@${version}`);
writeFileSync(new URL('../dist/bundled.json', import.meta.url), JSON.stringify(names));

/** The same library for `import`: both share one copy, so that `instanceof` holds. */
function moduleOf(name) {
  const { exports = [] } = output.find(file => file.name === `client/${name}`) ?? {};
  return `import part from './${name}.cjs';\nexport const { ${[...exports].sort().join(', ')} } = part;\n`;
}

// What the build changes in the code that it bundles, so that a start loads and compiles less. docs/decisions.md has the measurements.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

// @private-parts undici 7.30.2
// @private-parts commander 14.0.3
/** What takes the place of modules of undici, with the share of a small report's processor time that it saves. */
const stands = {
  // 6 %, with node:http2.
  'client-h2': 'module.exports = () => { throw new Error("HTTP/2 is off") }',
  // 7 %. It is used for one limit and for requests that node:http has received, which hotelctl never passes on.
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} }',
  // 3 % together. The first is the same parser a second time, 70 KB, for processors with SIMD instructions; the other has the body types
  // of fetch, 45 KB.
  'llhttp_simd-wasm': 'module.exports = require("undici/lib/llhttp/llhttp-wasm.js")',
  // Not for the start: an assertion without a message would parse the whole bundle to quote itself, for six seconds, when a
  // response is invalid.
  'node:assert':
    'module.exports = (value, message = "a check of undici failed") => value || require("assert")(value, message)',
  'web/fetch/body': 'module.exports = { extractBody() { throw new Error("only text is sent as a body") } }',
};

/**
 * What libraries load at once and hotelctl never uses, or uses the plainest form of, is left out: modules of undici, and commander's way
 * to run subcommands that are separate executables (up to 10 ms with node:child_process, which brings the network along).
 */
export const unusedParts = {
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
 * The bundler keeps its helpers in a separate file that every other one loads. They become a part of the start file, which every
 * process has loaded already: a further file costs more than its contents.
 *
 * The start file leaves its exports in `globalThis`, and the parts take them from there. Required by its path, it would be loaded and run
 * a second time when Node.js knows it by another spelling: a link that it does not resolve, or other capitals on Windows and macOS.
 */
export const helpersInStart = {
  name: 'helpers-in-start',
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const helpers = files.find(({ name }) => name === 'rolldown-runtime');
    const start = files.find(({ name, isEntry }) => name === 'hotelctl' && isEntry);
    if (!helpers || !start) return;
    const exported = 'globalThis[Symbol.for("hotelctl")]';
    const own = `(${exported}=exports).helpers=(exports=>{${helpers.code};return exports})({})`;
    const loaded = ({ fileName }) => new RegExp(`require\\("[^"]*/${posix.basename(fileName)}"\\)`, 'g');
    for (const file of files)
      file.code = file.code
        ?.replace(loaded(helpers), () => (file === start ? own : `${exported}.helpers`))
        .replace(loaded(start), () => exported);
    delete bundle[helpers.fileName];
  },
};

const own = '?agents';
const usesWholeZod = /[\\/]@modelcontextprotocol[\\/]|[\\/]commands[\\/]mcp[\\/]|\?agents$/;

/**
 * The library of `hotelctl mcp` needs all of zod, and every report a small part of it. One copy for both would be twice as large a part
 * for each report (15 % of a small one's processor time), so the tools for agents have their own.
 */
export const zodOfAgents = {
  name: 'zod-of-agents',
  async resolveId(id, importer = '') {
    const isZod = /^zod(?:\/|$)/.test(id) || (importer.endsWith(own) && id.startsWith('.'));
    if (!isZod || !usesWholeZod.test(importer)) return undefined;
    const found = await this.resolve(id, importer.replace(own, ''), { skipSelf: true });
    return found && { ...found, id: `${found.id}${own}` };
  },
  load: id => (id.endsWith(own) ? readFileSync(id.slice(0, -own.length), 'utf8') : undefined),
};

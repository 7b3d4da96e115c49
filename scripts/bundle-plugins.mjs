// What the build changes in the code that it bundles, so that a start loads and compiles less. docs/decisions.md has the measurements.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { deflateRawSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');
const parser = deflateRawSync(require('undici/lib/llhttp/llhttp-wasm.js'), { level: 9 }).toString('base64');

// @private-parts undici 7.30.2
// @private-parts commander 14.0.3
// @private-parts string-width 8.3.0
// cli-table3 has an earlier one.
const stringWidth = /(?<!cli-table3[\\/]node_modules[\\/])string-width[\\/]index\.js$/;
/** What takes the place of lines of libraries. */
const replaced = [
  [
    /commander[\\/]lib[\\/]command\.js$/,
    /const childProcess = require\('node:child_process'\)(\.default)?;/,
    'const childProcess = {};',
  ],
  [
    stringWidth,
    /= \/(.*\\p\{.*)\/(\w+);/g,
    (_, source, flags) => `= new RegExp(${JSON.stringify(source)}, "${flags}");`,
  ],
  [
    stringWidth,
    /const segmenter(.*)export default( function stringWidth.*)/s,
    'let made; export default (...given) => (made ??= (() => { const segmenter$1 return$2 })())(...given);',
  ],
];
/** What takes the place of modules of libraries, of undici with the share of a small report's processor time that it saves. */
const stands = {
  // 6 %, with node:http2.
  'client-h2': 'module.exports = () => { throw new Error("HTTP/2 is off") }',
  // 7 %. It is used for one limit and for requests that node:http has received, which hotelctl never passes on.
  'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} }',
  // 3 % together. The first is the same parser a second time, 70 KB, for processors with SIMD instructions; the other has the body types
  // of fetch, 45 KB.
  'llhttp_simd-wasm': 'module.exports = require("./llhttp-wasm")',
  // Not for the start: an assertion without a message would parse the whole bundle to quote itself, for six seconds, when a
  // response is invalid.
  'node:assert':
    'module.exports = (value, message = "a check of undici failed") => value || require("assert")(value, message)',
  'web/fetch/body': 'module.exports = { extractBody() { throw new Error("only text is sent as a body") } }',
  // Compressed, because it is 72 KB of each bundle of a program otherwise. It takes a millisecond.
  'llhttp-wasm': `module.exports = require("node:zlib").inflateRawSync(Buffer.from("${parser}", "base64"))`,
  // Of the tables of the parser, 11 KB of each bundle of a program, only the names of its errors are used.
  'llhttp/constants': `module.exports = ${JSON.stringify({ ERROR, TYPE: { RESPONSE: TYPE.RESPONSE } })}`,
  // Of yazl: Node.js computes the checksum of a workbook in native code.
  'buffer-crc32': 'module.exports = { unsigned: require("node:zlib").crc32 }',
};

/**
 * What libraries load at once and hotelctl never uses, or uses the plainest form of, is left out: modules of undici, and commander's way
 * to run subcommands that are separate executables (up to 10 ms with node:child_process, which brings the network along). The
 * segmenter and the patterns of string-width are made for the first text that needs them: V8 takes 30 ms for its pattern of
 * emojis, and most tables have only Latin letters.
 */
export const unusedParts = {
  name: 'unused-parts',
  resolveId: (id, importer = '') => {
    if (!/[\\/](undici[\\/]lib|yazl)[\\/]|^\0stand:/.test(importer)) return undefined;
    const name = Object.keys(stands).find(
      stand => id === stand || id.replace(/\.js$/, '').endsWith(`/${stand}`),
    );
    return name && `\0stand:${name}`;
  },
  load: id => (id.startsWith('\0stand:') ? stands[id.slice('\0stand:'.length)] : undefined),
  transform: (code, id) => {
    let changed = code;
    for (const [, other, instead] of replaced.filter(([file]) => file.test(id))) {
      const without = changed.replace(other, instead);
      if (without === changed) throw new Error(`${id} has no ${other} anymore`);
      changed = without;
    }
    return changed === code ? undefined : changed;
  },
};

/**
 * The bundler keeps its helpers in a separate file that every other one loads. They become a part of the modules of every start: a further
 * file costs more than its contents.
 *
 * Programs that use the library may be bundled as an ES module, which has no `require`. Modules of Node.js come from the process there.
 * A part that is loaded later is required by Node.js, whose `import()` would load its loader of ES modules, and imported where a bundler has
 * taken the place of `module`, so that the part becomes a separate file.
 */
export const partsForBundlers = {
  name: 'parts-for-bundlers',
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const helpers = files.find(({ name }) => name === 'rolldown-runtime');
    const start = files.find(({ name }) => name === 'start');
    for (const file of files) {
      if (helpers && start)
        file.code = file.code.replace(/require\("([^"]*\/)rolldown-runtime-[^"]*"\)/g, (_, folder) =>
          file === start
            ? `(exports.helpers=(exports=>{${helpers.code};return exports})({}))`
            : `require("${folder}${posix.basename(start.fileName)}").helpers`,
        );
      // A file that uses none of them need not load the start.
      file.code = file.code?.replace(/^(#!.*\n)?require\("[^"]*"\)\.helpers;/, '$1');
      file.code = file.code
        ?.replace(/\brequire\("((?:node:)?[a-z_/0-9]+)"\)/g, (call, name) =>
          isBuiltin(name) ? `process.getBuiltinModule("${name}")` : call,
        )
        .replace(
          /Promise\.resolve\(\)\.then\(\(\)=>require\(("\.[^"]*")\)\)/g,
          '(module.filename?Promise.resolve().then(()=>module.require.call(module,$1)):import($1).then(part=>part.default))',
        );
    }
    if (helpers && start) delete bundle[helpers.fileName];
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

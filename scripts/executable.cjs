// The main program of the executables that scripts/release.mjs makes. It runs bin/hotelctl.js and the parts in dist/, which are assets of
// the executable, as Node.js runs them from files. Their paths are below that of the executable, so that each has a different name there.
const { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join, normalize } = require('node:path').posix;
const { getAsset, getRawAsset } = require('node:sea');

const root = `${process.execPath}/`;
const loaded = new Map();

function load(name) {
  const known = loaded.get(name);
  if (known) return known.exports;
  const module = new Module(root + name);
  module.filename = module.id;
  module.require = id => {
    if (id === '@napi-rs/keyring') return loadKeychainLibrary();
    return id.startsWith('.') ? load(join(name, '..', id)) : require(id);
  };
  loaded.set(name, module);
  // Unlike node:vm, it uses the compiled code that Node.js keeps for the next start.
  module._compile(getAsset(name, 'utf8').replace(/^#!.*/, ''), module.id, 'commonjs');
  return module.exports;
}

/** A library can only be loaded from a file, which is in the folder that the helper of the keychain gets as its argument. */
function loadKeychainLibrary() {
  // Loaded here, because it would take a tenth of a small command.
  const { createHash } = require('node:crypto');
  const library = Buffer.from(getRawAsset('keyring.node'));
  const folder = join(process.argv[2].replaceAll('\\', '/'), 'library');
  const hashOf = bytes => createHash('sha256').update(bytes).digest('hex');
  const file = join(folder, `${hashOf(library)}.node`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o022) !== 0)
    throw new Error(`${folder} is writable by others`);
  // A full disk or a crash may have damaged it.
  if (!existsSync(file) || hashOf(readFileSync(file)) !== hashOf(library)) {
    writeFileSync(`${file}.${process.pid}`, library, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  }
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports;
}

// A start of a part by its path: the executable is its own Node.js.
const [, , path = ''] = process.argv;
const part = path.startsWith(root) ? normalize(path.slice(root.length).replaceAll('\\', '/')) : undefined;
if (part !== undefined) process.argv.splice(1, 1);
load(part ?? 'bin/hotelctl.js');

// Bundles src/ into dist/: one small CommonJS file at start-up, the rest in parts that are loaded when used.
// CommonJS because Node 20 starts it faster than ES modules; docs/decisions.md has the measurement.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
// Two things that libraries load at once and hotelctl never uses, left out of every start: undici's HTTP/2 client
// (10 ms with node:http2), and commander's way to run subcommands that are executables of their own (up to 10 ms
// with node:child_process, which brings the network along).
const unused = {
  name: 'unused-parts',
  resolveId: id => (/client-h2(\.js)?$/.test(id) ? '\0without-http2' : undefined),
  load: id =>
    id === '\0without-http2' ? 'module.exports = () => { throw new Error("HTTP/2 is off") }' : undefined,
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
  cwd: new URL('..', import.meta.url).pathname,
  input: { hotelctl: 'src/index.ts', 'keychain-child': 'src/auth/store/keychain-child.ts' },
  platform: 'node',
  external: ['@napi-rs/keyring'],
  plugins: [unused],
  // A direct eval inside one of the provider's own dependencies; it runs in the sandbox alone.
  checks: { eval: false },
});
await bundle.write({
  dir: 'dist',
  format: 'cjs',
  // Names stay: the identity library asks its own classes for theirs, and a defect's message says where it was.
  minify: { compress: false, mangle: false, codegen: true },
  entryFileNames: '[name].cjs',
  chunkFileNames: 'parts/[name]-[hash].cjs',
});
await bundle.close();

// Bundles src/ into dist/: one small CommonJS file at start-up, the rest in parts that are loaded when used.
// CommonJS because Node 20 starts it faster than ES modules; docs/decisions.md has the measurement.
import { rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
// HTTP/2 is off, and its client brings node:http2 with it: 10 ms at every first request.
const withoutHttp2 = {
  name: 'without-http2',
  resolveId: id => (/client-h2(\.js)?$/.test(id) ? '\0without-http2' : undefined),
  load: id =>
    id === '\0without-http2' ? 'module.exports = () => { throw new Error("HTTP/2 is off") }' : undefined,
};
const bundle = await rolldown({
  cwd: new URL('..', import.meta.url).pathname,
  input: { hotelctl: 'src/index.ts', 'keychain-child': 'src/auth/store/keychain-child.ts' },
  platform: 'node',
  external: ['@napi-rs/keyring'],
  plugins: [withoutHttp2],
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

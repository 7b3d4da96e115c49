// Makes executables that need no Node.js: a Node.js with the built program as assets (single executable applications).
//   node scripts/executables.mjs FOLDER linux-x64 win-x64
// writes FOLDER/linux-x64/hotelctl and FOLDER/win-x64/hotelctl.exe; with --debian, also FOLDER/hotelctl_0.1.0_amd64.deb. `npm run build`
// comes first. The executables of macOS are made on macOS of the same processor, from the Node.js that runs this script.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const cache = join(root, 'node_modules/.cache/hotelctl-executables');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** The Node.js of the executables, from packages that contain its published binaries, with their digests in the npm registry. */
export const nodeVersion = '24.21.0';
const nodes = {
  'linux-x64':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'win-x64':
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};
const keychainLibraries = {
  'linux-x64': 'keyring-linux-x64-gnu',
  'linux-arm64': 'keyring-linux-arm64-gnu',
  'win-x64': 'keyring-win32-x64-msvc',
  'darwin-arm64': 'keyring-darwin-arm64',
  'darwin-x64': 'keyring-darwin-x64',
};
/** Of Debian's binutils and binutils-aarch64-linux-gnu; a symbol table is a tenth of an executable. Windows has it in another file. */
const strips = { 'linux-x64': 'x86_64-linux-gnu-strip', 'linux-arm64': 'aarch64-linux-gnu-strip' };

/** Programs of a release, and the Debian packages that have them. */
const programs = {
  npm: 'nodejs',
  tar: 'tar',
  'dpkg-deb': 'dpkg',
  [strips['linux-x64']]: 'binutils',
  [strips['linux-arm64']]: 'binutils-aarch64-linux-gnu',
};

/** Those that are not installed, in words. */
export function missingPrograms(path = process.env['PATH'] ?? '') {
  const isInstalled = program => path.split(delimiter).some(folder => existsSync(join(folder, program)));
  return Object.entries(programs)
    .filter(([program]) => !isInstalled(program))
    .map(([program, debianPackage]) => `${program} (Debian package ${debianPackage})`);
}

/** Where the files of a package are, downloaded once and compared with the digest. */
export function unpack(name, version, integrity) {
  const folder = join(cache, `${name.replace('/', '-')}-${version}`);
  if (existsSync(folder)) return join(folder, 'package');
  mkdirSync(cache, { recursive: true });
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const archive = join(
    cache,
    execFileSync(
      'npm',
      ['pack', '--silent', '--pack-destination', cache, `${name}@${version}`],
      options,
    ).trim(),
  );
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (digest !== integrity)
    throw new Error(`${name}@${version} is not the package that was pinned: ${digest}`);
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial);
  execFileSync('tar', ['-xzf', archive, '-C', partial]);
  execFileSync('mv', [partial, folder]);
  return join(folder, 'package');
}

/** The package for Windows has no license. */
export const licenseOfNode = () => join(unpackNode('linux-x64'), 'LICENSE');

const unpackNode = target => unpack(`node-${target}`, nodeVersion, nodes[target]);

function unpackKeychainLibrary(target) {
  const name = `@napi-rs/${keychainLibraries[target]}`;
  const { version, integrity } = lock[`node_modules/${name}`];
  const folder = unpack(name, version, integrity);
  return join(
    folder,
    readdirSync(folder).find(file => file.endsWith('.node')),
  );
}

/** The Node.js that runs here, in the version of the executables: the assets are in its own format. */
function localNode() {
  const target = `${process.platform}-${process.arch}`;
  if (target in nodes) return join(unpackNode(target), 'bin/node');
  if (process.versions.node === nodeVersion) return process.execPath;
  throw new Error(`run this script with Node.js ${nodeVersion}`);
}

/** The signature of Node.js would not match any more. The last part of such a file, it has a place and a length in the header. */
function removeSignature(file) {
  const bytes = readFileSync(file);
  const entry = bytes.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
  const place = bytes.readUInt32LE(entry);
  bytes.fill(0, entry, entry + 8);
  writeFileSync(file, place === 0 ? bytes : bytes.subarray(0, place));
}

export async function makeExecutable(target, folder) {
  const place = join(resolve(folder), target);
  mkdirSync(place, { recursive: true });
  const parts = readdirSync(join(root, 'dist/parts')).filter(name => name.endsWith('.cjs'));
  const names = ['bin/hotelctl.js', 'dist/keychain-child.cjs', ...parts.map(name => `dist/parts/${name}`)];
  const settings = join(place, 'settings.json');
  const assets = join(place, 'assets');
  const configuration = {
    main: join(root, 'scripts/executable.cjs'),
    output: assets,
    disableExperimentalSEAWarning: true,
    assets: {
      ...Object.fromEntries(names.map(name => [name, join(root, name)])),
      'keyring.node': unpackKeychainLibrary(target),
    },
  };
  writeFileSync(settings, JSON.stringify(configuration));
  execFileSync(localNode(), ['--experimental-sea-config', settings], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const isWindows = target.startsWith('win-');
  const file = join(place, isWindows ? 'hotelctl.exe' : 'hotelctl');
  if (!(target in nodes) && target !== `${process.platform}-${process.arch}`) {
    throw new Error(`${target} is made on that system`);
  }
  copyFileSync(
    target in nodes ? join(unpackNode(target), 'bin', isWindows ? 'node.exe' : 'node') : localNode(),
    file,
  );
  chmodSync(file, 0o755);
  if (strips[target]) execFileSync(strips[target], [file]);
  if (target.startsWith('darwin-')) execFileSync('codesign', ['--remove-signature', file]);
  if (isWindows) removeSignature(file);
  const { inject } = await import('postject');
  await inject(file, 'NODE_SEA_BLOB', readFileSync(assets), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    machoSegmentName: 'NODE_SEA',
  });
  // macOS starts no program without a signature; this one has no name. The release workflow replaces it if it can.
  if (target.startsWith('darwin-')) execFileSync('codesign', ['--sign', '-', file]);
  execFileSync('rm', [settings, assets]);
  return file;
}

const architectures = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/** Which package may be installed: one for the processor, with the C library that the published Node.js was built with. */
const control = architecture => `Package: ${name}
Version: ${version}
Architecture: ${architecture}
Maintainer: the maintainers of hotelctl <hotelctl@localhost>
Section: utils
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6 (>= 8)
Recommends: ca-certificates
Description: ${description}
`;

const places = {
  'completions/hotelctl.bash': 'usr/share/bash-completion/completions/hotelctl',
  'completions/_hotelctl': 'usr/share/zsh/vendor-completions/_hotelctl',
  'completions/hotelctl.fish': 'usr/share/fish/vendor_completions.d/hotelctl.fish',
  'dist/THIRD-PARTY-NOTICES.txt': 'usr/share/doc/hotelctl/copyright',
  'CHANGELOG.md': 'usr/share/doc/hotelctl/CHANGELOG.md',
};

/** Makes a Debian package from an executable of Linux. */
export function makeDebianPackage(target, executable, folder) {
  const tree = mkdtempSync(join(tmpdir(), 'hotelctl-debian-'));
  const place = path => {
    const file = join(tree, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  try {
    chmodSync(tree, 0o755);
    copyFileSync(executable, place('usr/bin/hotelctl'));
    for (const [source, path] of Object.entries(places)) copyFileSync(join(root, source), place(path));
    copyFileSync(licenseOfNode(), place('usr/share/doc/hotelctl/LICENSE.nodejs'));
    for (const page of readdirSync(join(root, 'man'))) {
      const compressed = gzipSync(readFileSync(join(root, 'man', page)), { level: 9 });
      writeFileSync(place(`usr/share/man/man1/${page}.gz`), compressed);
    }
    writeFileSync(place('DEBIAN/control'), control(architectures[target]));
    const file = join(folder, `${name}_${version}_${architectures[target]}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', tree, file]);
    return file;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isDebian = process.argv.includes('--debian');
  const [folder, ...targets] = process.argv.slice(2).filter(word => word !== '--debian');
  for (const target of targets) {
    const file = await makeExecutable(target, folder);
    process.stdout.write(`${file}\n`);
    if (isDebian) process.stdout.write(`${makeDebianPackage(target, file, folder)}\n`);
  }
}

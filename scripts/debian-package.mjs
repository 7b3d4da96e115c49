// Makes a Debian package from an executable of scripts/executables.mjs:
//   node scripts/debian-package.mjs EXECUTABLE amd64 FOLDER
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

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

export function makeDebianPackage(executable, architecture, folder) {
  const tree = mkdtempSync(join(tmpdir(), 'hotelctl-debian-'));
  const add = (source, place) => {
    mkdirSync(dirname(join(tree, place)), { recursive: true });
    copyFileSync(source, join(tree, place));
  };
  try {
    execFileSync('chmod', ['755', tree]);
    add(executable, 'usr/bin/hotelctl');
    for (const [source, place] of Object.entries(places)) add(join(root, source), place);
    const pages = join(tree, 'usr/share/man/man1');
    mkdirSync(pages, { recursive: true });
    for (const page of readdirSync(join(root, 'man'))) {
      writeFileSync(join(pages, `${page}.gz`), gzipSync(readFileSync(join(root, 'man', page)), { level: 9 }));
    }
    mkdirSync(join(tree, 'DEBIAN'));
    writeFileSync(join(tree, 'DEBIAN/control'), control(architecture));
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}_${version}_${architecture}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', tree, file]);
    return file;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [executable, architecture, folder] = process.argv.slice(2);
  process.stdout.write(`${makeDebianPackage(executable, architecture, folder)}\n`);
}

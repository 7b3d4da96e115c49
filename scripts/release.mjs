// Makes release/ for a version whose tag is checked out: the npm package, the executables and Debian packages of Linux, the executable of
// Windows, the bills of materials, and the SHA-256 of each file. Fails before anything is written when the tag, package.json and CHANGELOG.md
// do not name the same version. The workflow adds the executables of macOS, which are made there.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  licenseOfNode,
  makeDebianPackage,
  makeExecutable,
  missingPrograms,
  name,
  nodeVersion,
  root,
  version,
} from './executables.mjs';

const tag = process.env['GITHUB_REF_NAME'] ?? process.argv[2] ?? `v${version}`;
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json has version ${version}`);
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`## ${version}`)) {
  throw new Error(`CHANGELOG.md has no section for ${version}`);
}

const missing = missingPrograms();
if (missing.length > 0) fail(`npm run release needs programs that are not installed: ${missing.join(', ')}`);
if (!existsSync(join(root, 'node_modules'))) fail('run npm ci --ignore-scripts before npm run release');
const { default: yazl } = await import('yazl');

const folder = join(root, 'release');
const work = join(root, 'release/work');
rmSync(folder, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
const npm = args =>
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

// `npm pack` builds what the executables contain.
npm(['pack', '--silent', '--pack-destination', folder]);
const bill = JSON.parse(npm(['run', '--silent', 'sbom']));
const billName = join(folder, `${name}-${version}.sbom.json`);
writeFileSync(billName, `${JSON.stringify(bill, null, 2)}\n`);
bill.components.push({
  type: 'platform',
  'bom-ref': `pkg:generic/node@${nodeVersion}`,
  name: 'node',
  version: nodeVersion,
  purl: `pkg:generic/node@${nodeVersion}`,
});
const executableBill = join(folder, `${name}-${version}-executable.sbom.json`);
writeFileSync(executableBill, `${JSON.stringify(bill, null, 2)}\n`);

for (const target of ['linux-x64', 'linux-arm64', 'win-x64']) {
  const executable = await makeExecutable(target, work);
  const files = [
    executable,
    ...['dist/THIRD-PARTY-NOTICES.txt', 'SECURITY.md', 'CHANGELOG.md'].map(file => join(root, file)),
    executableBill,
    licenseOfNode(),
  ];
  const title = `${name}-${version}-${target}`;
  if (target.startsWith('linux-')) {
    const place = join(work, title);
    mkdirSync(place);
    for (const file of files) cpSync(file, join(place, basename(file)));
    for (const part of ['completions', 'man'])
      cpSync(join(root, part), join(place, part), { recursive: true });
    const owner = '--sort=name --owner=0 --group=0 --numeric-owner --mtime=@0'.split(' ');
    execFileSync('tar', [...owner, '-czf', join(folder, `${title}.tar.gz`), '-C', work, title]);
    makeDebianPackage(target, executable, folder);
  } else {
    const zip = new yazl.ZipFile();
    const options = { mtime: new Date('2000-01-01T00:00:00Z') };
    for (const file of [...files, join(root, 'completions/hotelctl.ps1')])
      zip.addFile(file, basename(file), options);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(join(folder, `${title}.zip`)));
  }
}
rmSync(work, { recursive: true });

const lines = readdirSync(folder).map(file => {
  const hash = createHash('sha256').update(readFileSync(join(folder, file)));
  return `${hash.digest('hex')}  ${file}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
process.stdout.write(lines.join(''));

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

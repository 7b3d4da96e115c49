// Makes release/: the package, its bill of materials and their SHA-256, for a version whose tag is checked out. Fails before
// anything is written when the tag, package.json and CHANGELOG.md do not name the same version.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tag = process.env['GITHUB_REF_NAME'] ?? process.argv[2];
if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json has version ${version}`);
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`## ${version}`)) {
  throw new Error(`CHANGELOG.md has no section for ${version}`);
}

const folder = join(root, 'release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const npm = args =>
  execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const archive = npm(['pack', '--silent', '--pack-destination', folder]).trim().split('\n').at(-1) ?? '';
const bill = `${name}-${version}.sbom.json`;
writeFileSync(join(folder, bill), npm(['run', '--silent', 'sbom']));
const lines = [archive, bill].map(file => {
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
  return `${hash}  ${file}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
process.stdout.write(lines.join(''));

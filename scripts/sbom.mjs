// The software bill of materials of what is published, as CycloneDX: npm's own account of the tree, without what only builds and tests.
// `npm run sbom > sbom.json`. What is bundled is a devDependency, so npm alone cannot tell it from a test's library.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const bundled = new Set(JSON.parse(readFileSync(new URL('dist/bundled.json', root), 'utf8')));
const bom = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  ),
);
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
bom.metadata.component.name = 'hotelctl';
bom.components = bom.components.filter(
  component => bundled.has(component['bom-ref']) || !isDevelopment(component),
);
const published = new Set([
  bom.metadata.component['bom-ref'],
  ...bom.components.map(component => component['bom-ref']),
]);
bom.dependencies = bom.dependencies
  .filter(({ ref }) => published.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(name => published.has(name)) }));
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

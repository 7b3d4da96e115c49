// What of other people's work the bundle holds: each package once, with its license as its authors wrote it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {readonly { moduleIds?: readonly string[] }[]} output what rolldown wrote
 * @returns {{ name: string, version: string, license: string, text: string }[]} by name, then version
 */
export function bundledPackages(output) {
  const folders = new Set(
    output
      .flatMap(({ moduleIds = [] }) => moduleIds)
      .map(id => /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1])
      .filter(folder => folder !== undefined),
  );
  return [...folders]
    .map(packageIn)
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

function packageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find(entry => /^(licen[cs]e|copying)/i.test(entry));
  return { name, version, license, text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' };
}

/** The notices that the bundled packages' licenses ask to be kept with every copy: each text once, with the packages that it is for. */
export function notices(packages) {
  const texts = [...new Set(packages.map(({ text }) => text))];
  const sections = texts.map(text => {
    const own = packages.filter(each => each.text === text);
    const names = own.map(({ name, version, license }) => `${name} ${version} (${license})`);
    return `${names.join('\n')}\n\n${text}`.trim();
  });
  const first = 'hotelctl contains these packages, each under its own license.';
  return `${[first, ...sections].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

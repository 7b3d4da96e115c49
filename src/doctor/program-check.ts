import type { Host } from '../base/context.ts';
import { version } from '../base/version.ts';
import { type Finding, finding } from './finding.ts';

/**
 * Which hotelctl runs, and on what.
 * @param wanted the oldest Node.js that serves, as package.json's `engines` writes it (`>=20.19`)
 */
export function programFindings({ nodeVersion, platform }: Host, wanted: string): readonly Finding[] {
  const oldest = wanted.replace(/^>=/, '');
  const serves = compare(nodeVersion, oldest) >= 0;
  return [
    finding('program', 'hotelctl', 'ok', `${version}, on ${platform}`),
    serves
      ? finding('program', 'Node.js', 'ok', nodeVersion)
      : finding(
          'program',
          'Node.js',
          'fatal',
          `${nodeVersion} is too old`,
          `install Node.js ${oldest} or later`,
        ),
  ];
}

/** Below 0 when the first version is older; parts that are missing count as 0. */
function compare(one: string, other: string): number {
  const [first, second] = [one, other].map(text => text.split('.').map(part => Number.parseInt(part, 10)));
  for (let part = 0; part < 3; part++) {
    const difference = (first?.[part] ?? 0) - (second?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

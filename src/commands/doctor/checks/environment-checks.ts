import { readFile } from 'node:fs/promises';
import { nearestFirst } from '../../../base/choices.ts';
import type { Context } from '../../../base/context.ts';
import { countText } from '../../../base/text.ts';
import { otherVariables } from '../../../cli/settings/environment.ts';
import { settingDefinitions } from '../../../cli/settings/settings.ts';
import { type Finding, finding } from '../../../output/finding.ts';

/** Variables with an unknown name, and those that weaken or extend the trust in certificates. */
export async function environmentFindings({ env }: Context): Promise<readonly Finding[]> {
  return [...unknownVariables(env), ...certificateChecksOff(env), ...(await extraAuthorities(env))];
}

function unknownVariables(env: Context['env']): readonly Finding[] {
  const others = otherVariables.map(([name]) => name).filter(name => name.startsWith('HOTELCTL_'));
  const current = [...settingDefinitions.map(({ environment }) => environment), ...others];
  const former = settingDefinitions.flatMap(({ former }) => (former ? [former.environment] : []));
  return Object.keys(env)
    .filter(name => name.startsWith('HOTELCTL_') && ![...current, ...former].includes(name))
    .map(name => {
      const { suggestion } = nearestFirst(name, current);
      return finding(
        'settings',
        'environment',
        'warning',
        `${name} is set, but hotelctl has no such variable`,
        suggestion === undefined ? 'unset it' : `did you mean ${suggestion}?`,
      );
    });
}

const certificateChecksOff = (env: Context['env']): readonly Finding[] =>
  env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        finding(
          'network',
          'certificates',
          'fatal',
          'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: hotelctl sends nothing while it is set',
          'unset NODE_TLS_REJECT_UNAUTHORIZED; to trust your own certificate authority, set NODE_EXTRA_CA_CERTS to its PEM file',
        ),
      ]
    : [];

/** Node.js prints a short warning and continues without a file that it cannot read. */
async function extraAuthorities(env: Context['env']): Promise<readonly Finding[]> {
  const path = env['NODE_EXTRA_CA_CERTS'];
  if (!path) return [];
  const result = (outcome: 'ok' | 'warning', found: string) => [
    finding(
      'network',
      'certificates',
      outcome,
      `NODE_EXTRA_CA_CERTS: ${found}`,
      outcome === 'ok' ? undefined : 'set it to a PEM file with certificates, or unset it',
    ),
  ];
  try {
    const count = (await readFile(path, 'latin1')).split('-----BEGIN CERTIFICATE-----').length - 1;
    return count > 0
      ? result('ok', `${countText(count, 'certificate')} in ${path}`)
      : result('warning', `${path} contains no certificate`);
  } catch (error) {
    return result('warning', `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

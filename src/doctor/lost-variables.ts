import type { Context } from '../base/context.ts';
import { settingDefinitions } from '../settings/settings.ts';
import { type Finding, finding } from './finding.ts';
import { shownValue } from './settings-check.ts';

/** What else hotelctl or Node.js heeds. A proxy's address may hold a password, so no value is shown. */
const heeded = [
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'TZ', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'],
  'CREDENTIALS_DIRECTORY',
];

/** Those that no crontab should hold, with the check that tells whether cron has what stands in for them. */
const secrets: Readonly<Record<string, string>> = {
  HOTELCTL_CLIENT_SECRET: 'client secret',
  HOTELCTL_ACCESS_TOKEN: 'sign-in',
  HOTELCTL_REFRESH_TOKEN: 'sign-in',
};

const intoCrontab = (name: string) => `write ${name} as a line of its own into the crontab; see docs/cron.md`;

/**
 * The variables of this environment that a job of cron's would miss, and what stands in for each there.
 * @param there what was found with cron's environment
 */
export function lostVariables(env: Context['env'], there: readonly Finding[]): readonly Finding[] {
  return Object.keys(env)
    .filter(name => env[name] && name !== 'HOTELCTL_NO_ANIMATION')
    .filter(name => name.startsWith('HOTELCTL_') || heeded.includes(name))
    .sort()
    .map(name => lostVariable(name, env[name] ?? '', there));
}

function lostVariable(name: string, value: string, there: readonly Finding[]): Finding {
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) =>
    finding('cron', name, outcome, found, remedy);
  const secret = secrets[name];
  if (secret !== undefined) {
    const substitute = there.find(({ check, outcome }) => check === secret && outcome === 'ok');
    return substitute
      ? tell('ok', `set here and not in cron, where the ${secret} is: ${substitute.found}`)
      : tell('warning', 'set here and not in cron', '`hotelctl login` keeps a sign-in for cron too');
  }
  const definition = settingDefinitions.find(({ environment }) => environment === name);
  if (!definition) return tell('warning', 'set here and not in cron', intoCrontab(name));
  const setting = there.find(found => found.setting?.name === definition.name)?.setting;
  const own = shownValue(definition, value);
  const source = setting?.source === 'default' ? 'the default' : setting?.source;
  if (setting?.value === own) return tell('ok', `set here and not in cron, where ${source} says the same`);
  return tell(
    'warning',
    setting === undefined
      ? 'set here and not in cron'
      : `set here and not in cron, where it is ${setting.value} (${source})`,
    `keep it in a profile (\`hotelctl profile add\`), or ${intoCrontab(name)}`,
  );
}

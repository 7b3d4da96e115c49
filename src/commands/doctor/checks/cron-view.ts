import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../../../base/context.ts';
import { settingDefinitions } from '../../../cli/settings/settings.ts';
import { helperEnvironment } from '../../../http/auth/store/secret-service.ts';
import { type Finding, failed, finding, readReport } from '../../../output/finding.ts';
import { shownValue } from './settings-checks.ts';

type Environment = Context['env'];

/** The PATH of cron jobs, unless the crontab sets another one. */
const cronPath = '/usr/bin:/bin';
/** Milliseconds. A token refresh may take the whole timeout of a request, and its lock some more. */
const budget = 120_000;

/** The whole environment of a cron job. */
export const cronEnvironment = (env: Environment): Environment => {
  const user = env['LOGNAME'] ?? env['USER'];
  return {
    ...(env['HOME'] === undefined ? {} : { HOME: env['HOME'], PWD: env['HOME'] }),
    ...(user === undefined ? {} : { LOGNAME: user }),
    PATH: cronPath,
    SHELL: '/bin/sh',
  };
};

/**
 * Runs the same checks in a child process with cron's environment, because time zone and certificates are fixed when a process
 * starts. Then lists what is missing compared with the environment here.
 *
 * @param program how to start hotelctl, with `doctor --format json` and the settings' flags
 */
export async function cronFindings(
  context: Context,
  program: { readonly file: string; readonly args: readonly string[] },
): Promise<readonly Finding[]> {
  const env = cronEnvironment(context.env);
  const findings = await findingsThere(context, program, env);
  const kept = findings.find(({ setting }) => setting?.name === 'credentialStore')?.setting?.value;
  return [
    ...findings,
    finding('cron', 'environment', 'ok', `${Object.keys(env).sort().join(', ')} only; PATH is ${cronPath}`),
    ...(await programs(context)),
    ...(kept === 'keychain' ? await bus(context, env) : []),
    ...variablesMissingInCron(context.env, findings),
  ];
}

async function findingsThere(
  context: Context,
  program: { readonly file: string; readonly args: readonly string[] },
  env: Environment,
): Promise<readonly Finding[]> {
  const result = (found: string) => [
    finding('cron', "cron's view", 'fatal', found, 'run `hotelctl doctor` in a cron job'),
  ];
  try {
    const { exitCode, timedOut, stdout } = await context.runChild({
      ...program,
      env,
      input: '',
      budget,
      signal: context.interrupted,
    });
    context.interrupted.throwIfAborted();
    const report = readReport(stdout);
    if (report) return report.findings;
    return result(
      timedOut
        ? "hotelctl did not finish in cron's environment"
        : `hotelctl did not run in cron's environment (exit code ${exitCode})`,
    );
  } catch (error) {
    return [failed('cron', "cron's view", error)];
  }
}

/** A job that calls `hotelctl` without its path needs it on cron's PATH, and its first line needs `node` there. */
async function programs({ host }: Context): Promise<readonly Finding[]> {
  const fixes = {
    hotelctl: 'use its full path in the crontab (`command -v hotelctl` prints it); see docs/unattended.md',
    node: `begin the crontab with PATH=${dirname(host.nodeFile)}:${cronPath}; see docs/unattended.md`,
  };
  return Promise.all(
    (['hotelctl', 'node'] as const).map(async name => {
      const place = await placeOf(name);
      return place === undefined
        ? finding('cron', name, 'warning', `not on cron's PATH (${cronPath})`, fixes[name])
        : finding('cron', name, 'ok', place);
    }),
  );
}

async function placeOf(name: string): Promise<string | undefined> {
  for (const folder of cronPath.split(':')) {
    const path = `${folder}/${name}`;
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return path;
  }
  return undefined;
}

async function bus({ host }: Context, env: Environment): Promise<readonly Finding[]> {
  if (host.platform !== 'linux') return [];
  const { DBUS_SESSION_BUS_ADDRESS: address } = await helperEnvironment(env, host);
  return [
    address === undefined
      ? finding(
          'cron',
          'session bus',
          'warning',
          `cron jobs have no DBUS_SESSION_BUS_ADDRESS, and there is no session bus at /run/user/${host.uid}/bus`,
          'run `loginctl enable-linger` to keep one, or use `--credential-store file`; see docs/unattended.md',
        )
      : finding('cron', 'session bus', 'ok', `found without DBUS_SESSION_BUS_ADDRESS: ${address}`),
  ];
}

/** Other variables that hotelctl or Node.js reads. A proxy address may hold a password, so no value is shown. */
const otherNames = [
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'TZ', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'],
  'CREDENTIALS_DIRECTORY',
];

/** Variables that do not belong into a crontab, with the check that shows whether cron has a replacement. */
const secrets: Readonly<Record<string, string>> = {
  HOTELCTL_CLIENT_SECRET: 'client secret',
  HOTELCTL_ACCESS_TOKEN: 'sign-in',
  HOTELCTL_REFRESH_TOKEN: 'sign-in',
};

const intoCrontab = (name: string) => `add a line that sets ${name} to the crontab; see docs/unattended.md`;

/**
 * The variables of this environment that a cron job does not have, and what it uses instead.
 * @param there the findings in cron's environment
 */
export function variablesMissingInCron(env: Context['env'], there: readonly Finding[]): readonly Finding[] {
  return Object.keys(env)
    .filter(name => env[name] && name !== 'HOTELCTL_NO_ANIMATION')
    .filter(name => name.startsWith('HOTELCTL_') || otherNames.includes(name))
    .sort()
    .map(name => variableMissingInCron(name, env[name] ?? '', there));
}

function variableMissingInCron(name: string, value: string, there: readonly Finding[]): Finding {
  const result = (outcome: Finding['outcome'], found: string, fix?: string) =>
    finding('cron', name, outcome, found, fix);
  const secret = secrets[name];
  if (secret !== undefined) {
    const substitute = there.find(({ check, outcome }) => check === secret && outcome === 'ok');
    return substitute
      ? result('ok', `set here but not in cron, which uses: ${substitute.found}`)
      : result(
          'warning',
          'set here but not in cron',
          'run `hotelctl login`: the stored sign-in works in cron too',
        );
  }
  const definition = settingDefinitions.find(({ environment }) => environment === name);
  if (!definition) return result('warning', 'set here but not in cron', intoCrontab(name));
  const setting = there.find(found => found.setting?.name === definition.name)?.setting;
  const own = shownValue(definition, value);
  const source = setting?.source === 'default' ? 'the default' : setting?.source;
  if (setting?.value === own)
    return result('ok', `set here but not in cron, where ${source} has the same value`);
  return result(
    'warning',
    setting === undefined
      ? 'set here but not in cron'
      : `set here but not in cron, where it is ${setting.value} (${source})`,
    `save it in a profile (\`hotelctl profile set\`), or ${intoCrontab(name)}`,
  );
}

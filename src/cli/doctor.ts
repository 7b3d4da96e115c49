import { access, constants, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Context } from '../base/context.ts';
import { succeeds } from '../base/errors.ts';
import { redacted } from '../base/secrets.ts';
import { jsonValue } from '../base/text.ts';
import { version } from '../base/version.ts';
import { helperEnvironment } from '../http/auth/store/secret-service.ts';
import { type Finding, failedCheck, finding } from '../platform/finding.ts';
import { safeText } from '../platform/safe-text.ts';
import { isExecutable, ownProgram } from './own-program.ts';
import { type SettingDefinition, settingDefinitions } from './settings/settings.ts';

/** The sections of doctor's report with their titles, in this order. */
export const findingGroups = {
  program: 'Program',
  settings: 'Settings',
  'sign-in': 'Sign-in',
  network: 'Network',
  time: 'Time',
  folders: 'Folders',
  shell: 'Shell',
  cron: 'Differences in cron',
  platform: 'Assumptions about the platform',
} as const;

export interface SettingFinding extends Finding {
  readonly setting?: { readonly name: string; readonly value: string; readonly source: string };
}

export interface DoctorFinding extends SettingFinding {
  readonly group: keyof typeof findingGroups;
}

/** The public words for the states of a finding. */
export const doctorOutcomes = {
  passed: 'ok',
  warning: 'warning',
  failed: 'fatal',
  skipped: 'skipped',
} as const;

/** What `doctor --format json` writes, and what the cron view reads from its child process. */
export type DoctorReport = ReturnType<typeof doctorReport>;

/** @param view the environment that was checked: this process's, or cron's */
export const doctorReport = (view: 'here' | 'cron' | 'platform', findings: readonly DoctorFinding[]) => ({
  version,
  view,
  fatal: findings.filter(({ state }) => state === 'failed').length,
  warnings: findings.filter(({ state }) => state === 'warning').length,
  findings: findings.map(({ group, check, state, ...rest }) => ({
    group,
    check,
    outcome: doctorOutcomes[state],
    ...rest,
  })),
});

/** The findings of another hotelctl process of the same version; undefined for anything else. */
function readDoctorReport(text: string): readonly DoctorFinding[] | undefined {
  const states = { ok: 'passed', warning: 'warning', fatal: 'failed', skipped: 'skipped' } as const;
  const report = jsonValue(text) as DoctorReport | undefined;
  if (report?.version !== version) return undefined;
  return report.findings.map(({ outcome, ...rest }) => ({ ...rest, state: states[outcome] }));
}

/** The value of a setting, safe to print: who knows the URL of a heartbeat can send heartbeats. */
export const shownValue = ({ name }: SettingDefinition, text: string): string =>
  name === 'heartbeat' ? redacted : safeText(text);

/** The PATH of cron jobs, unless the crontab sets another one. */
const cronPath = '/usr/bin:/bin';
export const cronEnvironment = (env: Context['env']): Context['env'] => {
  const user = env['LOGNAME'] ?? env['USER'];
  return {
    ...(env['HOME'] === undefined ? {} : { HOME: env['HOME'], PWD: env['HOME'] }),
    ...(user === undefined ? {} : { LOGNAME: user }),
    PATH: cronPath,
    SHELL: '/bin/sh',
  };
};

/**
 * Runs the checks in a child process with cron's environment, because time zone and certificates are fixed at its start.
 *
 * @param flags the setting flags of the command line @param timeout milliseconds for one request there
 */
export async function cronFindings(context: Context, flags: readonly string[], timeout: number) {
  const env = cronEnvironment(context.env);
  const inCron = (found: Finding): DoctorFinding => ({ group: 'cron', ...found });
  const findings = await checkThere(context, env, flags, timeout).catch(error => [
    inCron(failedCheck("cron's view", error)),
  ]);
  const store = findings.find(({ setting }) => setting?.name === 'credentialStore')?.setting?.value;
  const names = Object.keys(env).sort().join(', ');
  return [
    ...findings,
    ...[
      finding('environment', 'passed', `${names} only; PATH is ${cronPath}`),
      ...(await findPrograms(context)),
      ...(store === 'keychain' ? await findSessionBus(context, env) : []),
      ...variablesMissingInCron(context.env, findings),
    ].map(inCron),
  ];
}

/** What a job starts with, of which its definition sets some variables. */
export const schedulerEnvironment = ({ env, host }: Context, variables: Context['env']): Context['env'] => ({
  ...(host.platform === 'win32' ? env : cronEnvironment(env)),
  ...variables,
});

/** The checks as a job runs them, whose lines name programs by path and set folders. @param variables those of its definition */
export async function jobEnvironmentFindings(context: Context, variables: Context['env']) {
  const { env, host } = context;
  const isUnix = host.platform !== 'win32';
  const start = schedulerEnvironment(context, variables);
  const findings: readonly SettingFinding[] = await checkThere(context, start, [], 60_000).catch(error => [
    failedCheck('environment of jobs', error),
  ]);
  const unset = Object.fromEntries(Object.entries(env).filter(([name]) => variables[name] === undefined));
  return [...findings, ...(isUnix ? variablesMissingInCron(unset, findings, 'a job') : [])];
}

async function checkThere(context: Context, env: Context['env'], flags: readonly string[], timeout: number) {
  const { exitCode, timedOut, stdout } = await context.runChild({
    ...ownProgram(context.host, ['doctor', '--format', 'json', ...flags]),
    env,
    // A refresh of the token may take the whole timeout, and its lock some more.
    budget: 2 * timeout,
    signal: context.interrupted,
  });
  context.interrupted.throwIfAborted();
  const [what, why] = timedOut ? ['finish', ''] : ['run', ` (exit code ${exitCode})`];
  const problem = `hotelctl did not ${what} in cron's environment${why}`;
  const fix = 'run `hotelctl doctor` in a cron job';
  return readDoctorReport(stdout) ?? [{ group: 'cron', ...finding("cron's view", 'failed', problem, fix) }];
}

/** Writes a block of bytes, because a full disk still creates empty files, and removes it. @throws the error of the system */
export async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/** A job that calls `hotelctl` without its path needs it on cron's PATH, and its first line needs `node` there. */
async function findPrograms({ host }: Context): Promise<readonly Finding[]> {
  const fixes = {
    hotelctl: 'use its full path in the crontab (`command -v hotelctl` prints it); see docs/unattended.md',
    node: `begin the crontab with PATH=${dirname(host.nodeFile)}:${cronPath}; see docs/unattended.md`,
  };
  return Promise.all(
    (isExecutable(host) ? (['hotelctl'] as const) : (['hotelctl', 'node'] as const)).map(async name => {
      for (const folder of cronPath.split(':')) {
        const path = `${folder}/${name}`;
        if (await succeeds(access(path, constants.X_OK))) return finding(name, 'passed', path);
      }
      return finding(name, 'warning', `not on cron's PATH (${cronPath})`, fixes[name]);
    }),
  );
}

async function findSessionBus({ host }: Context, env: Context['env']): Promise<readonly Finding[]> {
  if (host.platform !== 'linux') return [];
  const { DBUS_SESSION_BUS_ADDRESS: address } = await helperEnvironment(env, host);
  if (address !== undefined)
    return [finding('session bus', 'passed', `found without DBUS_SESSION_BUS_ADDRESS: ${address}`)];
  const found = `cron jobs have no DBUS_SESSION_BUS_ADDRESS; there is no session bus at /run/user/${host.uid}/bus`;
  const fix =
    'run `loginctl enable-linger` to keep one, or use `--credential-store file`; see docs/unattended.md';
  return [finding('session bus', 'warning', found, fix)];
}

/** Variables that hotelctl or Node.js reads. A proxy address may hold a password, so no value is shown. */
export const isReadVariable = (name: string): boolean =>
  /^(HOTELCTL_(?!NO_ANIMATION$|SANDBOX$).*|NODE_(EXTRA_CA_CERTS|OPTIONS)|TZ|XDG_(CONFIG|STATE)_HOME|CREDENTIALS_DIRECTORY)$/.test(
    name,
  ) || /^(https?|no)_proxy$/i.test(name);

/** Variables that do not belong into a crontab, with the check that shows whether cron has a replacement. */
const secrets: Readonly<Record<string, string>> = {
  HOTELCTL_CLIENT_SECRET: 'client secret',
  HOTELCTL_ACCESS_TOKEN: 'sign-in',
  HOTELCTL_REFRESH_TOKEN: 'sign-in',
};

/** The variables that a job does not have, and what it uses instead. @param there the findings in its environment */
export function variablesMissingInCron(
  env: Context['env'],
  there: readonly SettingFinding[],
  place: 'cron' | 'a job' = 'cron',
): readonly Finding[] {
  const missing = `set here but not in ${place}`;
  const login = `run \`hotelctl login\`: the stored sign-in works in ${place} too`;
  return Object.keys(env)
    .filter(name => env[name] && isReadVariable(name))
    .sort()
    .map(name => {
      const into = `set ${name} in the ${place === 'cron' ? 'crontab' : 'scheduler'}; see docs/unattended.md`;
      const secret = secrets[name];
      if (secret !== undefined) {
        const substitute = there.find(({ check, state }) => check === secret && state === 'passed');
        return substitute
          ? finding(name, 'passed', `${missing}, which uses: ${substitute.found}`)
          : finding(name, 'warning', missing, login);
      }
      const definition = settingDefinitions.find(({ environment }) => environment === name);
      if (!definition) return finding(name, 'warning', missing, into);
      const setting = there.find(found => found.setting?.name === definition.name)?.setting;
      const source = setting?.source === 'default' ? 'the default' : setting?.source;
      if (setting?.value === shownValue(definition, env[name] ?? '') && setting.value !== redacted)
        return finding(name, 'passed', `${missing}, where ${source} has the same value`);
      const other = setting ? `, where it is ${setting.value} (${source})` : '';
      const fix = `save it in a profile (\`hotelctl profile set\`), or ${into}`;
      return finding(name, 'warning', `${missing}${other}`, fix);
    });
}

import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { helperEnvironment } from '../auth/store/session-bus.ts';
import type { Context } from '../base/context.ts';
import { type Finding, failed, finding } from './finding.ts';
import { lostVariables } from './lost-variables.ts';
import { readReport } from './report.ts';

type Environment = Context['env'];

/** Where cron looks for programs, unless the crontab says otherwise. */
const cronPath = '/usr/bin:/bin';
/** Milliseconds: a renewal may take the whole time of a request, and its lock some more. */
const budget = 120_000;

/** All that cron gives a job. */
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
 * What a job of cron's would find: the same checks in a process that has cron's environment, since time zone and
 * certificates are settled when a process starts; then what is lost in comparison with the environment here.
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
    finding(
      'cron',
      'environment',
      'ok',
      `${Object.keys(env).sort().join(', ')} and nothing else; PATH is ${cronPath}`,
    ),
    ...(await programs(context)),
    ...(kept === 'keychain' ? await bus(context, env) : []),
    ...lostVariables(context.env, findings),
  ];
}

async function findingsThere(
  context: Context,
  program: { readonly file: string; readonly args: readonly string[] },
  env: Environment,
): Promise<readonly Finding[]> {
  const tell = (found: string) => [
    finding('cron', "cron's view", 'fatal', found, 'run `hotelctl doctor` in a job of cron itself'),
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
    return tell(
      timedOut
        ? "hotelctl did not end in cron's environment"
        : `hotelctl did not run in cron's environment (exit code ${exitCode})`,
    );
  } catch (error) {
    return [failed('cron', "cron's view", error)];
  }
}

/** A job that names `hotelctl` alone needs it on cron's PATH, and the first line of hotelctl needs `node` there. */
async function programs({ host }: Context): Promise<readonly Finding[]> {
  const remedies = {
    hotelctl: 'write its whole path into the crontab (`command -v hotelctl` tells it); see docs/cron.md',
    node: `begin the crontab with PATH=${dirname(host.nodeFile)}:${cronPath}; see docs/cron.md`,
  };
  return Promise.all(
    (['hotelctl', 'node'] as const).map(async name => {
      const place = await placeOf(name);
      return place === undefined
        ? finding('cron', name, 'warning', `not on cron's PATH (${cronPath})`, remedies[name])
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
          `cron's jobs have no DBUS_SESSION_BUS_ADDRESS, and there is no bus at /run/user/${host.uid}/bus`,
          'keep one with `loginctl enable-linger`, or use `--credential-store file`; see docs/cron.md',
        )
      : finding('cron', 'session bus', 'ok', `found without DBUS_SESSION_BUS_ADDRESS: ${address}`),
  ];
}

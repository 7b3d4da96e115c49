import type { Context } from '../../base/context.ts';
import { HotelctlError, OutputError, UsageError } from '../../base/errors.ts';
import { countText, resultOr } from '../../base/text.ts';
import { findArchive, findDataDir } from '../../cli/archive.ts';
import { planChecklist, requirePassed } from '../../cli/checklist.ts';
import { openHttp, openSession } from '../../cli/connect.ts';
import {
  cronFindings,
  type DoctorFinding,
  type DoctorReport,
  doctorOutcomes,
  doctorReport,
  findingGroups,
  type SettingFinding,
} from '../../cli/doctor.ts';
import { flagWords } from '../../cli/flags.ts';
import { givenSettings, type Invocation } from '../../cli/invocation.ts';
import { findBudget, readPortfolio } from '../../cli/portfolio.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { findSettingDefinition, nameFlag, settingDefinitions } from '../../cli/settings/settings.ts';
import { openProgress } from '../../cli/several-properties.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { dateIn, isTimeZone } from '../../platform/dates.ts';
import { type Finding, failedCheck, finding } from '../../platform/finding.ts';
import { textColumns } from '../../platform/records.ts';
import { clockFindings, contactHosts, deliveryFindings, readStore, signInFinding } from './host-checks.ts';
import { completionFindings, folderFindings, programFindings } from './machine-checks.ts';
import { type CheckInput, profileFindings, settingFindings, unknownVariables } from './settings-checks.ts';

export async function planDoctor(first: Invocation, options: OutputOptions, view: DoctorReport['view']) {
  const { invocation, profileProblem } = await openUnattended(first, options);
  const write = await planChecklist(invocation, options, { name: 'findings', columns: findingColumns });
  return async () => {
    const findings = await {
      here: () => checkHere(invocation, profileProblem),
      cron: () => checkInCron(invocation, options),
      platform: () => checkPlatform(invocation, profileProblem),
    }[view]();
    const report = doctorReport(view, findings);
    const { version, fatal, warnings } = report;
    const place = { here: 'here', cron: 'in cron', platform: 'on this platform' }[view];
    const parts = Object.entries(findingGroups).map(([group, title]) => ({
      title,
      findings: findings.filter(each => each.group === group).map(withOutcome),
    }));
    await write({
      parts: parts.filter(part => part.findings.length > 0),
      summary: `hotelctl ${version}, ${place}: ${fatal} fatal, ${countText(warnings, 'warning')}`,
      records: report.findings.map(finding => ({ ...finding })),
      body: report,
    });
    requirePassed(findings, 'see the findings');
  };
}

/** A profile that cannot be used is a finding; the other checks run without it. */
async function openUnattended(first: Invocation, options: OutputOptions) {
  // Without a terminal a locked keychain is an error, and so a finding, instead of a prompt to unlock it.
  const unattended = ({ context, ...invocation }: Invocation): Invocation => ({
    ...invocation,
    context: { ...context, stdin: { ...context.stdin, isTerminal: false } },
    interactive: false,
  });
  try {
    return { invocation: unattended(await first.reopen(options)) };
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    return { invocation: unattended(first), profileProblem: error };
  }
}

async function checkHere(invocation: Invocation, profileProblem: HotelctlError | undefined) {
  const { settings } = invocation;
  const once = openHttp({
    ...invocation,
    settings: settings.with({ timeout: String(timeoutFor(settings)), maxAttempts: '1' }),
  });
  // A refresh gets the usual timeout: interrupting it could lose the sign-in.
  let session: Awaited<ReturnType<typeof openSession>> | undefined;
  const input: CheckInput = {
    ...invocation,
    profileProblem,
    send: once.send,
    session: async () => {
      session = await openSession(invocation);
      return session;
    },
  };
  const checks = listChecks(input);
  const progress = openProgress(invocation, checks.length, 'checks');
  try {
    return await runChecks(checks, progress.advance);
  } finally {
    await progress.close();
    await Promise.all([once.close(), session?.close()]);
  }
}

async function checkPlatform(
  invocation: Invocation,
  profileProblem: HotelctlError | undefined,
): Promise<readonly DoctorFinding[]> {
  if (profileProblem) throw profileProblem;
  const { platformFindings } = await import('./platform-checks.ts');
  return (await platformFindings(invocation)).map(found => ({ group: 'platform', ...found }));
}

async function checkInCron({ context, flags, settings }: Invocation, options: OutputOptions) {
  if (context.host.platform === 'win32')
    throw new UsageError('--cron is not available on Windows', {
      hint: 'run `hotelctl doctor` in a task of the Task Scheduler',
    });
  return cronFindings(context, flagsGiven(flags.profile, options), timeoutFor(settings) * 1000);
}

/** Seconds for one request; the default where the setting is not valid, which is a finding of the settings. */
const timeoutFor = (settings: Settings): number =>
  resultOr(Number(findSettingDefinition('timeout').fallback), () => settings.requireCount('timeout'));

/** The setting flags of this command line, for the child process. None of them is a secret. */
function flagsGiven(profile: string | undefined, options: OutputOptions): readonly string[] {
  const given = givenSettings(options);
  return [
    ...(profile === undefined ? [] : [`--profile=${profile}`]),
    ...settingDefinitions.flatMap(({ name, repeatable }) => {
      const value = given[name];
      return flagWords(nameFlag(name), repeatable ? value?.split(' ') : value);
    }),
  ];
}

interface Check {
  readonly group: DoctorFinding['group'];
  readonly name: string;
  readonly find: () => readonly SettingFinding[] | Promise<readonly SettingFinding[]>;
}

function listChecks(input: CheckInput): readonly Check[] {
  const { context } = input;
  const check = (group: Check['group'], name: string, find: Check['find']) => ({ group, name, find });
  const store = readStore(input);
  const hosts = contactHosts(input);
  return [
    check('program', 'program', () => programFindings(context.host)),
    check('settings', 'profile', () => profileFindings(input)),
    check('settings', 'settings', () => settingFindings(input)),
    check('settings', 'environment', () => unknownVariables(context.env)),
    check('settings', 'budget', () => findBudget(input).then(() => [])),
    check('settings', 'portfolio', () => readPortfolio(input, {}).then(() => [])),
    check('sign-in', 'credential store', async () => (await store).findings),
    check('sign-in', 'sign-in', async () => {
      const [{ stored }, contacts] = await Promise.all([store, hosts]);
      const identity = contacts.find(({ name }) => name === 'authUrl');
      return [await signInFinding(input, stored !== undefined, identity?.responded ?? false)];
    }),
    check('network', 'hosts', async () => [
      ...(await hosts).map(({ finding }) => finding),
      ...(await deliveryFindings(input)),
    ]),
    check('time', 'clock', async () => clockFindings(context.clock.isOfSandbox ? [] : await hosts)),
    check('time', 'time zone', () => [timeZoneFinding(context.env, context.clock.now())]),
    check('folders', 'folders', () => folderFindings(context, findDataDir(input))),
    check('folders', 'archive', async () => {
      // Settings that are not valid have their own findings.
      await findArchive(input).catch(error => error instanceof OutputError && Promise.reject(error));
      return [];
    }),
    check('shell', 'completion', () => completionFindings(context)),
  ];
}

/**
 * A check that throws becomes a finding, so that one failure never hides the results of the others.
 *
 * @throws InterruptedError, and nothing else
 */
async function runChecks(checks: readonly Check[], ended: () => Promise<void>) {
  const run = async ({ group, name, find }: Check): Promise<readonly DoctorFinding[]> => {
    try {
      return (await find()).map(found => ({ group, ...found }));
    } catch (error) {
      return [{ group, ...failedCheck(name, error) }];
    } finally {
      await ended();
    }
  };
  return (await Promise.all(checks.map(run))).flat();
}

export const findingColumns = textColumns('group', 'check', 'outcome', 'found', 'fix');

/** The outcome is also a word, for people who cannot distinguish the symbols. */
const withOutcome = (finding: DoctorFinding): DoctorFinding =>
  finding.state === 'passed'
    ? finding
    : { ...finding, found: `${doctorOutcomes[finding.state]}: ${finding.found}` };

/** The time zone of this machine; reports use that of the property. @param now milliseconds since 1970 */
export function timeZoneFinding(env: Context['env'], now: number): Finding {
  const given = env['TZ'];
  const name = given?.replace(/^:/, '') || undefined;
  if (name !== undefined && !isTimeZone(name)) {
    const found = `TZ=${given} is not an IANA time zone: Node.js uses UTC`;
    return finding('time zone', 'warning', found, 'set TZ to a name such as Europe/Berlin, or unset it');
  }
  const zone = name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const source = name === undefined ? "the system's" : 'TZ';
  return finding('time zone', 'passed', `${zone} (${source}): today is ${dateIn(zone, now)}`);
}

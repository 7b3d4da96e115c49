import type { Context } from '../../base/context.ts';
import { CheckFailedError, HotelctlError, UsageError } from '../../base/errors.ts';
import { knownProperties } from '../../cli/completion/known-lists.ts';
import { openHttp, openSession } from '../../cli/connect.ts';
import { givenSettings, type Invocation, type OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { openProgress } from '../../cli/progress.ts';
import { flagOf, settingDefinitions } from '../../cli/settings/settings.ts';
import { type Finding, isolated, reportOf } from '../../output/finding.ts';
import type { CheckInput } from './checks/check-input.ts';
import { cronFindings } from './checks/cron-view.ts';
import { checkCount, runChecks } from './checks/run-checks.ts';
import { checkOutputFlags, showFindings } from './findings-output.ts';

/** Seconds that a host has for a response; fewer if `--timeout` is shorter. */
const answerTime = 5;

/** Runs the checks, writes the findings, and fails with exit 10 if one of them is fatal. */
export async function runDoctor(open: OpenInvocation, options: OutputOptions, cron: boolean): Promise<void> {
  const { invocation, profileProblem } = await openUnattended(open, options);
  await checkOutputFlags(invocation, options);
  const report = cron
    ? reportOf('cron', await asCron(invocation, options))
    : reportOf('here', await asHere(invocation, profileProblem));
  await showFindings(invocation, options, report);
  const first = report.findings.find(({ outcome }) => outcome === 'fatal');
  if (!first) return;
  throw new CheckFailedError(
    `${report.fatal} of ${report.findings.length} findings ${report.fatal === 1 ? 'is' : 'are'} fatal: ${first.check}: ${first.found}`,
    { hint: first.fix ?? 'see the findings' },
  );
}

/** A profile that cannot be used is a finding; the other checks run without it. */
async function openUnattended(
  open: OpenInvocation,
  options: OutputOptions,
): Promise<{ invocation: Invocation; profileProblem?: HotelctlError }> {
  const unattended = (invocation: Invocation) => ({
    ...invocation,
    context: withoutPerson(invocation.context),
    interactive: false,
  });
  try {
    return { invocation: unattended(await open(options)) };
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    const invocation = await open(options, { withoutProfiles: true });
    return { invocation: unattended(invocation), profileProblem: error };
  }
}

/** Without a terminal a locked keychain is an error, and so a finding, instead of a prompt to unlock it. */
const withoutPerson = (context: Context): Context => ({
  ...context,
  stdin: {
    isTerminal: false,
    readText: () => context.stdin.readText(),
    lines: signal => context.stdin.lines(signal),
  },
});

async function asHere(
  invocation: Invocation,
  profileProblem: HotelctlError | undefined,
): Promise<readonly Finding[]> {
  const { context, settings, profiles } = invocation;
  // An invalid timeout is a finding of the settings.
  const timeout = Math.min(Number(settings.find('timeout')?.value) || answerTime, answerTime);
  const quick = openHttp({
    ...invocation,
    settings: settings.with({ timeout: String(timeout), maxAttempts: '1' }),
  });
  // A refresh gets the usual timeout: interrupting it could lose the sign-in.
  let session: Awaited<ReturnType<typeof openSession>> | undefined;
  const progress = openProgress(invocation, checkCount, 'checks');
  const input: CheckInput = {
    context,
    settings,
    profiles,
    ...(profileProblem ? { profileProblem } : {}),
    profileNamedBy: invocation.flags.profile
      ? '--profile'
      : context.env['HOTELCTL_PROFILE'] && 'HOTELCTL_PROFILE',
    send: quick.send,
    store: async () => {
      const { openStore } = await import('../../http/auth/store/open.ts');
      return openStore(settings.require('credentialStore'), context);
    },
    session: async () => {
      session = await openSession(invocation);
      return session;
    },
    properties: () => knownProperties(invocation),
  };
  try {
    return await runChecks(input, progress.advance);
  } finally {
    await progress.close();
    await Promise.all([quick.close(), session?.close()]);
  }
}

async function asCron({ context, flags }: Invocation, options: OutputOptions): Promise<readonly Finding[]> {
  if (context.host.platform === 'win32') {
    throw new UsageError('--cron is not available on Windows', {
      hint: 'run `hotelctl doctor` in a task of the Task Scheduler',
    });
  }
  const program = ownProgram(context.host, [
    'doctor',
    '--format',
    'json',
    ...flagsGiven(flags.profile, options),
  ]);
  return isolated('cron', "cron's view", () => cronFindings(context, program));
}

/** The setting flags of this command line, for the child process. None of them is a secret. */
function flagsGiven(profile: string | undefined, options: OutputOptions): readonly string[] {
  const given = givenSettings(options);
  return [
    ...(profile === undefined ? [] : [`--profile=${profile}`]),
    ...settingDefinitions.flatMap(({ name, repeatable }) => {
      const value = given[name];
      if (value === undefined) return [];
      return (repeatable ? value.split(' ') : [value]).map(part => `${flagOf(name)}=${part}`);
    }),
  ];
}

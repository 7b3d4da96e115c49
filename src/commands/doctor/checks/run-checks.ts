/**
 * Runs all checks, in parallel where they do not depend on each other.
 */
import { engines } from '../../../base/version.ts';
import { type Finding, findingGroups, type Group, isolated } from '../../../output/finding.ts';
import type { CheckInput } from './check-input.ts';
import { environmentFindings } from './environment-checks.ts';
import { folderFindings } from './folder-checks.ts';
import { contactHosts } from './host-checks.ts';
import { completionFindings, programFindings } from './program-checks.ts';
import { profileFindings, settingFindings } from './settings-checks.ts';
import { readStore, signInFindings } from './sign-in-checks.ts';
import { clockFindings, timeZoneFindings } from './time-checks.ts';

/** Number of checks, for the progress. */
export const checkCount = 11;

/**
 * All findings, in the order of the sections.
 * @param ended called as each check ends
 * @throws InterruptedError, and nothing else
 */
export async function runChecks(input: CheckInput, ended: () => Promise<void>): Promise<readonly Finding[]> {
  const { context, settings } = input;
  const checked = (
    group: Group,
    check: string,
    work: () => readonly Finding[] | Promise<readonly Finding[]>,
  ) => isolated(group, check, work).finally(ended);
  const store = readStore(input);
  const hosts = contactHosts(input);
  const found = await Promise.all([
    checked('program', 'program', () => programFindings(context.host, engines.node)),
    checked('settings', 'profile', () => profileFindings(input)),
    checked('settings', 'settings', () => settingFindings(input)),
    checked('settings', 'environment', () => environmentFindings(context)),
    checked('sign-in', 'credential store', async () => (await store).findings),
    checked('sign-in', 'sign-in', async () => {
      const [{ stored }, sights] = await Promise.all([store, hosts]);
      const identity = sights.find(({ name }) => name === 'authUrl');
      return signInFindings(input, stored !== undefined, identity?.responded ?? false);
    }),
    checked('network', 'hosts', async () => (await hosts).map(sight => sight.finding)),
    checked('time', 'clock', async () => clockFindings(await hosts)),
    checked('time', 'time zone', async () =>
      timeZoneFindings({
        env: context.env,
        now: context.clock.now(),
        property: settings.find('property')?.value,
        known: await input.properties(),
      }),
    ),
    checked('folders', 'folders', () => folderFindings(context)),
    checked('shell', 'completion', () => completionFindings(context.env)),
  ]);
  return findingGroups.flatMap(group => found.flat().filter(finding => finding.group === group));
}

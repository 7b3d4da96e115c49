/**
 * Doctor: what keeps hotelctl from working, and what to do about it. Each check is a function from what it looks at to
 * findings; this file runs them all, at the same time where they do not need each other. `cron-view.ts` is the same as
 * cron's jobs see it.
 */
import { engines } from '../base/version.ts';
import { clockFindings } from './clock-check.ts';
import { completionFindings } from './completion-check.ts';
import { environmentFindings } from './environment-check.ts';
import type { Examination } from './examination.ts';
import { type Finding, type Group, groups, isolated } from './finding.ts';
import { folderFindings } from './folders-check.ts';
import { lookAtHosts } from './hosts-check.ts';
import { profileFindings } from './profile-check.ts';
import { programFindings } from './program-check.ts';
import { settingFindings } from './settings-check.ts';
import { signInFindings } from './sign-in-check.ts';
import { lookAtStore } from './store-check.ts';
import { timeZoneFindings } from './time-zone-check.ts';

/** How many checks tell that they have ended. */
export const checkCount = 11;

/**
 * All findings, in the order of the groups.
 * @param ended called as each check ends
 * @throws InterruptedError, and nothing else
 */
export async function examine(
  examination: Examination,
  ended: () => Promise<void>,
): Promise<readonly Finding[]> {
  const { context, settings } = examination;
  const told = (group: Group, check: string, work: () => readonly Finding[] | Promise<readonly Finding[]>) =>
    isolated(group, check, work).finally(ended);
  const store = lookAtStore(examination);
  const hosts = lookAtHosts(examination);
  const found = await Promise.all([
    told('program', 'program', () => programFindings(context.host, engines.node)),
    told('settings', 'profile', () => profileFindings(examination)),
    told('settings', 'settings', () => settingFindings(examination)),
    told('settings', 'environment', () => environmentFindings(context)),
    told('sign-in', 'credential store', async () => (await store).findings),
    told('sign-in', 'sign-in', async () => {
      const [{ stored }, sights] = await Promise.all([store, hosts]);
      const identity = sights.find(({ name }) => name === 'authUrl');
      return signInFindings(examination, stored !== undefined, identity?.answered ?? false);
    }),
    told('network', 'hosts', async () => (await hosts).map(sight => sight.finding)),
    told('time', 'clock', async () => clockFindings(await hosts)),
    told('time', 'time zone', async () =>
      timeZoneFindings({
        env: context.env,
        now: context.clock.now(),
        property: settings.find('property')?.value,
        known: await examination.properties(),
      }),
    ),
    told('folders', 'folders', () => folderFindings(context)),
    told('shell', 'completion', () => completionFindings(context.env)),
  ]);
  return groups.flatMap(group => found.flat().filter(finding => finding.group === group));
}

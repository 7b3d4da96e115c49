import { engines } from '../../base/version.ts';
import { type DoctorFinding, findingGroups, type SettingFinding } from '../../cli/cron-view.ts';
import { failedCheck } from '../../platform/finding.ts';
import { clockFindings, contactHosts, timeZoneFindings } from './host-checks.ts';
import { completionFindings, folderFindings, programFindings } from './machine-checks.ts';
import {
  type CheckInput,
  certificateFindings,
  profileFindings,
  settingFindings,
  unknownVariables,
} from './settings-checks.ts';
import { readStore, signInFindings } from './sign-in-checks.ts';
/** Number of checks, for the progress. */
export const checkCount = 11;

/**
 * Runs all checks, in parallel where they do not depend on each other. A check that throws becomes a finding, so that one
 * failure never hides the results of the others.
 *
 * @param ended called as each check ends
 * @returns the findings in the order of the sections
 * @throws InterruptedError, and nothing else
 */
export async function runChecks(
  input: CheckInput,
  ended: () => Promise<void>,
): Promise<readonly DoctorFinding[]> {
  const { context, settings } = input;
  const run = async (
    group: DoctorFinding['group'],
    check: string,
    work: () => readonly SettingFinding[] | Promise<readonly SettingFinding[]>,
  ): Promise<readonly DoctorFinding[]> => {
    try {
      return (await work()).map(found => ({ group, ...found }));
    } catch (error) {
      return [{ group, ...failedCheck(check, error) }];
    } finally {
      await ended();
    }
  };
  const store = readStore(input);
  const hosts = contactHosts(input);
  const found = await Promise.all([
    run('program', 'program', () => programFindings(context.host, engines.node)),
    run('settings', 'profile', () => profileFindings(input)),
    run('settings', 'settings', () => settingFindings(input)),
    run('settings', 'environment', () => unknownVariables(context.env)),
    run('sign-in', 'credential store', async () => (await store).findings),
    run('sign-in', 'sign-in', async () => {
      const [{ stored }, contacts] = await Promise.all([store, hosts]);
      const identity = contacts.find(({ name }) => name === 'authUrl');
      return signInFindings(input, stored !== undefined, identity?.responded ?? false);
    }),
    run('network', 'hosts', async () => [
      ...(await certificateFindings(context.env)),
      ...(await hosts).map(({ finding }) => finding),
    ]),
    run('time', 'clock', async () => clockFindings(await hosts)),
    run('time', 'time zone', async () =>
      timeZoneFindings({
        env: context.env,
        now: context.clock.now(),
        property: settings.find('property')?.value,
        known: await input.properties(),
      }),
    ),
    run('folders', 'folders', () => folderFindings(context)),
    run('shell', 'completion', () => completionFindings(context.env)),
  ]);
  return findingGroups.flatMap(group => found.flat().filter(finding => finding.group === group));
}

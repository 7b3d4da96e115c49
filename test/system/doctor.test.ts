import { expect, it } from 'vitest';
import type { DoctorReport } from '../../src/cli/doctor.ts';
import { expectSuccess } from '../expect-run.ts';
import type { Run } from '../run-hotelctl.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { openWorkplace, useWorkplace } from './workplace.ts';

/** `hotelctl doctor` as a process, in realistic environments. sign-in.test.ts has it with a real keychain. */
const reportOf = ({ stdout }: Run) => JSON.parse(stdout) as DoctorReport;
const about = (report: DoctorReport, check: string) =>
  report.findings.filter(finding => finding.check === check).at(-1);

useWorkplace();

it("finds no problem in a complete installation, and the same in cron's environment with a file store", async () => {
  const workplace = await openWorkplace();
  const login = startHotelctl(
    `login --profile sandbox --credential-store file --redirect-uri ${workplace.redirectUri}`,
    {
      env: {
        ...workplace.keyring.env,
        HOME: workplace.home,
        BROWSER: workplace.browser.command,
        HOTELCTL_CLIENT_SECRET: workplace.exported['HOTELCTL_CLIENT_SECRET'],
      },
    },
  );
  await signInAsHotelUser(await workplace.browser.opened(login), { allow: true });
  expect(await login.ended).toMatchObject({ exitCode: 0 });
  // The place where cron looks for its settings, which may differ from a shell's.
  const env = {
    SHELL: '/bin/bash',
    HTTPS_PROXY: 'http://user:canary@proxy.example',
    HOTELCTL_PROPERTY: 'MUC',
  };
  const here = await expectSuccess(workplace.run('doctor --format json', env), /^$/);
  expect(reportOf(here)).toMatchObject({ view: 'here', fatal: 0, warnings: 0 });
  expect(about(reportOf(here), 'completion')?.found).toBe('not installed for bash');

  const before = workplace.files();
  const cron = await expectSuccess(workplace.run('doctor --cron --format json', env), /^$/);
  const report = reportOf(cron);
  expect(report).toMatchObject({ view: 'cron', fatal: 0 });
  expect(about(report, 'sign-in')).toMatchObject({ outcome: 'ok' });
  expect(about(report, 'completion')?.found).toBe('no completion for sh');
  expect(about(report, 'environment')?.found).toMatch(/^HOME, .*SHELL only; PATH is \/usr\/bin:\/bin$/);
  for (const lost of ['HTTPS_PROXY', 'HOTELCTL_PROPERTY'])
    expect(about(report, lost)).toMatchObject({ group: 'cron', outcome: 'warning' });
  expect(cron.stdout).not.toContain('canary');
  expect(workplace.files()).toEqual(before);

  const table = await workplace.run('doctor --cron', env);
  expect(table.stdout).toMatch(/\nDifferences in cron\n\n/);
  expect(table.stdout).toMatch(/\nhotelctl [\d.]+, in cron: 0 fatal, \d+ warnings?\n$/);
});

import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { ChildRequest, ChildResult } from '../../../src/base/context.ts';
import { cronEnvironment, cronFindings, type DoctorFinding, doctorReport } from '../../../src/cli/doctor.ts';
import { finding } from '../../../src/platform/finding.ts';
import { testContext } from '../../context.ts';

/** The cron view, from the report of another process; test/system/sign-in.test.ts runs that process. */
const anna = { HOME: '/home/anna', USER: 'anna', LOGNAME: 'anna' };
const secret = { HOTELCTL_CLIENT_SECRET: 'canary', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/canary' };
const env = { ...anna, ...secret, PATH: '/opt/bin', SHELL: '/bin/zsh', LANG: 'C' };
const childResult = (stdout: string, more: Partial<ChildResult> = {}): ChildResult => {
  const ended = { exitCode: 0, timedOut: false, stderr: '' };
  return { ...ended, stdout, ...more };
};

async function look(result: ChildResult, uid: number | null = 4_000_000_000) {
  const requests: ChildRequest[] = [];
  const runChild = async (request: ChildRequest) => {
    requests.push(request);
    return result;
  };
  const context = testContext({ env });
  const host = { ...context.host, uid };
  const findings = await cronFindings({ ...context, host, runChild }, ['--property=MUC'], 60_000);
  return { findings, requests };
}

it("starts the program with cron's environment and nothing else", async () => {
  const { requests } = await look(childResult(''));
  const args = [expect.stringMatching(/hotelctl\.js$/), 'doctor', '--format', 'json', '--property=MUC'];
  expect(requests).toMatchObject([{ args }]);
  const usual = { LOGNAME: 'anna', PATH: '/usr/bin:/bin', SHELL: '/bin/sh' };
  expect(requests[0]?.env).toEqual({ HOME: '/home/anna', PWD: '/home/anna', ...usual });
  expect(cronEnvironment({ USER: 'anna' })).toEqual(usual);
});

it('passes on the findings of the child process, and adds what is missing', async () => {
  const setting = { name: 'credentialStore', value: 'keychain', source: 'default' };
  const there: DoctorFinding[] = [
    { group: 'network', ...finding('API host', 'failed', 'out of reach', 'wait') },
    { group: 'settings', ...finding('credential store to use', 'passed', 'keychain'), setting },
  ];
  const { findings } = await look(childResult(JSON.stringify(doctorReport('here', there)), { exitCode: 10 }));
  expect(findings.slice(0, 2)).toEqual(there);
  const about = (check: string) => findings.find(finding => finding.check === check);
  const fix = expect.stringContaining('loginctl enable-linger');
  expect(about('session bus')).toMatchObject({ state: 'warning', fix });
  expect(about('HOTELCTL_CLIENT_SECRET')?.state).toBe('warning');
  expect(JSON.stringify(findings)).not.toContain('canary');
  for (const check of ['hotelctl', 'node']) {
    const found = about(check);
    if (found?.state === 'passed') expect(dirname(found.found)).toMatch(/^(\/usr)?\/bin$/);
    else expect(found?.fix).toMatch(/docs\/unattended\.md$/);
  }
});

it('does not check the session bus when the tokens are in a file', async () => {
  const { findings } = await look(childResult(JSON.stringify(doctorReport('here', []))));
  expect(findings.some(({ check }) => check === 'session bus')).toBe(false);
});

it.each([
  ['nothing', childResult('', { exitCode: 127 }), /did not run in cron's environment \(exit code 127\)/],
  ['something else', childResult('{"version": "0.0.0", "findings": []}'), /did not run/],
  ['no end', childResult('', { exitCode: null, timedOut: true }), /did not finish in cron's environment$/],
])('is fatal when the program returns %s', async (_, result, found) => {
  const { findings } = await look(result);
  expect(findings[0]).toMatchObject({ group: 'cron', state: 'failed', found: expect.stringMatching(found) });
});

import { describe, expect, it } from 'vitest';
import { faultRule, wordsOf } from '../../../src/commands/sandbox/options.ts';
import { bookErrors } from '../../../src/sandbox/faults/books.ts';
import { faults } from '../../../src/sandbox/faults/faults.ts';
import { sharedWorkbench } from '../../bookings/workbench.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { expectedOf } from '../../faults/expectations.ts';
import { runMain } from '../in-process.ts';
import { roomNights } from '../local-server.ts';

/** `sandbox --fault`: what it accepts, what it refuses, and that each of its faults is in the tables. */

describe('a rule', () => {
  it('has a host, a fault and the affected requests', () => {
    const affected = { path: '/reports', method: 'POST', times: 2 };
    const response = { body: 'html', retryAfter: '-1', to: undefined };
    const rule = faultRule('api=503,path=/reports,method=post,times=2,body=html,retry-after=-1');
    expect(rule).toEqual({ host: 'api', fault: '503', ...affected, ...response });
    expect(wordsOf(faultRule('auth=mute'))).toBe('the auth host processes the request and never responds');
    const cent = faultRule('books=cent');
    expect([cent.host, cent.fault]).toEqual(['books', 'cent']);
    expect(wordsOf(cent)).toBe('the books have a charge whose gross amount is one cent too high');
  });

  it.each([
    ['api=reset-in-bdy', 'api of --fault must be one of', 'did you mean reset-in-body?'],
    ['apu=mute', '--fault has no key "apu"', 'did you mean api?'],
    ['mute', '--fault takes key=value pairs', 'keys: api'],
    ['path=/reports', '--fault requires one host', "for example --fault 'api=reset-in-body'"],
    ['api=mute,auth=mute', '--fault requires one host', 'hosts: api, auth'],
    ['api=mute,method=pst', 'method of --fault must be one of', 'did you mean POST?'],
    ['api=mute,times=0', 'times of --fault must be a whole number', 'times=1'],
    ['api=mute,body=html', '--fault api=mute does not accept body', 'a status, such as 503'],
    ['api=503,body=htm', 'body of --fault must be one of', 'did you mean html?'],
    ['api=503,to=https://a.example/', '--fault api=503 does not accept to', 'redirect'],
    ['api=503,retry-after=2\u20ac', 'retry-after of --fault must be ASCII text', 'retry-after=2'],
    ['api=redirect,to=nowhere', 'to of --fault must be an http or https address', 'elsewhere'],
    ['books=cents', 'books of --fault must be one of lost-line', 'did you mean cent?'],
    ['books=cent,times=2', '--fault books=cent does not accept times', 'faults of single requests'],
    ['api=refuse,path=/reports', '--fault api=refuse does not accept path', 'faults of single requests'],
  ])('%s is a usage error, before anything starts', async (rule, message, hint) => {
    await expectFailure(runMain(['sandbox', 'run', '--fault', rule, '--', 'true']), 2, message, hint);
  });

  it('can name every fault, and help and tables list them all', async () => {
    const { stdout } = await runMain(['sandbox', 'start', '--help']);
    for (const { name, summary } of faults) {
      expect(faultRule(`api=${name}`).fault).toBe(name);
      expect(stdout).toContain(`the host ${summary}`);
      expect(expectedOf(name, 'read').tries).toBeGreaterThan(0);
    }
    for (const { summary } of bookErrors) expect(stdout).toContain(`the books ${summary}`);
  });
});

it('a fault that no request met is named at the end of a run, because a test with it proves nothing', async () => {
  const line = [
    'sandbox',
    'run',
    '-q',
    '--fault',
    'api=503,path=/repotrs',
    '--fault',
    'api=refuse',
    '--',
    'true',
  ];
  const stderr = 'warning: no request met --fault api=503,path=/repotrs\n';
  expect(await runMain(line)).toMatchObject({ exitCode: 0, stderr });
});

const openBench = sharedWorkbench();

it('a fault with times=N ends after N requests', async () => {
  const { sandbox, env } = openBench();
  await sandbox.meetFaults([faultRule('api=503,times=1')]);
  const once = [...roomNights, '--max-attempts', '1'];
  await expectFailure(runMain(once, { env }), 5);
  await expectSuccess(runMain(once, { env }));
});

it('of several rules the first matching one counts, and other requests pass', async () => {
  const { sandbox, env } = openBench();
  await sandbox.meetFaults([faultRule('api=404,path=/bed-nights'), faultRule('api=403,path=nights')]);
  const status = async (report: string) =>
    (await runMain(['reports', report, ...roomNights.slice(2), '-q', '--max-attempts', '1'], { env })).stderr;
  expect(await status('bed-nights')).toContain('404');
  expect(await status('room-nights')).toContain('403');
  expect(await status('arrivals')).toBe('');
  expect(sandbox.unmetFaults()).toEqual([]);
});

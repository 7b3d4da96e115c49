import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultRule } from '../../../src/commands/sandbox/options.ts';
import { openWorkbench, type Workbench } from '../../bookings/workbench.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';

let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench('offers.read reports.read properties.read');
});
afterAll(() => bench.sandbox.stop());

/** At a moment; the fault is one of the list of properties. */
async function run(line: string, fault?: string, at = '2026-11-21T12:00:00Z', path = '/inventory') {
  if (fault) await bench.sandbox.meetFaults([faultRule(`api=${fault},path=${path}`)]);
  const env = { HOTELCTL_BASE_URL: bench.sandbox.apiUrl, HOTELCTL_MAX_ATTEMPTS: '1' };
  const ended = await bench.run(line, { now: Date.parse(at), env });
  await bench.sandbox.meetFaults([]);
  return ended;
}

describe('a list of properties that is not available', () => {
  const report = 'reports room-nights --property MUC --format csv';

  it.each(['reset-before-headers', 'reset-in-body', 'garbage', '403', '503'])(
    '%s does not stop a report',
    async fault => {
      for (const period of ['2026-09', 'last-month']) {
        const ended = run(`${report} --period ${period}`, fault, '2026-10-15T12:00:00Z');
        const { stdout, stderr } = await expectSuccess(ended);
        expect(stderr.includes('in the time zone of this machine')).toBe(period === 'last-month');
        expect(stdout).toContain('MUC,2026,9,total');
      }
    },
  );

  it('stops a report whose day depends on the time zone', async () => {
    const line = `${report} --period last-month`;
    await expectFailure(run(line, 'reset-before-headers', '2026-10-31T23:30:00Z'), 5);
  });

  it('has the time zones of an older list, which a note names', async () => {
    const line = `${report} --period last-month`;
    await run('properties list', undefined, '2026-10-01T12:00:00Z');
    const { stdout, stderr } = await expectSuccess(run(line, '503', '2026-10-31T23:30:00Z'));
    expect(stdout).toContain('MUC,2026,10,total');
    expect(stderr).toContain('the time zones are those of the cached list of properties: the platform could');
  });

  it('is requested once for the day and the last closed day of a property', async () => {
    await run('properties list', undefined, '2026-10-01T12:00:00Z');
    const line = 'close --property MUC --period last-month';
    const { stderr } = await run(line, '503', '2026-11-05T23:30:00Z', '/');
    expect(stderr.match(/the time zones are those of the cached list/g)).toHaveLength(1);
  });

  it('names the scope of a list that is refused', async () => {
    await expectFailure(run('properties list', '403'), 4, /^hint: .*lacks the scope properties\.read/m);
  });
});

it.each([
  'reports room-nights --property MUN --period 2026-10',
  'reports room-nights --property MCU --period 2026-10',
  'offers list --property MUN --arrival 2026-12-01 --departure 2026-12-03 --adults 2',
  'bookings quote --property MUN --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL',
  'brief --property MUN',
  'pack --property MUN --period 2026-10 --format html',
  'close --property MCU --period 2026-10',
  'pickup --property MUN --since 7d --period next-30-days',
  'pace --property MUN --period next-30-days',
])('a property that the sign-in does not have is reported with the nearest one: %s', async line => {
  // Offline commands know the cached list.
  await run('properties list');
  const message = /no access to property (MUN|MCU)\n(.*\n)*hint: did you mean MUC\?/;
  const { stderr } = await expectExit(run(line), 4, message);
  expect(stderr).not.toContain('time zone');
});

it.each([
  ['revenues --language-code de_DE', '--language-code de_DE is sent, but', 'languageCode must be'],
  ['arrivals --reports-version v2', 'the reports version v2 is sent, but', '404 not found'],
  ['property-performance --travel-purpose X', '--travel-purpose X is sent, but', 'travelPurpose must be'],
])(
  'a value that the platform may know is sent with a warning, and the platform decides: %s',
  async (line, warning, refusal) => {
    const ended = run(`reports ${line} --period 2026-10 --property MUC`);
    await expectFailure(ended, 4, `warning: ${warning}`, refusal);
  },
);

it('an expansion that the platform would ignore is sent with a warning', async () => {
  const line = 'reports property-performance --expand days --period 2026-10 --property MUC';
  await expectSuccess(run(line), 'warning: --expand days is sent, but it should be one of businessDays');
});

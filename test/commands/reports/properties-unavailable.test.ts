import { describe, expect, it } from 'vitest';
import { runHotelctl } from '../../run-hotelctl.ts';

describe('a list of properties that is not available', () => {
  const report = 'reports room-nights --property MUC --format csv';

  it.each(['reset-before-headers', 'garbage', '403', '503'])('%s does not stop a report', async fault => {
    const env = { HOTELCTL_AS_OF: '2026-10-15T12:00:00Z', HOTELCTL_MAX_ATTEMPTS: '1' };
    const line = `sandbox run --today 2026-10-15 --fault api=${fault},path=/inventory -- hotelctl ${report}`;
    for (const period of ['2026-09', 'last-month']) {
      const run = await runHotelctl(`${line} --period ${period}`, { env });
      expect([run.exitCode, run.stdout], run.stderr).toEqual([
        0,
        expect.stringContaining('MUC,2026,9,total'),
      ]);
    }
  });

  it('stops a report whose day depends on the time zone', async () => {
    const env = { HOTELCTL_AS_OF: '2026-10-31T23:30:00Z', HOTELCTL_MAX_ATTEMPTS: '1' };
    const line =
      'sandbox run --today 2026-10-31 --fault api=reset-before-headers,path=/inventory -- hotelctl';
    const run = await runHotelctl(`${line} ${report} --period last-month`, { env });
    expect([run.exitCode, run.stdout], run.stderr).toEqual([5, '']);
  });

  it('names the scope of a list that is refused', async () => {
    const { exitCode, stderr } = await runHotelctl(
      'sandbox run --fault api=403,path=/inventory -- hotelctl properties list',
    );
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/^hint: .*lacks the scope properties\.read/m);
  });
});

describe('a property that the sign-in does not have', () => {
  it.each([
    'reports room-nights --property MUN --period 2026-10',
    'offers list --property MUN --arrival 2026-12-01 --departure 2026-12-03 --adults 2',
    'bookings quote --property MUN --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL',
  ])('is reported with the nearest one: %s', async line => {
    const { exitCode, stderr } = await runHotelctl(`sandbox run -- hotelctl ${line}`);
    expect([exitCode, stderr]).toEqual([
      4,
      expect.stringMatching(/no property MUN in this sign-in\n(.*\n)*hint: did you mean MUC\?/),
    ]);
  });
});

describe('a value that the platform may know', () => {
  it.each([
    [
      'revenues --period 2026-10 --language-code de_DE',
      '--language-code de_DE is sent, but',
      'languageCode must be',
    ],
    [
      'arrivals --period 2026-10 --reports-version v2',
      'the reports version v2 is sent, but',
      '404 not found',
    ],
    [
      'property-performance --period 2026-10 --travel-purpose Bleisure',
      '--travel-purpose Bleisure is sent, but',
      'travelPurpose must be',
    ],
  ])('is sent with a warning, and the platform decides: %s', async (line, warning, refusal) => {
    const run = await runHotelctl(`sandbox run -- hotelctl reports ${line} --property MUC`);
    expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining(`warning: ${warning}`)]);
    expect(run.stderr).toContain(refusal);
  });
});

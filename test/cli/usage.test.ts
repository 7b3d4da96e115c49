import { describe, expect, it } from 'vitest';
import { runMain } from '../commands/in-process.ts';
import { localServer, roomNights, signedIn } from '../commands/local-server.ts';

/** A usage error is one clear line with a hint, exit 2, and nothing is sent. */
const typos: readonly (readonly [line: string, what: string, hint: string])[] = [
  [
    'ui-integration https://views.example/?token=s3cret',
    "unknown command 'https://views.example/?token=[redacted]",
    '`hotelctl ui-integration --help`',
  ],
  ['repotrs -qh', "unknown command 'repotrs'", 'did you mean `hotelctl reports`?'],
  ['help repotrs', "unknown command 'repotrs'", 'did you mean `hotelctl reports`?'],
  ['reports list --vrebose', "unknown option '--vrebose'", 'did you mean --verbose?'],
  [
    'close lst --property MUC',
    '`hotelctl close` takes no arguments (1 given)',
    'did you mean `hotelctl close list`?',
  ],
  ['completion', 'SHELL is required', 'one of bash, zsh, fish, powershell'],
  ['hotelctl brief', "unknown command 'hotelctl'", 'omit the word hotelctl'],
  [
    'bookings authorization --quote a.json --quote b.json',
    '--quote is specified more than once',
    'specify it once; it accepts one value',
  ],
  [
    'reports revenues --property --from 2026-10-01 --to 2026-10-02',
    '--property needs a value; --from is a flag',
    'write --property <id>; run `hotelctl reports revenues --help` for usage',
  ],
  [
    'schedule add x --every hour --print -- reports list',
    '--print needs a value; -- ends the flags',
    '--print <kind>',
  ],
  ['--profile --quiet reports list', '--profile needs a value; --quiet is a flag', '--profile <name>'],
  ['brief --amounts netto', '--amounts must be one of net, gross', 'did you mean net?'],
  ['auth status --format csv', '--format must be one of text, json, not "csv"', 'for example text'],
  ['auth check --min-ttl 5', '--min-ttl must be a duration such as 90s, 5m, 1h or 30d', '--min-ttl 5m'],
  ['reports room-nights --month 10 --year 2026', '--property is required', 'add --property, set'],
  ['reports room-nights --property MUC', '--month is required; --year is required', 'for example'],
  [
    'reports room-nights --property MUC --month 13 --year 26',
    '--month must be a whole number from 1 to 12; --year must be a whole number from 1900 to 9999',
    'for example',
  ],
  [`${roomNights.join(' ')} --output=`, '--output is empty', 'name a file, or omit the flag'],
  [`${roomNights.join(' ')} --metrics a.csv`, '--metrics: ', 'for example --metrics hotelctl.prom'],
  [`${roomNights.join(' ')} --format xls`, '--format must be one of table, csv,', 'csv and xlsx are for'],
  [
    'brief --property MUC --mail-to a@b.example',
    'the mail server for --mail-to and the sender address of emails are not set\n',
    'set HOTELCTL_SMTP_HOST and HOTELCTL_SMTP_FROM, or run `hotelctl profile set KEY VALUE` for smtpHost and',
  ],
  ['pace', '--period is required\n', 'for example'],
  ['login --client-secret=s3cret', "unknown option '--client-secret'\n", 'a secret is never a flag'],
  ['properties list --profile x', 'there is no profile "x"\n', 'create it with `hotelctl login --profile x`'],
  ['reports revenues --from', '--from needs a date\n', ''],
  ['profile add munich --base-url', '--base-url needs a url\n', ''],
  ['bookings quote --reservation adults=2', 'reservation 1: property is required; ', 'add --property, set'],
  ['ui-integration get', 'TARGET is required\n', ''],
  ['reports list a b', '`hotelctl reports list` takes no arguments (2 given)\n', ''],
];

it.each(typos)('a typo: hotelctl %s', async (line, what, hint) => {
  const server = await localServer();
  const { exitCode, stdout, stderr } = await runMain(line, { env: signedIn(server.url) });
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^hotelctl: /),
    expect.stringMatching(/^hint: /),
    '',
  ]);
  expect(stderr).toContain(`hotelctl: ${what}`);
  expect(stderr.split('hint: ')[1]).toContain(hint);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(server.connections()).toBe(0);
});

describe('a wrong value is reported with its source', () => {
  it.each(['yesterday', '2026-02-45T06:00:00Z', '-1', '9999999999999'])(
    'HOTELCTL_AS_OF=%s: the dates of another day would be wrong',
    async moment => {
      const env = { ...signedIn('http://127.0.0.1:1'), HOTELCTL_AS_OF: moment };
      const line = 'reports room-nights --property MUC --period last-month';
      const { stderr, exitCode } = await runMain(line, { env });
      expect([exitCode, stderr]).toEqual([
        2,
        'hotelctl: HOTELCTL_AS_OF is not a date and time\n' +
          'hint: set it to a time such as 2026-11-01T06:00:00Z, or unset it\n',
      ]);
    },
  );

  it('an invalid property', async () => {
    const env = { ...signedIn('http://127.0.0.1:1'), HOTELCTL_PROPERTY: 'M\u0007C' };
    const { stderr } = await runMain('reports room-nights --month 10 --year 2026', { env });
    expect(stderr).toContain('hotelctl: HOTELCTL_PROPERTY must be an id');
  });
});

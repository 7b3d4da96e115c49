import { expect, it } from 'vitest';
import { runMain } from '../commands/in-process.ts';
import { localServer, signedIn } from '../commands/local-server.ts';

/** What a hint names; `usage`: no guess, because every one would be wrong. */
const lines: readonly (readonly [line: string, hint: string])[] = [
  // Words of other tools.
  ['signin', '`hotelctl login`'],
  ['sign-in', '`hotelctl login`'],
  ['sign in', '`hotelctl login`'],
  ['list hotels', '`hotelctl properties list`'],
  ['version --json', 'usage'],
  ['sync --to lake', 'usage'],
  ['reports revenues --lang de', '--language-code'],
  ['setup', '`hotelctl login`'],
  ['whoami', '`hotelctl auth status`'],
  ['auth whoami', '`hotelctl auth status`'],
  ['config', '`hotelctl profile --help`'],
  ['hotels', '`hotelctl properties list`'],
  ['hotel list', '`hotelctl properties list`'],
  ['invoices', '`hotelctl reports company-invoices-vat`'],
  ['occupancy', '`hotelctl reports property-performance`'],
  ['ledger', '`hotelctl reports gross-transactions`'],
  ['list', '`hotelctl reports list`'],
  ['export revenues', '`hotelctl reports list`'],
  ['roomnights', '`hotelctl reports room-nights`'],
  ['reports invoices', '`hotelctl reports company-invoices-vat`'],
  ['availability', '`hotelctl offers list`'],
  ['book', '`hotelctl bookings quote`'],
  ['forecast', '`hotelctl pace`'],
  ['crontab', '`hotelctl help cron`'],
  ['period', '`hotelctl help periods`'],
  ['mock', '`hotelctl sandbox run -- COMMAND`'],
  ['docs', '`hotelctl --help`'],
  ['profiles', '`hotelctl profile list`'],
  ['profile delete munich', '`hotelctl profile remove`'],
  ['profile switch munich', '`hotelctl profile use`'],
  ['profile ls', '`hotelctl profile list`'],
  ['profile edit munich', '`hotelctl profile set`'],
  ['schedule delete nightly', '`hotelctl schedule remove`'],
  ['schedule new nightly', '`hotelctl schedule add`'],
  ['snapshot create', '`hotelctl snapshot take`'],
  ['ui-integration rm x y', '`hotelctl ui-integration delete`'],
  ['ui-integration show x', '`hotelctl ui-integration get`'],
  ['bookings new', '`hotelctl bookings create`'],
  ['reports ls', '`hotelctl reports list`'],
  // Typos.
  ['report', '`hotelctl reports`'],
  ['pick-up', '`hotelctl pickup`'],
  ['reports bednights', '`hotelctl reports bed-nights`'],
  ['reports arrival', '`hotelctl reports arrivals`'],
  ['bookings creat', '`hotelctl bookings create`'],
  // Flags of other tools and typos of flags.
  ['reports room-nights --from 2026-10-01', '--period'],
  ['reports room-nights --date 2026-10', '--period'],
  ['reports revenues --month 10', '--period'],
  ['pickup --since 7d --month 2026-11', '--period'],
  ['brief --date 2026-10-01', 'usage'],
  ['reports room-nights --out october.csv', '--output'],
  ['reports room-nights --file october.csv', '--output'],
  ['reports room-nights --hotel MUC', '--property'],
  ['reports room-nights --all', '--all-properties'],
  ['reports room-nights --json', '--format json'],
  ['reports room-nights --excel', '--output FILE.xlsx'],
  ['reports room-nights --pdf', '--output FILE.html'],
  ['reports room-nights --fields key', '--columns'],
  ['reports room-nights --order-by key', '--sort'],
  ['properties list --jq .x', '--query'],
  ['offers list --checkin 2026-12-01', '--arrival'],
  ['offers list --guests 2', '--adults'],
  ['auth token --password x', 'HOTELCTL_CLIENT_SECRET'],
  ['uninstall --force', '--yes'],
  ['brief --email a@hotel.example', '--mail-to'],
  ['schedule add x --cron daily -- brief', '--every'],
  ['schedule add x --evry day -- brief', '--every'],
  ['sandbox run brief --propertie MUC', 'the other command after --'],
  ['--hlep', '--help'],
  ['-help', '--help'],
  ['--proprety MUC brief', 'the flags of a command after its name'],
  // A value without its flag.
  ['close 2026-10', '--period 2026-10'],
  ['reports revenues last-month', '--period last-month'],
  ['brief MUC', '--property MUC'],
  ['brief secret', 'usage'],
  // No guess.
  ['install', 'usage'],
  ['get', 'usage'],
  ['bookings cancel X', 'usage'],
  ['update', 'usage'],
  ['check', 'usage'],
  ['delete', 'usage'],
  ['reports room-nights --bold', 'usage'],
  ['profile frob', 'usage'],
];

it.each(lines)('a wrong command line has a useful hint or none: hotelctl %s', async (line, named) => {
  const { exitCode, stdout, stderr } = await runMain(line);
  const [what = '', hint = '', ...further] = stderr.split('\n');
  expect(what).toMatch(/^hotelctl: /);
  expect(further).toEqual(['']);
  if (named === 'usage') expect(hint).toMatch(/^hint: run `hotelctl( [a-z-]+)* --help` for usage$/);
  else
    expect(hint).toMatch(
      new RegExp(`^hint: (did you mean|use|set|write|put) .*${named.replace(/[.]/g, '\\.')}`),
    );
  expect([exitCode, stdout]).toEqual([2, '']);
});

it.each([
  ['pace', 'hotelctl: --period is required'],
  ['reports revenues --from', 'hotelctl: --from needs a date'],
  ['ui-integration get', 'hotelctl: TARGET is required'],
  ['reports list a b', 'hotelctl: `hotelctl reports list` takes no arguments (2 given)'],
])('hotelctl %s: %s', async (line, what) => {
  expect((await runMain(line)).stderr.split('\n')[0]).toBe(what);
});

const month = '--property MUC --period 2026-10';

it.each([
  [`close ${month} --output missing/folder/x.html`, 8],
  [`statistics DE ${month} --output missing/x.xlsx`, 8],
  [`journal ${month} --output missing/x.csv`, 8],
  ['brief --property MUC --output missing/x.html', 8],
  [`reports revenues ${month} --output missing/x.csv`, 8],
  [`reports revenues ${month} --output missing/{property}/{period}.csv`, 8],
  ['snapshot take --property MUC --output missing/x.csv', 8],
  ['properties list --output missing/x.csv', 8],
  ['api /inventory/v1/properties --output missing/x.json', 8],
  ['brief --property MUC --output s3://bucket', 2],
  ...['close', 'pack', 'statistics DE'].map(
    name => [`${name} ${month} --output x/{property}.html`, 2] as const,
  ),
  ['brief --property MUC --output {date}.html', 2],
  ['properties list --output {report}.csv', 2],
  [`journal evidence ${month} --output {property}`, 2],
  ['schedule add x --every "day 06:00" -- brief --property MUC --output {property}.html', 2],
] as const)(
  'an --output that cannot be written ends the command before a request: hotelctl %s',
  async (line, code) => {
    const server = await localServer((_, response) => response.writeHead(404).end());
    const { exitCode, stderr } = await runMain(line, { env: signedIn(server.url) });
    const [what, hint] = code === 8 ? [/could not be written: /, /folder/] : [/--output|S3/, /omit|s3:/];
    expect(stderr).toMatch(new RegExp(`^hotelctl: .*${what.source}.*\\nhint: .*${hint.source}.*\\n$`));
    expect([exitCode, server.connections()]).toEqual([code, 0]);
  },
);

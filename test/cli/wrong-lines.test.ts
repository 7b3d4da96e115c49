import { expect, it } from 'vitest';
import { runMain } from '../commands/in-process.ts';
import { localServer, signedIn } from '../commands/local-server.ts';

/** What a hint names, for words and flags of other tools and typos; `usage`: no guess, because every one would be wrong. */
const linesOf: Readonly<Record<string, string>> = {
  '`hotelctl login`': 'signin, sign-in, sign in, setup',
  '`hotelctl properties list`': 'list hotels, hotels, hotel list',
  usage:
    'version --json, sync --to lake, brief --date 2026-10-01, brief secret, install, get, bookings cancel X, update, check, delete, constructor, reports room-nights --bold, profile frob',
  '--language-code': 'reports revenues --lang de',
  '`hotelctl auth status`': 'whoami, auth whoami',
  '`hotelctl profile --help`': 'config',
  '`hotelctl reports company-invoices-vat`': 'invoices, reports invoices',
  '`hotelctl reports property-performance`': 'occupancy',
  '`hotelctl reports property-performance --by property`': 'ranking, reports ranking',
  '`hotelctl reports gross-transactions`': 'ledger',
  '`hotelctl reports list`': 'list, export revenues, reports ls',
  '`hotelctl reports room-nights`': 'roomnights',
  '`hotelctl offers list`': 'availability',
  '`hotelctl bookings quote`': 'book',
  '`hotelctl pace`': 'forecast',
  '`hotelctl help cron`': 'crontab',
  '`hotelctl help periods`': 'period',
  '`hotelctl sandbox run -- COMMAND`': 'mock',
  '`hotelctl --help`': 'docs',
  '`hotelctl profile list`': 'profiles, profile ls',
  '`hotelctl profile remove`': 'profile delete munich',
  '`hotelctl profile use`': 'profile switch munich',
  '`hotelctl profile set`': 'profile edit munich',
  '`hotelctl schedule remove`': 'schedule delete nightly',
  '`hotelctl schedule add`': 'schedule new nightly',
  '`hotelctl snapshot take`': 'snapshot create',
  '`hotelctl ui-integration delete`': 'ui-integration rm x y',
  '`hotelctl ui-integration get`': 'ui-integration show x',
  '`hotelctl bookings create`': 'bookings new, bookings creat',
  '`hotelctl reports`': 'report',
  '`hotelctl pickup`': 'pick-up',
  '`hotelctl reports bed-nights`': 'reports bednights',
  '`hotelctl reports arrivals`': 'reports arrival',
  '--period':
    'reports room-nights --from 2026-10-01, reports room-nights --date 2026-10, reports revenues --month 10, pickup --since 7d --month 2026-11',
  '--output': 'reports room-nights --out october.csv, reports room-nights --file october.csv',
  '--property': 'reports room-nights --hotel MUC',
  '--all-properties': 'reports room-nights --all',
  '--format json': 'reports room-nights --json',
  '--output FILE.xlsx': 'reports room-nights --excel',
  '--output FILE.html': 'reports room-nights --pdf',
  '--columns': 'reports room-nights --fields key',
  '--sort': 'reports room-nights --order-by key',
  '--query': 'properties list --jq .x',
  '`hotelctl api POST PATH`': 'api -X POST /x, api /x --method=POST',
  '--input': 'api POST /x --data a=b',
  '--arrival': 'offers list --checkin 2026-12-01',
  '--adults': 'offers list --guests 2',
  HOTELCTL_CLIENT_SECRET: 'auth token --password x',
  '--yes': 'uninstall --force',
  '--mail-to': 'brief --email a@hotel.example',
  '--every': 'schedule add x --cron daily -- brief, schedule add x --evry day -- brief',
  'the other command after --': 'sandbox run brief --propertie MUC',
  '--help': '--hlep, -help',
  'the flags of a command after its name': '--proprety MUC brief',
  '--period 2026-10': 'close 2026-10',
  '--period last-month': 'reports revenues last-month',
  '--property MUC': 'brief MUC',
};

const lines = Object.entries(linesOf).flatMap(([hint, list]) =>
  list.split(', ').map(line => [line, hint] as const),
);

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

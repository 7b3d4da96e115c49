import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectFailure } from '../expect-run.ts';
import { runMain } from './in-process.ts';
import { localServer, signedIn } from './local-server.ts';

/** What a command refuses before it sends or writes anything, by the words that are added to its lines. */
type Refused = Readonly<Record<string, string | RegExp>>;

const october = '--property MUC --period 2026-10';
const stay = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=X';
const emptyId =
  'the id of the UI integration is empty\nhint: run `hotelctl ui-integration list` to see the targets and ids\n';
const emptyTarget =
  'the target of the UI integration is empty\nhint: run `hotelctl ui-integration targets` to see the targets\n';

const groups: readonly (readonly [command: string, added: string, refused: Refused])[] = [
  [
    'reports',
    october,
    {
      'ordered-services --chart': '--chart: ordered-services has no chart\nhint: reports with charts: room-',
      'revenues --chart --format csv': '--chart replaces the table; the format is csv\nhint: omit one of',
      'revenues --chart --output x.html': 'the format is html\nhint: omit --chart: HTML pages always have',
      'room-nights --chart --view reservations': '--chart: the charts of room-nights show its view breakdown',
      'room-nights --chart --columns key': '--columns cannot be combined with --chart, which replaces the',
      'revenues --open --format csv': '--open shows an HTML page; the format is csv\nhint: for example',
      'revenues --open --chart': '--chart replaces the table; the format is html\nhint: omit --chart',
      'revenues --open --format html --output -': '--open cannot be combined with standard output\nhint: ',
      'revenues --open --format html --output x.exe': '--open needs a file whose name ends in .html\nhint: ',
      'revenues --open --output {property}.html': '--open shows one page; --output names one for each',
      'gross-transactions --compare last-year': 'gross-transactions lists single records',
      'room-nights --compare last-year --align weekday': 'room-nights takes whole months',
      'room-nights --by week': 'room-nights has no days',
      'property-performance --by weeks': '--by must be one of',
      'property-performance --by day': 'days themselves are a view\nhint: add --view days',
      'property-performance --align weekday': '--align needs --compare',
      'property-performance --compare last-decade': '"last-decade" is not a valid period',
      'property-performance --compare last-month':
        '--compare: last-month is the period itself\nhint: use last-year',
      'property-performance --by week --view days': '--by chooses the view itself',
      'property-performance --by week --budget none.csv': '--budget needs --by property',
      'property-performance --data-dir none': '--data-dir needs --as-of',
      'room-nights --portfolio none.csv': '--portfolio needs --by or --compare',
      'property-performance --unit-group-type Suite':
        'hint: it is the type of the unit groups to count; may be repeated, for example BedRoom\n',
      'property-performance --channel-code bookingcom': 'must be spelled BookingCom',
      'property-performance --period 2026-Q4': 'overlap: both include 2026-10\n',
      'property-performance --by market-segment': 'add --market-segment with several values',
      'room-nights --by channel': '--by',
      'room-nights --envelope': '--envelope requires JSON; the format is table\n',
      'room-nights --format json --view reservations': '--view cannot be combined with --format json, which',
      'room-nights --format json --columns key': '--columns cannot be combined with --format json, which',
      'room-nights --month 10': '--period replaces --month: they cannot be combined',
      'room-nights --all-properties': 'cannot be combined',
      'room-nights --property MUC,,TYO': '--property has an empty name',
      'room-nights --view all --output - --format table':
        '--view: only xlsx and html can contain several views; the format is table\nhint: name one view, or use --format xlsx or html\n',
      'room-nights --format html --view breakdown,breakdown':
        '--view names breakdown twice\nhint: name each view once',
      'room-nights --format html --view breakdown,':
        '--view: room-nights has no view ""\nhint: views: breakdown, reservations, or all',
      'room-nights --format html --view breakdown,reservation':
        '--view: room-nights has no view "reservation"\nhint: did you mean reservations',
      'room-nights --format html --view all --columns key':
        '--columns applies to one view; --view names several\nhint: name one view,',
      'room-nights --format html --view all --sort key':
        '--sort applies to one view; --view names several\nhint: name one view, or',
      'room-nights --format html --view all --limit 5': '--limit applies to one view; --view names several',
      'room-nights --format html --view all --compare last-year':
        '--compare compares the rows of one view\nhint: name one view',
      'company-invoices-vat --view ageing --by month': '--by and --view ageing cannot be combined',
      'company-invoices-vat --view ageing --compare last-year':
        '--compare and --view ageing cannot be combined',
      'company-invoices-vat --view invoices,ageing --output a.xlsx': '--view ageing cannot be combined',
      'company-invoices-vat --view ageng': 'has no view "ageng"\nhint: did you mean ageing?',
    },
  ],
  [
    'reports',
    '--property MUC',
    {
      'company-invoices-vat --view ageing': '--view ageing needs the months of the invoices',
      'company-invoices-vat --date-filter gte_2026-01-01': 'at most one month',
      'room-nights --period lastmonth': 'did you mean last-month?',
      'room-nights --period 10/2026': 'write 2026-10\n',
      'room-nights --period 2026/10:2026/09': 'write 2026-09..2026-10\n',
      'room-nights --period 2026Q3': 'write 2026-Q3\n',
      'room-nights --period 2026-10 --output x.doc': 'cannot write .doc',
      'room-nights --period 2026-10 --mail-to x': '"x" is not a valid email address',
      'room-nights --period 2026-10 --output {x}.csv': '--output has an unknown placeholder {x}',
      'room-nights --period 2026-10 --timeout x': '--timeout must be a whole number from 1 to 86400',
      'room-nights --period 2026-10 --reports-version v1':
        /room-nights is not served in reports version v1\nhint: .*; v1 comes from /,
      'room-nights --period 2026-09-30..2026-10-01':
        'is not whole months\nhint: use --period 2026-09..2026-10\n',
      'arrivals --period yesterday':
        'arrivals takes whole months; yesterday (2026-11-20) is a day\nhint: use --period 2026-11\n',
      'bed-nights --period mtd':
        'mtd (2026-11-01..2026-11-20) is not whole months\nhint: use --period 2026-11\n',
      'revenues --from 2026-10-02 --to 2026-10-01': 'from must be before to',
      'revenues --from 2025-01-01 --to 2026-01-02': 'at most one year',
      'property-performance --from 2026-10-02 --to 2026-10-01': 'from must not be after to',
      'property-performance --period 2026-10-20 --as-of today --rate-plan X':
        'nothing finer than unit groups\nhint: omit --rate-plan\n',
      'property-performance --period 2026-10 --as-of today --by channel':
        'nothing finer than unit groups\nhint: omit --by\n',
      'property-performance --period 2026-10 --as-of soon': '--as-of: "soon" is not a valid date',
      'property-performance --period 2026-01 --period 2026-03 --by property --compare 2025-Q1':
        '2026-01 and 2026-03 would both be compared with 2025-01..2025-03, which would count twice\nhint: use --compare last-year, or one command for each period',
      'property-performance --period 2026-01-01..2026-01-10 --period 2026-01-15..2026-02-03 --by property --compare previous-period':
        '2026-01-01..2026-01-10 and 2026-01-15..2026-02-03 would both be compared with 2025-12-26..2025-12-31',
    },
  ],
  [
    'reports property-performance',
    '--all-properties --period 2026-10-01..2026-10-02',
    {
      '--by hotel': 'hint: did you mean property?\n',
      '--by region': 'properties list --portfolio-template --output portfolio.csv',
      '--currency EUR': '--currency needs the rates of the other currencies\nhint: add `--rates FILE`, a',
      '--by property --currency EUR': '--currency needs the rates of the other currencies',
      '--chart --currency EUR': '--currency needs the rates of the other currencies',
    },
  ],
  ['reports room-nights', '--month 13 --year 2026', { '--all-properties': '--month must be a whole number' }],
  [
    'snapshot take',
    '--property MUC',
    {
      '--ahead soon': '--ahead must be a number of days',
      '--business-day someday': '--business-day: "someday" is not a valid date',
      '--business-day 2026-02-31': '"2026-02-31" is not a valid date',
      '--business-day -7d': '--business-day: the platform reports the books for',
      '--all-properties': 'cannot be combined',
      '--timeout 0': '--timeout must be',
      '--format jsn': '--format must be one of',
      '--data-dir=':
        '--data-dir must be a value that is not empty\nhint: it is the folder of snapshots, closes and saved statistics\n',
      '--columns x': '--columns: the view snapshots has no column "x"',
    },
  ],
  [
    'snapshot',
    '',
    { 'list --sort x': '--sort: the view', 'prune --keep x': '--keep: "x" is not a valid rule' },
  ],
  ['', '', { 'snapshot take': 'no property is set', 'pickup --since 7d': 'no property is set' }],
  [
    'pickup',
    '--property MUC',
    {
      '--since soon': '--since: "soon" is not a valid date',
      '--since 7d --as-of soon': '--as-of: "soon" is not a valid date',
      '--since 7d --by room': '--by must be one of',
      '--since 7d --chart --format csv': '--chart replaces the table',
    },
  ],
  [
    'brief',
    '--all-properties',
    { '--output b.docx': 'cannot write .docx', '--portfolio none.csv': 'none.csv' },
  ],
  [
    'sync',
    '--property MUC',
    {
      'lake --report nothing': '--report must be one of',
      // A job keeps its command, so this one is refused first.
      'postgres://hotel:canary@db/x': /is not accepted on the command line|must not contain a secret/,
      '""': "the name of the data lake's folder is empty",
      'lake --report ordered-services': 'needs --service ID',
      'lake --report revenues --service X': '--service requires --report ordered-services',
      'lake --period someday': '--period: "someday" is not a valid period',
      'lake --shard 3/2': '--shard must be a shard from 1/N to N/N',
      'lake --shard 0/2': '--shard must be a shard from 1/N to N/N',
      'lake --rate 0': '--rate must be a whole number',
      'lake --concurrency many': 'a whole number from 1 to 100\nhint: for example --concurrency 8\n',
      'lake --format jsn': '--format must be one of',
      'postgres --refetch x': '--refetch must be a number of days',
    },
  ],
  [
    'close',
    '--property MUC',
    {
      '--period 10/2026': 'hint: write 2026-10',
      '--period 2026-13': 'hint: months: last-month, this-month, 2026-10, oct-2026',
      '--period 2026': 'a close covers one month',
      '--period yesterday': 'hint: use --period last-month',
      '--period this-month': '2026-11 can be closed from 2026-12-01, 06:00',
      '--period 2026-10 --service =8240': 'is not a service',
      '--period 2026-10 --close x':
        '--close must be a whole number above 0, or last\nhint: run `hotelctl close list`',
    },
  ],
  [
    'statistics DE',
    '--property MUC',
    {
      '--period 2026-13': '--period: "2026-13" is not a valid',
      '--period 2026-Q3': '--period: a return covers one month',
      '--period 2026-10-05': '--period: a return covers one month',
      '--period this-month': '2026-11 is not over: today is 2026-11-',
    },
  ],
  [
    'pack',
    october,
    {
      '--format csv': 'the pack is a page, a workbook or text, not csv',
      '--by district': '--by must be a column of the portfolio',
    },
  ],
  [
    'pack',
    '--property MUC --output p.xlsx',
    {
      '--period 2026-13': '--period: "2026-13" is not a valid',
      '--period this-month': 'today is 2026-11-21\nhint: use --period mtd, or last-month',
      '--period 2024-01..2026-06': '--period must be at most a year',
    },
  ],
  [
    'journal --property MUC',
    '',
    {
      '--output EXTF_a.csv --map m':
        'the adviser number at DATEV and the client number at the adviser are not set',
      '--period 2026-13 --output j.csv': '--period: "2026-13" is not a valid',
      '--period 2026-10-05 --output j.csv': 'a close covers a whole month; 2026-10-05 is not one',
      '--period next-month --output j.csv': '2026-12 has not begun',
      '--output j.pdf': 'not "pdf"\nhint: end it in .csv or .xlsx, or add --format\n',
      '--output j.csv --close 0': '--close must be a whole number above 0',
      '--property TYO': 'a journal has one file for each property and year',
      '--property TYO --output j.csv': 'several requests would write j.csv',
      '--period 2025-12..2026-01': 'a journal has one file for each property and year\nhint: add --output',
    },
  ],
  [
    '',
    '',
    {
      'close verify --head x': '--head must be the hash',
      'close accept L2 --property MUC --by b --reason r --close x': '--close must be a whole number above 0',
      'close sign --property MUC,TYO --prepared b': 'only one property can be accepted or signed at a time',
      'close accept G4 --property MUC --by b': '--reason is required\nhint: for example --reason "',
      'close accept G4 --property MUC --reason r': '--by is required',
      'journal evidence --property MUC --period 2026-10 --without-close --close 1 --output x':
        '--without-close and --close cannot be combined\nhint: omit one of them',
      'sync verify lake --format x': '--format must',
      'sync verify ftp://lake': 'hotelctl does not write to ftp:// addresses',
      'reports list --sort x': '--sort: the view reports has no column "x"',
      'reports columns revenus': 'the report must be one of',
      'reports columns revenues --by weeks': '--by must be one of',
      'properties list --error-format x': '--error-format must be one of text, json',
      'auth status --query x --format text': '--query requires JSON',
      'profile set timeout x': 'timeout must be a whole number',
      'profile use munich': 'munich',
      'sandbox run --properties 51 -- hotelctl version': '--properties must be a whole number from 1 to 50',
      'api /x --raw': "--raw requires --query\nhint: for example --query '[].id' --raw\n",
      'doctor --format xml': '--format must be one of',
      'doctor --columns nothing --format csv': '--columns: the view findings has no column "nothing"',
      'doctor --format json --bom': '--bom requires CSV; the format is json',
      'offers list --property MUC --arrival +3d --departure +3d --adults 2':
        'departure must be after arrival',
      'offers list --property MUC --arrival 2026-12-01 --departure 2031-12-02 --adults 1':
        'at most 5 years apart',
      'offers list --property MUC --arrival +1d --departure +3d --adults 2 --view fees --format json':
        '--view cannot be combined with --format json, which prints the whole body\nhint: use --format ndjson',
      'offers list --property MUC --arrival +1d --departure +3d --adults 2 --child-age 18':
        '--child-age must be',
      uninstall: 'uninstalling requires confirmation',
    },
  ],
  [
    'bookings',
    '',
    {
      'list --limit 0': '--limit must be a whole number above 0',
      'quote --property MUC': 'nothing to quote: --reservation or --file is required',
      'quote --property MUC --reservation adults=2': 'reservation 1: arrival is required',
      'quote --property MUC --reservation arrival=2026-12-01':
        'reservation 1: departure is required; adults is required; rate-plan is required',
      'quote --property MUC --reservation arrival=2026-12-01,arrival=2026-12-02':
        '--reservation has arrival twice',
      'quote --property MUC --reservation arival=2026-12-01': '--reservation has no key "arival"',
      'quote --property MUC --reservation "adults=2, 3"':
        '--reservation takes key=value pairs, separated by commas\nhint: write \\, for a comma in a value; keys: ',
      'quote --property MUC --reservation arrival=+3d,departure=+1d,adults=2,rate-plan=X':
        'reservation 1: departure must be after arrival',
      [`quote --property MUC --reservation ${stay} --service reservation=2,service=X`]:
        '--service must name a reservation by its number, 1 to 1',
      [`quote --property MUC --reservation ${stay} --service reservation=1`]:
        '--service needs the key service',
      [`quote --property MUC --reservation ${stay} --service service=X,count=0`]:
        /^hotelctl: count of --service must be a whole number from 1 to 999\n/,
      [`quote --property MUC --reservation ${stay} --file x.json`]:
        '--file cannot be combined with --reservation',
      [`quote --property MUC --reservation ${stay},rate-plan=Y,rate-plan=Z`]:
        'hotelctl: reservation 1: rate-plan must be given once, or once for each night: 2 times, not 3\n',
      'quote --property MUC --file none.json': 'there is no such file',
      [`quote --property MUC,LND --reservation ${stay}`]: 'property must be the id of one property',
      'authorization --quote none.json --account-id S --card-holder-name N': 'there is no such file',
      'authorization --quote none.json --account-id S': '--card-holder-name is required',
      'authorization --quote none.json --card-holder-name N': '--account-id is required',
      'create --quote none.json --dry-run': 'there is no such file',
      'create --quote none.json --dry-run --output x.csv': '--dry-run prints JSON; the format is csv',
      'create --quote none.json --yes': '--yes requires --expect-total',
      'create --file none.json --dry-run --authorized-at 1': '--authorized-at belong to --authorization',
      'resume X': 'KEY must be the Idempotency-Key',
      'settle 4cbcc09e-0834-8a05-a0c0-5a8c2c629f42': 'specify either --booking-id or --not-made',
    },
  ],
  [
    'ui-integration',
    '',
    {
      'targets --format x': '--format must be one of',
      'list --columns x': '--columns: the view UI integrations has no column "x"',
      'get X': 'ID is required',
      'test X Y --columns x': '--columns: the view test has no column "x"',
      'update X Y': 'there is nothing to change',
      'update X Y --code other': "unknown option '--code'",
      'update X Y --source-url http://views.example/': '--source-url must be an https:// URL',
      'update X Y --label ""': '--label is required',
      'update X Y --property MUC --all-properties': 'cannot be combined',
      'update X Y --label-translation Parken': '--label-translation must be LANGUAGE=TEXT',
      'delete X Y': 'requires confirmation',
      'create X --label L --source-url https://x.example/': '--source-type is required',
      'create X --label L --source-type public': '--source-url is required',
      'create X --label " " --source-type public --source-url https://x.example/': '--label is required',
      // A job keeps its command, so the URL with a secret is refused first.
      'create X --label L --source-type public --source-url http://x.example/?t=canary':
        /--source-url must be an https:\/\/ URL, not http:\/\/|must not contain a secret/,
      'create X --label L --source-type public --source-url https://u:canary@x.example/':
        /--source-url must be a URL without a user name and password|must not contain a secret/,
      'create X --label L --source-type public --source-url https://x.example/ --label-translation de=B --label-translation de=C':
        'hotelctl: --label-translation has de twice',
      'check https://x.example/ --source-type x': '--source-type must be one of public, private',
      'check https://x.example/ --ca /nowhere.pem': '--ca cannot be read: there is no such file',
      [`check https://x.example/ --ca ${import.meta.filename}`]: '--ca is not a PEM certificate',
      'check https://x.example/ --format yaml': '--format must be one of',
      // The path would name another resource.
      'get PropertyMenuApps ""': emptyId,
      'update PropertyMenuApps "" --label B': emptyId,
      'delete PropertyMenuApps "" --yes': emptyId,
      'test PropertyMenuApps ""': emptyId,
      'list ""': emptyTarget,
      'get "" an-id': emptyTarget,
      'delete "" an-id --yes': emptyTarget,
      'test "" an-id': emptyTarget,
      'get PropertyMenuApps ..': emptyId.replace('is empty', 'cannot be a dot'),
      'delete . an-id --yes': emptyTarget.replace('is empty', 'cannot be a dot'),
      'create "" --label A --source-url https://x.example/ --source-type public': emptyTarget,
    },
  ],
  ['offers list', '--property MUC --departure +3d --adults 2', { '--arrival soon': '--arrival must be' }],
];

const typed = groups.flatMap(([command, added, refused]) =>
  Object.entries(refused).map(([line, message]) => [`${command} ${line} ${added}`, message] as const),
);

it.each(typed)('%s is refused before anything is sent or written, also as a job', async (line, message) => {
  const server = await localServer();
  const folder = temporaryFolder();
  const hosts = { ...signedIn(server.url), HOTELCTL_INTEGRATION_URL: server.url };
  const env = { ...hosts, HOTELCTL_CONFIG_DIR: folder, HOTELCTL_DATA_DIR: folder };
  for (const typed of [line, `schedule add job --every hour --scheduler none -- ${line}`]) {
    const ended = runMain(typed, { env, now: Date.parse('2026-11-21T12:00:00Z') });
    const { stderr } = await expectFailure(ended, 2, message);
    expect(stderr).not.toContain('canary');
  }
  expect([server.connections(), readdirSync(folder)]).toEqual([0, []]);
});

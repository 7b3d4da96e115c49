import { exitCodes } from '../base/errors.ts';
import { wrapText } from '../output/prose.ts';
import type { TopicName } from './help.ts';
import { settingDefinitions } from './settings/settings.ts';

/** A topic of `hotelctl help TOPIC`: the terminal, the manual pages and the reference are made from the same blocks. */
export interface Topic {
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly heading: string }
  | { readonly terms: Readonly<Record<string, string>> }
  /** Lines that are shown unchanged. */
  | { readonly example: string };

function showBlock(block: Block, width: number): string {
  if ('text' in block) return wrapText(block.text, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('example' in block) return block.example.replace(/^/gm, '  ');
  const terms = Object.entries(block.terms);
  const column = Math.min(Math.max(...terms.map(([term]) => term.length)) + 2, 36);
  return terms
    .map(([term, meaning]) => {
      const lines = wrapText(meaning, Math.max(width - column - 2, 20)).split('\n');
      const apart = term.length + 2 > column;
      const first = apart ? `  ${term}\n  ${' '.repeat(column)}` : `  ${term.padEnd(column)}`;
      return first + lines.join(`\n  ${' '.repeat(column)}`);
    })
    .join('\n');
}

/** Variables that are not in the table of `settings.ts`: secrets that are never a flag, folders, and common conventions. */
export const otherVariables = {
  HOTELCTL_PROFILE: 'the profile to use; --profile takes precedence',
  HOTELCTL_CLIENT_SECRET: 'the client secret; never a flag',
  HOTELCTL_ACCESS_TOKEN: 'an access token to use',
  HOTELCTL_REFRESH_TOKEN: 'a refresh token; hotelctl then stores no tokens',
  HOTELCTL_REFRESH_TOKEN_FILE: 'the file that contains the refresh token',
  HOTELCTL_STORE_KEY_FILE: 'the key that encrypts the credential store `file`',
  CREDENTIALS_DIRECTORY: "systemd's credentials; hotelctl-key in it is the key of the store `file`",
  HOTELCTL_CONFIG_DIR: 'the folder of the profile file',
  HOTELCTL_STATE_DIR: 'the folder of journal, locks, caches and the credential file',
  HOTELCTL_SMTP_PASSWORD: 'the mail server password; never a flag',
  HOTELCTL_AS_OF:
    'the date and time that relative dates are based on, instead of now (set by `schedule run`)',
  HOTELCTL_JOB_LOCK: 'the lock that the command of a job holds (set by `schedule run`)',
  HOTELCTL_SANDBOX:
    'date and address of the sandbox: today is its date, and jobs are not installed in a scheduler (set by `sandbox run`)',
  HOTELCTL_DATABASE_URL:
    'the database of `sync postgres`, instead of PGHOST and related variables; never a flag',
  'AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3 ...':
    'credentials, region and server of s3:// addresses, as in the AWS CLI',
  HOTELCTL_S3_ENCRYPTION:
    "how S3 encrypts the objects: AES256, aws:kms or the ARN of a KMS key (default: the bucket's)",
  HOTELCTL_SHARD: 'the shard of `sync`, such as 3/16; --shard takes precedence',
  HOTELCTL_SHARDS: 'the shard count; a Kubernetes Indexed Job also sets JOB_COMPLETION_INDEX',
  BROWSER: 'the browser command, which is run with the URL as its only argument',
  PAGER: 'the program that shows long help on a terminal (default less; cat for none)',
  'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'the proxy for requests to the platform and its exceptions',
  NODE_EXTRA_CA_CERTS: 'a PEM file with additional certificate authorities to trust',
  HOTELCTL_NO_ANIMATION: 'set to 1 for plain text without bars, symbols or animation, for screen readers',
  'NO_COLOR, FORCE_COLOR': 'no color; color even without a terminal',
  TZ: 'the time zone of "today" where the property\'s is unknown',
} as const;

export const topics: Readonly<Record<TopicName, Topic>> = {
  'exit-codes': {
    summary: 'what each exit code means and what a script should do',
    blocks: [
      {
        text:
          'Every command ends with one of these codes. An error is one line on standard error, ' +
          '`hotelctl: what happened`, then `hint: what to do`. With --error-format json it is one JSON object on one line: ' +
          '{"error": {"code", "exitCode", "message", "hint", "status", "messages", "trackingId"}}. Notes, warnings and the ' +
          'trace of --verbose are lines of text before it. `sandbox run` ends with the exit code of its command.',
      },
      {
        terms: Object.fromEntries(
          exitCodes.map(({ code, meaning, next }) => [code, `${meaning}. Then: ${next}`]),
        ),
      },
      { heading: 'In a script' },
      {
        example: [
          'hotelctl reports revenues --period last-month --output revenues.csv',
          'case $? in',
          '  0) ;;',
          '  5) exit 5 ;;  # temporary: the scheduler tries again',
          '  3) echo "run hotelctl login" | mail -s hotelctl ops ;;',
          '  *) exit 1 ;;',
          'esac',
        ].join('\n'),
      },
    ],
  },
  environment: {
    summary: 'settings and environment variables',
    blocks: [
      {
        text: 'A flag overrides the environment, the environment overrides the profile, and the profile overrides the default.',
      },
      { heading: 'Settings' },
      {
        terms: Object.fromEntries(
          settingDefinitions.map(({ environment, summary, flag, fallback, isProfileFlag }) => [
            environment,
            `${summary}; ${isProfileFlag ? 'profile add ' : ''}${flag.split(' ')[0]}${fallback ? `; default ${fallback}` : ''}`,
          ]),
        ),
      },
      {
        text:
          'With HOTELCTL_BASE_URL, HOTELCTL_AUTH_URL, HOTELCTL_INTEGRATION_URL, HOTELCTL_CLIENT_ID and ' +
          'HOTELCTL_CLIENT_SECRET set, no profile is needed. Hosts use HTTPS; plain HTTP is accepted only for loopback ' +
          'addresses.',
      },
      { heading: 'Secrets, folders and the system' },
      { terms: otherVariables },
    ],
  },
  formats: {
    summary:
      'tables, CSV, XLSX, JSON, NDJSON, HTML and Parquet; queries, columns, charts, files and their names',
    blocks: [
      {
        text:
          '--format sets the output format. Without --format, the extension of the --output file sets it, and the default is table. Extensions of other formats, such as .pdf or .xls, are refused. The format never depends on ' +
          'whether standard output is a terminal; only color and width do. Standard output contains only data; notes ' +
          'and errors go to standard error.',
      },
      {
        terms: {
          table: 'for people: readable headings, aligned numbers, bars for percentages',
          csv: 'for spreadsheets: RFC 4180 with CRLF and a header line, also if there are no rows. --delimiter, --decimal-comma, --bom and --no-header change the dialect. Text that a spreadsheet would run as a formula is escaped; numbers stay numbers',
          xlsx: 'a workbook, with --output: typed numbers and dates, a frozen header row; a number with more digits than a spreadsheet keeps is text',
          json: "the platform's body for one request; an array of {parameters, report} for several",
          ndjson: 'one record per line, nested',
          html: 'a self-contained page with charts and a sortable table; it works offline. --open shows it in the browser',
          parquet:
            'for DuckDB, Spark and Power BI, with --output: typed columns (DECIMAL(38,18), DATE, TIMESTAMP in UTC, INT32, INT64, text), exact to the last digit; the columns are described in the metadata of the file',
        },
      },
      {
        text:
          '--chart draws a chart instead of the table, if the report has one. --query is a JMESPath expression: json applies it to ' +
          'the whole document, ndjson to each record, and records without a result are omitted.',
      },
      {
        example: [
          'hotelctl reports property-performance --period 2026-10 --output october.html',
          'hotelctl reports property-performance --period last-month --chart',
          "hotelctl properties list --query 'properties[].id'",
        ].join('\n'),
      },
      { heading: 'Columns' },
      {
        text:
          "Columns are the paths of a record's fields, joined by dots; --columns a,b,c chooses and orders them, --view chooses " +
          "among a report's kinds of records (several, a,b or all, for xlsx and html). An amount of money is two columns, amount and currency. Numbers keep the " +
          'value that the platform sent, in the shortest form, never rounded.',
      },
      { heading: 'Files' },
      {
        text:
          '--output FILE replaces the file atomically: a reader sees the old content or the new content, never a part. `reports` ' +
          'replaces {property}, {report}, {period} and {date} in its name, with one file for each request that they distinguish. - is standard output.',
      },
      {
        example: [
          "hotelctl reports arrivals --all-properties --period last-month --output '{report}-{property}-{period}.csv'",
          'hotelctl reports room-nights --period 2026-10 --columns key,number --format csv --delimiter ";" --decimal-comma',
        ].join('\n'),
      },
    ],
  },
  periods: {
    summary: 'dates, and --period instead of dates',
    blocks: [
      { heading: 'A date' },
      {
        terms: {
          '2026-10-01': 'a calendar date',
          'today, yesterday': "in the property's time zone if it is known, otherwise in that of TZ",
          '-7d, +90d': 'this number of days before or after today',
        },
      },
      { heading: 'A period' },
      {
        text:
          "Use --period instead of a report's date flags, so that the same command works every month in a crontab. It may be " +
          'repeated.',
      },
      {
        terms: {
          'last-month, this-month, next-month': 'whole calendar months',
          'yesterday, today': 'a day',
          'last-week, this-week, next-week': 'whole weeks, which begin on Monday',
          'last-quarter, this-quarter, last-year, this-year': 'whole quarters and years',
          'last-7-days, next-90-days': 'any number of days; last ends yesterday, next begins today',
          'last-12-months': 'any number of whole months before this one',
          'mtd, qtd, ytd': 'month, quarter and year to date, up to yesterday',
          '2026, 2026-Q3, 2026-10, oct-2026': 'a year, a quarter, a month',
          '2026-10-01': 'a day',
          '2026-01..2026-06': 'from the first to the last, both inclusive',
        },
      },
      {
        text:
          'hotelctl converts a period into the parameters of the report: months, dates with an exclusive end, or date filters. A period that is longer than ' +
          "the platform's limit is split into several requests, and the results are combined. --verbose shows the requests.",
      },
      {
        example: [
          'hotelctl reports revenues --period 2026-Q3',
          'hotelctl reports ordered-services --service MUC-BRKF --period next-90-days',
        ].join('\n'),
      },
    ],
  },
  cron: {
    summary: 'unattended exports: sign-in, jobs, crontab, what to do on failure',
    blocks: [
      {
        text:
          'Sign in once as the user that the job runs as. On a machine without a keychain, store the tokens in a file that ' +
          "only its owner can read. `schedule add` installs a job in this machine's scheduler, repeats a run that fails " +
          'temporarily, and keeps its history.',
      },
      {
        example: [
          'hotelctl login --credential-store file',
          "hotelctl schedule add nights --every 'month 1 06:15' -- reports room-nights --all-properties --period last-month --output '/home/hotel/exports/{report}-{property}-{period}.csv'",
          'hotelctl schedule list',
        ].join('\n'),
      },
      { heading: 'Your own crontab' },
      {
        example:
          '15 6 1 * * /usr/local/bin/hotelctl reports revenues -q --property MUC --period last-month --output /home/hotel/exports/revenues.csv',
      },
      {
        text:
          '-q suppresses notes, so cron sends mail only when a job fails. Cron sets only HOME, LOGNAME, PATH, SHELL and PWD: ' +
          'use full paths, add the folder of node to PATH, and set HOTELCTL_CREDENTIAL_STORE=file if the tokens are in a file. ' +
          '`hotelctl help exit-codes` says what each exit code means.',
      },
    ],
  },
};

export function showTopic(name: TopicName, width: number): string {
  return `${topics[name].blocks.map(block => showBlock(block, width)).join('\n\n')}\n`;
}

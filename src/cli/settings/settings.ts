import { oneOfValues, type ValueCheck, wholeNumberIn } from '../../base/choices.ts';
import { resultOr, unicodePattern } from '../../base/text.ts';
import { isLoopback } from '../../http/address.ts';
import {
  type AssumptionKey,
  assumptionCheck,
  assumptions,
  assumptionVariable,
  findAssumption,
} from '../../platform/assumptions.ts';
import { isDate } from '../../platform/dates.ts';
import { reportsVersions, unitGroupTypes, versionCheck } from '../../platform/reports/report.ts';

interface SettingRow {
  readonly summary: string;
  readonly flag: string;
  /** `hotelctl login` saves the value that it used in the profile. A limit for one command line is not saved. */
  readonly savedByLogin?: true;
  readonly fallback?: string;
  /** The default in words, where it depends on the machine or on another setting. */
  readonly usual?: string;
  /** A valid value for hints, if the default is not one. */
  readonly example?: string;
  readonly choices?: readonly string[];
  readonly range?: readonly [number, number];
  /** Validates the value, from whatever source; default: it is in `choices` or `range`. */
  readonly mustBe?: ValueCheck;
  /** Only `profile add` has the flag. */
  readonly isProfileFlag?: true;
  /** The flag may be given several times; the values are joined by spaces. */
  readonly repeatable?: boolean;
}

export interface SettingDefinition extends SettingRow {
  readonly name: SettingName;
  readonly environment: string;
}

/** A web URL: HTTPS, or plain HTTP on a loopback address. */
const webAddress: ValueCheck = value => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'an https:// address';
  // Refused at each request: it would be shown wherever the URL is.
  if (url.username || url.password) return 'an https:// address without a user name and password';
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return undefined;
  return 'an https:// address; plain HTTP is accepted only for loopback addresses';
};

const hostAddress: ValueCheck = value => {
  const problem = webAddress(value);
  if (problem !== undefined) return problem;
  if (/[?#]/.test(value)) return 'an address without query and fragment';
  // It is displayed, copied into shells and passed to a browser, which interpret other characters.
  // ASCII first: compiling the classes of Unicode takes a millisecond.
  if (!/^[\w.~:/[\]%-]+$/.test(value) && !unicodePattern`^[\p{L}\p{M}\p{N}._~:/[\]%-]+$`.test(value))
    return 'an address that contains only letters, digits and . _ ~ : / % -';
  return undefined;
};

export const wordsOfSetting = (value: string): readonly string[] => value.split(/[\s,]+/).filter(Boolean);

const wordsAmong = (choices: readonly string[]): ValueCheck => {
  return value => wordsOfSetting(value).map(oneOfValues(choices)).find(Boolean);
};

const trueOrFalse = oneOfValues(['true', 'false']);

/** The values contain letters, digits, quotation marks, spaces and . + -. */
const cellDelimiter: ValueCheck = value =>
  unicodePattern`^(?:tab|\\t|\t|[^\p{L}\p{N}\p{C}\p{Z}"'.+\-\u{10000}-\u{10ffff}])$`.test(value)
    ? undefined
    : 'one character such as , ; | or the word tab';

/** A language tag, BCP 47, whose language and region exist. */
const localeTag: ValueCheck = tag => {
  const isKnown = resultOr(false, () => {
    const { region } = new Intl.Locale(tag);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const isSupported = Intl.NumberFormat.supportedLocalesOf(tag).length === 1;
    return isSupported && (region === undefined || names.of(region) !== undefined);
  });
  return isKnown ? undefined : 'a known locale, such as de or en-GB';
};

export const defaultScopes =
  'offline_access reports.read reservations.create offers.read integration:ui-integrations.manage';

/** What `login` prompts for: nothing works without it. */
export const askedByLogin = ['baseUrl', 'authUrl', 'clientId'] as const;

/** The only list of settings: resolution, checks, help, completion, documentation and doctor are made from it. */
const table = {
  baseUrl: { summary: 'API host', flag: '--base-url <url>', savedByLogin: true, mustBe: hostAddress },
  authUrl: { summary: 'identity host', flag: '--auth-url <url>', savedByLogin: true, mustBe: hostAddress },
  integrationUrl: {
    summary: 'UI integration host',
    flag: '--integration-url <url>',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  clientId: { summary: 'client id', flag: '--client-id <id>', savedByLogin: true },
  redirectUri: {
    summary: 'redirect URI, as registered with the platform',
    flag: '--redirect-uri <uri>',
    savedByLogin: true,
    fallback: 'http://127.0.0.1:8976/callback',
  },
  scopes: {
    summary: 'scope to request; may be repeated',
    flag: '--scope <scope>',
    savedByLogin: true,
    fallback: defaultScopes,
    repeatable: true,
  },
  property: { summary: 'default property', flag: '--property <id>', savedByLogin: true },
  reportsVersion: {
    summary: 'version of the reports interface',
    flag: '--reports-version <version>',
    savedByLogin: true,
    fallback: 'v0-nsfw',
    choices: reportsVersions,
    mustBe: versionCheck,
  },
  credentialStore: {
    summary: 'credential store to use',
    flag: '--credential-store <store>',
    savedByLogin: true,
    fallback: 'keychain',
    choices: ['keychain', 'file', 'env'],
  },
  dataDir: {
    summary: 'folder of snapshots, closes and saved statistics',
    flag: '--data-dir <folder>',
    usual: 'the data folder of your user account',
  },
  timeout: {
    summary: 'time limit in seconds for one request and its retries',
    flag: '--timeout <seconds>',
    fallback: '60',
    range: [1, 86_400],
  },
  maxAttempts: {
    summary: 'maximum attempts for one request, including the first',
    flag: '--max-attempts <count>',
    fallback: '4',
    range: [1, 100],
  },
  smtpHost: {
    summary: 'mail server for --mail-to',
    flag: '--smtp-host <host>',
    isProfileFlag: true,
    mustBe: value => (/^[\w.:-]+$/.test(value) ? undefined : 'the name or address of a host'),
  },
  smtpPort: {
    summary: 'port of the mail server',
    flag: '--smtp-port <port>',
    isProfileFlag: true,
    fallback: '587',
    range: [1, 65_535],
  },
  smtpSecurity: {
    summary: 'encryption of the mail connection; none is accepted only for loopback addresses',
    flag: '--smtp-security <kind>',
    isProfileFlag: true,
    fallback: 'starttls',
    choices: ['starttls', 'tls', 'none'],
  },
  smtpUser: { summary: 'user name for the mail server', flag: '--smtp-user <name>', isProfileFlag: true },
  smtpFrom: { summary: 'sender address of emails', flag: '--smtp-from <address>', isProfileFlag: true },
  heartbeat: {
    summary:
      'monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure',
    flag: '--heartbeat <url>',
    mustBe: webAddress,
  },
  unitGroupTypes: {
    summary: 'type of the unit groups to count; may be repeated',
    flag: '--unit-group-type <type>',
    usual: 'BedRoom; reports: all types',
    example: 'BedRoom',
    choices: unitGroupTypes,
    repeatable: true,
  },
  amounts: {
    summary:
      "kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR",
    flag: '--amounts <kind>',
    fallback: 'net',
    choices: ['net', 'gross'],
  },
  budget: {
    summary:
      'CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount',
    flag: '--budget <file>',
    example: 'budget.csv',
  },
  portfolio: {
    summary: 'CSV file with property, name, region and other columns',
    flag: '--portfolio <file>',
    usual: 'portfolio.csv in the configuration folder',
    example: 'portfolio.csv',
  },
  locale: {
    summary: 'locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too',
    flag: '--locale <tag>',
    example: 'de',
    mustBe: localeTag,
  },
  delimiter: {
    summary: 'CSV delimiter: one character, or the word tab',
    flag: '--delimiter <character>',
    usual: "the locale's, else a comma",
    example: ';',
    mustBe: cellDelimiter,
  },
  decimalComma: {
    summary: 'write CSV numbers with a decimal comma',
    flag: '--decimal-comma',
    example: 'true',
    mustBe: trueOrFalse,
  },
  bom: {
    summary: 'start CSV files with a byte order mark, so that Excel detects UTF-8',
    flag: '--bom',
    example: 'true',
    mustBe: trueOrFalse,
  },
  adviserNumber: {
    summary: 'adviser number at DATEV',
    flag: '--adviser-number <number>',
    example: '29098',
    range: [1001, 9_999_999],
  },
  clientNumber: {
    summary: 'client number at the adviser',
    flag: '--client-number <number>',
    example: '55003',
    range: [1, 99_999],
  },
  fiscalYearStart: {
    summary: 'month and day on which your fiscal year starts',
    flag: '--fiscal-year-start <month-day>',
    fallback: '01-01',
    // 29 February is not in every year.
    mustBe: value => (isDate(`2025-${value}`) ? undefined : 'a month and a day such as 07-01'),
  },
  accountLength: {
    summary: 'digits of the accounts at DATEV',
    flag: '--account-length <digits>',
    fallback: '4',
    range: [4, 8],
  },
} satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof table;
export type CountName = {
  [Name in SettingName]: (typeof table)[Name] extends { range: unknown } ? Name : never;
}[SettingName];

/** The variable of `baseUrl` is `HOTELCTL_BASE_URL`. */
export const settingDefinitions = Object.entries(table).map(
  ([name, row]: readonly [string, SettingRow]): SettingDefinition => ({
    ...(row.range && { mustBe: wholeNumberIn(...row.range) }),
    ...(row.choices && { mustBe: (row.repeatable ? wordsAmong : oneOfValues)(row.choices) }),
    ...row,
    name: name as SettingName,
    environment: `HOTELCTL_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
  }),
);

export const settingNames: readonly SettingName[] = settingDefinitions.map(({ name }) => name);

export const findSettingDefinition = (name: SettingName): SettingDefinition =>
  settingDefinitions.find(row => row.name === name) as SettingDefinition;

export type ProfileKey = SettingName | AssumptionKey;

interface ProfileKeyDefinition extends Partial<SettingRow> {
  readonly name: ProfileKey;
  readonly environment: string;
  /** A phrase such as `the API host`. */
  readonly meaning: string;
}

/** The setting or the assumption with this name. */
export function findProfileKey(name: ProfileKey): ProfileKeyDefinition;
export function findProfileKey(name: string): ProfileKeyDefinition | undefined;
export function findProfileKey(name: string): ProfileKeyDefinition | undefined {
  const setting = settingDefinitions.find(row => row.name === name);
  const article = setting?.mustBe === trueOrFalse ? 'whether to' : 'the';
  if (setting) return { ...setting, meaning: `${article} ${setting.summary}` };
  const key = findAssumption(name);
  if (key === undefined) return undefined;
  const { assumes: meaning, fallback } = assumptions[key];
  return { name: key, meaning, fallback, environment: assumptionVariable(key), mustBe: assumptionCheck(key) };
}

/** Settings as environment variables. */
export const settingVariables = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [findProfileKey(key)?.environment, value]));

/** The requirement that a value does not meet, as a phrase that follows "must be"; undefined for a valid value. */
export const findValueProblem = ({ mustBe }: Pick<SettingDefinition, 'mustBe'>, value: string) => {
  if (value.trim() === '' && (value !== '\t' || mustBe !== cellDelimiter)) return 'a value that is not empty';
  // ASCII first: compiling the classes of Unicode takes a millisecond.
  const isPlain =
    value === '\t' || /^[ -~]*$/.test(value) || !unicodePattern`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`.test(value);
  return isPlain ? mustBe?.(value) : 'one line without control characters';
};

/** `--base-url`, without its placeholder. */
export const nameFlag = (name: SettingName): string => findSettingDefinition(name).flag.split(' ')[0] ?? '';

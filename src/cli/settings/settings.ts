import { oneOfValues, type ValueCheck, wholeNumberIn } from '../../base/choices.ts';
import {
  type AssumptionKey,
  assumptionCheck,
  assumptions,
  findAssumption,
} from '../../platform/assumptions.ts';
import { isDate } from '../../platform/dates.ts';
import { localeTag } from '../../platform/locale-tag.ts';
import { reportsVersions, unitGroupTypes, versionCheck } from '../../platform/reports/report.ts';
import {
  amountKinds,
  cellDelimiter,
  hostAddress,
  trueOrFalse,
  webAddress,
  wordsOfSetting,
} from './checks.ts';

/**
 * Settings: flag, then environment, then profile, then default. This table is the only list of them; resolution,
 * checks, help, completion, documentation and doctor are generated from it.
 */
export type SettingName =
  | 'baseUrl'
  | 'authUrl'
  | 'integrationUrl'
  | 'clientId'
  | 'redirectUri'
  | 'scopes'
  | 'property'
  | 'reportsVersion'
  | 'credentialStore'
  | 'dataDir'
  | 'timeout'
  | 'maxAttempts'
  | 'smtpHost'
  | 'smtpPort'
  | 'smtpSecurity'
  | 'smtpUser'
  | 'smtpFrom'
  | 'heartbeat'
  | 'unitGroupTypes'
  | 'amounts'
  | 'locale'
  | 'delimiter'
  | 'decimalComma'
  | 'bom'
  | 'adviserNumber'
  | 'clientNumber'
  | 'fiscalYearStart'
  | 'accountLength';

export interface SettingDefinition {
  readonly name: SettingName;
  readonly summary: string;
  readonly flag: string;
  readonly environment: string;
  /** `hotelctl login` saves the value that it used in the profile. A limit for one command line is not saved. */
  readonly savedByLogin: boolean;
  readonly fallback?: string;
  /** The default in words, where it depends on the machine or on another setting. */
  readonly usual?: string;
  /** A valid value for hints, if the default is not one. */
  readonly example?: string;
  /** The only valid values; offered in help and completion. */
  readonly choices?: readonly string[];
  /** Validates the value, from whatever source. */
  readonly mustBe?: ValueCheck;
  /** Only `profile add` has the flag. */
  readonly isProfileFlag?: true;
  /** The flag may be given several times; the values are joined by spaces. */
  readonly repeatable?: boolean;
  /** Former names: still accepted, but not shown in help, completion or documentation. */
  readonly former?: { readonly flag: string; readonly environment: string; readonly name: string };
}

export const defaultScopes =
  'offline_access reports.read reservations.create offers.read integration:ui-integrations.manage';

const credentialStores = ['keychain', 'file', 'env'];
const mailSecurities = ['starttls', 'tls', 'none'];

export const settingDefinitions: readonly SettingDefinition[] = [
  {
    name: 'baseUrl',
    summary: 'API host',
    flag: '--base-url <url>',
    environment: 'HOTELCTL_BASE_URL',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'authUrl',
    summary: 'identity host',
    flag: '--auth-url <url>',
    environment: 'HOTELCTL_AUTH_URL',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'integrationUrl',
    summary: 'UI integration host',
    flag: '--integration-url <url>',
    environment: 'HOTELCTL_INTEGRATION_URL',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'clientId',
    summary: 'client id',
    flag: '--client-id <id>',
    environment: 'HOTELCTL_CLIENT_ID',
    savedByLogin: true,
  },
  {
    name: 'redirectUri',
    summary: 'redirect URI, as registered with the platform',
    flag: '--redirect-uri <uri>',
    environment: 'HOTELCTL_REDIRECT_URI',
    savedByLogin: true,
    fallback: 'http://127.0.0.1:8976/callback',
  },
  {
    name: 'scopes',
    summary: 'scope to request; may be repeated',
    flag: '--scope <scope>',
    environment: 'HOTELCTL_SCOPES',
    savedByLogin: true,
    fallback: defaultScopes,
    repeatable: true,
  },
  {
    name: 'property',
    summary: 'default property',
    flag: '--property <id>',
    environment: 'HOTELCTL_PROPERTY',
    savedByLogin: true,
  },
  {
    name: 'reportsVersion',
    summary: 'version of the reports interface',
    flag: '--reports-version <version>',
    environment: 'HOTELCTL_REPORTS_VERSION',
    savedByLogin: true,
    fallback: 'v0-nsfw',
    choices: reportsVersions,
    mustBe: versionCheck,
  },
  {
    name: 'credentialStore',
    summary: 'where tokens are stored',
    flag: '--credential-store <store>',
    environment: 'HOTELCTL_CREDENTIAL_STORE',
    savedByLogin: true,
    fallback: 'keychain',
    choices: credentialStores,
    mustBe: oneOfValues(credentialStores),
  },
  {
    name: 'dataDir',
    summary: 'folder of the snapshots',
    flag: '--data-dir <folder>',
    environment: 'HOTELCTL_DATA_DIR',
    usual: 'the data folder of your user account',
    savedByLogin: false,
  },
  {
    name: 'timeout',
    summary: 'time limit for one request and its retries, in seconds',
    flag: '--timeout <seconds>',
    environment: 'HOTELCTL_TIMEOUT',
    savedByLogin: false,
    fallback: '60',
    mustBe: wholeNumberIn(1, 86_400),
  },
  {
    name: 'maxAttempts',
    summary: 'maximum attempts for one request, including the first',
    flag: '--max-attempts <count>',
    environment: 'HOTELCTL_MAX_ATTEMPTS',
    savedByLogin: false,
    fallback: '4',
    mustBe: wholeNumberIn(1, 100),
    former: { flag: '--retries <count>', environment: 'HOTELCTL_RETRIES', name: 'retries' },
  },
  {
    name: 'smtpHost',
    summary: 'mail server for --mail-to',
    flag: '--smtp-host <host>',
    environment: 'HOTELCTL_SMTP_HOST',
    savedByLogin: false,
    isProfileFlag: true,
    mustBe: value => (/^[\w.:-]+$/.test(value) ? undefined : 'the name or address of a host'),
  },
  {
    name: 'smtpPort',
    summary: 'port of the mail server',
    flag: '--smtp-port <port>',
    environment: 'HOTELCTL_SMTP_PORT',
    savedByLogin: false,
    isProfileFlag: true,
    fallback: '587',
    mustBe: wholeNumberIn(1, 65_535),
  },
  {
    name: 'smtpSecurity',
    summary: 'encryption of the connection to the mail server; none is accepted only for loopback addresses',
    flag: '--smtp-security <kind>',
    environment: 'HOTELCTL_SMTP_SECURITY',
    savedByLogin: false,
    isProfileFlag: true,
    fallback: 'starttls',
    choices: mailSecurities,
    mustBe: oneOfValues(mailSecurities),
  },
  {
    name: 'smtpUser',
    summary: 'user name for the mail server',
    flag: '--smtp-user <name>',
    environment: 'HOTELCTL_SMTP_USER',
    savedByLogin: false,
    isProfileFlag: true,
  },
  {
    name: 'smtpFrom',
    summary: 'sender address of emails',
    flag: '--smtp-from <address>',
    environment: 'HOTELCTL_SMTP_FROM',
    savedByLogin: false,
    isProfileFlag: true,
  },
  {
    name: 'heartbeat',
    summary: 'monitoring URL to request at the end of a run; URL/fail after a failure',
    flag: '--heartbeat <url>',
    environment: 'HOTELCTL_HEARTBEAT',
    savedByLogin: false,
    mustBe: webAddress,
  },
  {
    name: 'unitGroupTypes',
    summary: 'count only unit groups of this type; may be repeated',
    flag: '--unit-group-type <type>',
    environment: 'HOTELCTL_UNIT_GROUP_TYPES',
    usual: 'BedRoom; reports: all types',
    savedByLogin: false,
    example: 'BedRoom',
    choices: unitGroupTypes,
    mustBe: value => {
      const problems = wordsOfSetting(value).map(word => oneOfValues(unitGroupTypes)(word));
      return problems.find(problem => problem !== undefined);
    },
    repeatable: true,
  },
  {
    name: 'amounts',
    summary: 'ADR, RevPAR and revenue without taxes (net) or with them (gross)',
    flag: '--amounts <kind>',
    environment: 'HOTELCTL_AMOUNTS',
    savedByLogin: false,
    fallback: 'net',
    choices: amountKinds,
    mustBe: oneOfValues(amountKinds),
  },
  {
    name: 'locale',
    summary: 'locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too',
    flag: '--locale <tag>',
    environment: 'HOTELCTL_LOCALE',
    savedByLogin: false,
    example: 'de',
    mustBe: localeTag,
  },
  {
    name: 'delimiter',
    summary: 'CSV delimiter: one character, or the word tab',
    flag: '--delimiter <character>',
    environment: 'HOTELCTL_DELIMITER',
    usual: "the locale's, else a comma",
    savedByLogin: false,
    example: ';',
    mustBe: cellDelimiter,
  },
  {
    name: 'decimalComma',
    summary: 'write CSV numbers with a decimal comma',
    flag: '--decimal-comma',
    environment: 'HOTELCTL_DECIMAL_COMMA',
    savedByLogin: false,
    example: 'true',
    mustBe: trueOrFalse,
  },
  {
    name: 'bom',
    summary: 'start CSV files with a byte order mark, so that Excel detects UTF-8',
    flag: '--bom',
    environment: 'HOTELCTL_BOM',
    savedByLogin: false,
    example: 'true',
    mustBe: trueOrFalse,
  },
  {
    name: 'adviserNumber',
    summary: 'adviser number at DATEV',
    flag: '--adviser-number <number>',
    environment: 'HOTELCTL_ADVISER_NUMBER',
    savedByLogin: false,
    example: '29098',
    mustBe: wholeNumberIn(1001, 9_999_999),
  },
  {
    name: 'clientNumber',
    summary: 'client number at the adviser',
    flag: '--client-number <number>',
    environment: 'HOTELCTL_CLIENT_NUMBER',
    savedByLogin: false,
    example: '55003',
    mustBe: wholeNumberIn(1, 99_999),
  },
  {
    name: 'fiscalYearStart',
    summary: 'month and day on which your fiscal year starts',
    flag: '--fiscal-year-start <month-day>',
    environment: 'HOTELCTL_FISCAL_YEAR_START',
    savedByLogin: false,
    fallback: '01-01',
    // 29 February is not in every year.
    mustBe: value => (isDate(`2025-${value}`) ? undefined : 'a month and a day such as 07-01'),
  },
  {
    name: 'accountLength',
    summary: 'digits of the accounts at DATEV',
    flag: '--account-length <digits>',
    environment: 'HOTELCTL_ACCOUNT_LENGTH',
    savedByLogin: false,
    fallback: '4',
    mustBe: wholeNumberIn(4, 8),
  },
];

export const settingNames: readonly SettingName[] = settingDefinitions.map(({ name }) => name);

export const findSetting = (name: string): SettingDefinition | undefined =>
  settingDefinitions.find(row => row.name === name || row.former?.name === name);

/** A key of a profile: a setting, or an assumption about the platform. */
export type ProfileKey = SettingName | AssumptionKey;

interface ProfileKeyDefinition extends Pick<SettingDefinition, 'summary' | 'mustBe'> {
  readonly name: ProfileKey;
}

/** The setting with this name now or formerly, or the assumption. */
export function findProfileKey(name: string): ProfileKeyDefinition | undefined {
  const key = findAssumption(name);
  if (key === undefined) return findSetting(name);
  return { name: key, summary: assumptions[key].assumes, mustBe: assumptionCheck(key) };
}

/** The requirement that a value does not meet, as a phrase that follows "must be"; undefined for a valid value. */
export const findValueProblem = (
  { mustBe }: Pick<SettingDefinition, 'mustBe'>,
  value: string,
): string | undefined => {
  if (value.trim() === '' && (value !== '\t' || mustBe !== cellDelimiter)) return 'a value that is not empty';
  // ASCII first: compiling the classes of Unicode takes a millisecond.
  const isPlain = value === '\t' || /^[ -~]*$/.test(value) || !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
  return isPlain ? mustBe?.(value) : 'one line without control characters';
};

export const definitionOf = (name: SettingName): SettingDefinition => {
  const definition = settingDefinitions.find(row => row.name === name);
  if (!definition) throw new Error(`no setting ${name}`);
  return definition;
};

/** `--base-url`, without its placeholder. */
export const flagOf = (name: SettingName): string => definitionOf(name).flag.split(' ')[0] ?? '';

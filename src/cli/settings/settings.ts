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
  readonly savedByLogin?: true;
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

const table: readonly Omit<SettingDefinition, 'environment'>[] = [
  {
    name: 'baseUrl',
    summary: 'API host',
    flag: '--base-url <url>',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'authUrl',
    summary: 'identity host',
    flag: '--auth-url <url>',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'integrationUrl',
    summary: 'UI integration host',
    flag: '--integration-url <url>',
    savedByLogin: true,
    mustBe: hostAddress,
  },
  {
    name: 'clientId',
    summary: 'client id',
    flag: '--client-id <id>',
    savedByLogin: true,
  },
  {
    name: 'redirectUri',
    summary: 'redirect URI, as registered with the platform',
    flag: '--redirect-uri <uri>',
    savedByLogin: true,
    fallback: 'http://127.0.0.1:8976/callback',
  },
  {
    name: 'scopes',
    summary: 'scope to request; may be repeated',
    flag: '--scope <scope>',
    savedByLogin: true,
    fallback: defaultScopes,
    repeatable: true,
  },
  {
    name: 'property',
    summary: 'default property',
    flag: '--property <id>',
    savedByLogin: true,
  },
  {
    name: 'reportsVersion',
    summary: 'version of the reports interface',
    flag: '--reports-version <version>',
    savedByLogin: true,
    fallback: 'v0-nsfw',
    choices: reportsVersions,
    mustBe: versionCheck,
  },
  {
    name: 'credentialStore',
    summary: 'where tokens are stored',
    flag: '--credential-store <store>',
    savedByLogin: true,
    fallback: 'keychain',
    choices: credentialStores,
    mustBe: oneOfValues(credentialStores),
  },
  {
    name: 'dataDir',
    summary: 'folder of the snapshots',
    flag: '--data-dir <folder>',
    usual: 'the data folder of your user account',
  },
  {
    name: 'timeout',
    summary: 'time limit for one request and its retries, in seconds',
    flag: '--timeout <seconds>',
    fallback: '60',
    mustBe: wholeNumberIn(1, 86_400),
  },
  {
    name: 'maxAttempts',
    summary: 'maximum attempts for one request, including the first',
    flag: '--max-attempts <count>',
    fallback: '4',
    mustBe: wholeNumberIn(1, 100),
    former: { flag: '--retries <count>', environment: 'HOTELCTL_RETRIES', name: 'retries' },
  },
  {
    name: 'smtpHost',
    summary: 'mail server for --mail-to',
    flag: '--smtp-host <host>',
    isProfileFlag: true,
    mustBe: value => (/^[\w.:-]+$/.test(value) ? undefined : 'the name or address of a host'),
  },
  {
    name: 'smtpPort',
    summary: 'port of the mail server',
    flag: '--smtp-port <port>',
    isProfileFlag: true,
    fallback: '587',
    mustBe: wholeNumberIn(1, 65_535),
  },
  {
    name: 'smtpSecurity',
    summary: 'encryption of the connection to the mail server; none is accepted only for loopback addresses',
    flag: '--smtp-security <kind>',
    isProfileFlag: true,
    fallback: 'starttls',
    choices: mailSecurities,
    mustBe: oneOfValues(mailSecurities),
  },
  {
    name: 'smtpUser',
    summary: 'user name for the mail server',
    flag: '--smtp-user <name>',
    isProfileFlag: true,
  },
  {
    name: 'smtpFrom',
    summary: 'sender address of emails',
    flag: '--smtp-from <address>',
    isProfileFlag: true,
  },
  {
    name: 'heartbeat',
    summary: 'monitoring URL to request at the end of a run; URL/fail after a failure',
    flag: '--heartbeat <url>',
    mustBe: webAddress,
  },
  {
    name: 'unitGroupTypes',
    summary: 'count only unit groups of this type; may be repeated',
    flag: '--unit-group-type <type>',
    usual: 'BedRoom; reports: all types',
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
    summary:
      'amounts without taxes (net) or with them (gross), of ADR, RevPAR and revenue; plain reports keep the RevPAR of the platform',
    flag: '--amounts <kind>',
    fallback: 'net',
    choices: amountKinds,
    mustBe: oneOfValues(amountKinds),
  },
  {
    name: 'locale',
    summary: 'locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too',
    flag: '--locale <tag>',
    example: 'de',
    mustBe: localeTag,
  },
  {
    name: 'delimiter',
    summary: 'CSV delimiter: one character, or the word tab',
    flag: '--delimiter <character>',
    usual: "the locale's, else a comma",
    example: ';',
    mustBe: cellDelimiter,
  },
  {
    name: 'decimalComma',
    summary: 'write CSV numbers with a decimal comma',
    flag: '--decimal-comma',
    example: 'true',
    mustBe: trueOrFalse,
  },
  {
    name: 'bom',
    summary: 'start CSV files with a byte order mark, so that Excel detects UTF-8',
    flag: '--bom',
    example: 'true',
    mustBe: trueOrFalse,
  },
  {
    name: 'adviserNumber',
    summary: 'adviser number at DATEV',
    flag: '--adviser-number <number>',
    example: '29098',
    mustBe: wholeNumberIn(1001, 9_999_999),
  },
  {
    name: 'clientNumber',
    summary: 'client number at the adviser',
    flag: '--client-number <number>',
    example: '55003',
    mustBe: wholeNumberIn(1, 99_999),
  },
  {
    name: 'fiscalYearStart',
    summary: 'month and day on which your fiscal year starts',
    flag: '--fiscal-year-start <month-day>',
    fallback: '01-01',
    // 29 February is not in every year.
    mustBe: value => (isDate(`2025-${value}`) ? undefined : 'a month and a day such as 07-01'),
  },
  {
    name: 'accountLength',
    summary: 'digits of the accounts at DATEV',
    flag: '--account-length <digits>',
    fallback: '4',
    mustBe: wholeNumberIn(4, 8),
  },
];

/** `HOTELCTL_BASE_URL` of `baseUrl`. */
const environmentVariable = (name: SettingName) =>
  `HOTELCTL_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`;

export const settingDefinitions: readonly SettingDefinition[] = table.map(row => ({
  ...row,
  environment: environmentVariable(row.name),
}));

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

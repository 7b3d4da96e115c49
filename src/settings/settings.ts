import { reportsVersions } from '../platform/reports/report.ts';
import { hostAddress, oneOf, type ValueCheck, wholeNumber } from './values.ts';

/**
 * Settings: flag, then environment, then profile, then default. This table is the only list of them; resolution,
 * checks, help, completion, documentation and doctor are made from it.
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
  | 'timeout'
  | 'retries';

export interface SettingDefinition {
  readonly name: SettingName;
  readonly summary: string;
  readonly flag: string;
  readonly environment: string;
  /** Kept in a profile under the setting's own name. */
  readonly inProfile: boolean;
  readonly fallback?: string;
  /** The only values that it takes; offered in help and completion. */
  readonly choices?: readonly string[];
  /** Checked whichever source the value comes from. */
  readonly mustBe?: ValueCheck;
  /** The flag may be given several times; the values are joined by spaces. */
  readonly repeatable?: boolean;
}

export const defaultScopes =
  'offline_access reports.read reservations.create offers.read integration:ui-integrations.manage';

const credentialStores = ['keychain', 'file', 'env'];

export const settingDefinitions: readonly SettingDefinition[] = [
  {
    name: 'baseUrl',
    summary: 'API host',
    flag: '--base-url <url>',
    environment: 'HOTELCTL_BASE_URL',
    inProfile: true,
    mustBe: hostAddress,
  },
  {
    name: 'authUrl',
    summary: 'identity host',
    flag: '--auth-url <url>',
    environment: 'HOTELCTL_AUTH_URL',
    inProfile: true,
    mustBe: hostAddress,
  },
  {
    name: 'integrationUrl',
    summary: 'UI integration host',
    flag: '--integration-url <url>',
    environment: 'HOTELCTL_INTEGRATION_URL',
    inProfile: true,
    mustBe: hostAddress,
  },
  {
    name: 'clientId',
    summary: 'client id',
    flag: '--client-id <id>',
    environment: 'HOTELCTL_CLIENT_ID',
    inProfile: true,
  },
  {
    name: 'redirectUri',
    summary: 'redirect URI, as registered with the platform',
    flag: '--redirect-uri <uri>',
    environment: 'HOTELCTL_REDIRECT_URI',
    inProfile: true,
    fallback: 'http://127.0.0.1:8976/callback',
  },
  {
    name: 'scopes',
    summary: 'scope to ask for; may be repeated',
    flag: '--scope <scope>',
    environment: 'HOTELCTL_SCOPES',
    inProfile: true,
    fallback: defaultScopes,
    repeatable: true,
  },
  {
    name: 'property',
    summary: 'property to report on',
    flag: '--property <id>',
    environment: 'HOTELCTL_PROPERTY',
    inProfile: true,
  },
  {
    name: 'reportsVersion',
    summary: 'version of the reports interface',
    flag: '--reports-version <version>',
    environment: 'HOTELCTL_REPORTS_VERSION',
    inProfile: true,
    fallback: 'v0-nsfw',
    choices: reportsVersions,
    mustBe: oneOf(reportsVersions),
  },
  {
    name: 'credentialStore',
    summary: 'where tokens are kept',
    flag: '--credential-store <store>',
    environment: 'HOTELCTL_CREDENTIAL_STORE',
    inProfile: true,
    fallback: 'keychain',
    choices: credentialStores,
    mustBe: oneOf(credentialStores),
  },
  {
    name: 'timeout',
    summary: 'total time for one request, in seconds',
    flag: '--timeout <seconds>',
    environment: 'HOTELCTL_TIMEOUT',
    inProfile: false,
    fallback: '60',
    mustBe: wholeNumber(1, 86_400),
  },
  {
    name: 'retries',
    summary: 'tries for one request',
    flag: '--retries <count>',
    environment: 'HOTELCTL_RETRIES',
    inProfile: false,
    fallback: '4',
    mustBe: wholeNumber(1, 100),
  },
];

export const definitionOf = (name: SettingName): SettingDefinition => {
  const definition = settingDefinitions.find(row => row.name === name);
  if (!definition) throw new Error(`no setting ${name}`);
  return definition;
};

/** `--base-url`, without its placeholder. */
export const flagOf = (name: SettingName): string => definitionOf(name).flag.split(' ')[0] ?? '';

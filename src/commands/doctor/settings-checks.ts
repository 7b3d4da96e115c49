import { askForName } from '../../base/choices.ts';
import type { Context } from '../../base/context.ts';
import type { HotelctlError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { type SettingFinding, shownValue } from '../../cli/doctor.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { profilePath } from '../../cli/settings/profiles.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { type SettingDefinition, type SettingName, settingDefinitions } from '../../cli/settings/settings.ts';
import { otherVariables } from '../../cli/topics.ts';
import { parseRedirectUri } from '../../http/auth/loopback.ts';
import type { Session } from '../../http/auth/session.ts';
import type { Send } from '../../http/exchange.ts';
import { assumptionKeys, assumptionVariable } from '../../platform/assumptions.ts';
import { type Finding, failedCheck, finding } from '../../platform/finding.ts';

/** An Invocation without prompts: its standard input is not a terminal. */
export interface CheckInput extends Invocation {
  /** Why the profile could not be read; the settings then come from flags and the environment only. */
  readonly profileProblem: HotelctlError | undefined;
  /** One attempt, without a token. */
  readonly send: Send;
  /** Opened on demand, because settings may be missing. */
  readonly session: () => Promise<Session>;
}

/** An access token from the environment needs no credential store, no identity host and no client. */
export const hasEnvironmentToken = ({ context }: Pick<CheckInput, 'context'>): boolean =>
  isSet(context, 'HOTELCTL_ACCESS_TOKEN');

export const isSet = ({ env }: Pick<Context, 'env'>, name: string): boolean => Boolean(env[name]?.trim());

/** Why a setting is optional. */
const dispensable: Readonly<Partial<Record<SettingName, string>>> = {
  authUrl: 'not needed with HOTELCTL_ACCESS_TOKEN',
  clientId: 'not needed with HOTELCTL_ACCESS_TOKEN',
  integrationUrl: 'only `hotelctl ui-integration` uses it',
  property: 'reports and offers then require --property',
};

export function settingFindings(input: CheckInput): readonly SettingFinding[] {
  const ofSignIn: readonly SettingName[] = hasEnvironmentToken(input) ? [] : ['authUrl', 'clientId'];
  return settingDefinitions.flatMap(definition => {
    const { name, summary, environment } = definition;
    // `redirect URI` of `redirect URI, as registered with the platform`.
    const label = summary.split(/[,;]/)[0] ?? summary;
    if (input.settings.find(name)) return [givenSetting(input.settings, definition, label)];
    if (name === 'baseUrl' || ofSignIn.includes(name)) {
      const step = input.settings.isUnchosen ? 'profile use NAME' : 'login';
      const fix = `run \`hotelctl ${step}\`, or set ${environment}`;
      return [finding(label, 'failed', 'not set', fix)];
    }
    // A setting that is not set and has no effect then has no finding.
    const reason = dispensable[name];
    return reason === undefined ? [] : [finding(label, 'skipped', `not set: ${reason}`)];
  });
}

/** What has to be registered, and how a sign-in ends there. */
function redirectKind(redirectUri: string): string {
  const target = parseRedirectUri(redirectUri);
  if (!target) return ': a web page, so sign in with `hotelctl login --paste`';
  return target.https
    ? ': https on this machine, so sign in with --tls-cert and --tls-key'
    : ': http on this machine; if the platform registers only https, see `hotelctl login --help`';
}

function givenSetting(settings: Settings, definition: SettingDefinition, label: string): SettingFinding {
  const { name } = definition;
  let kind = '';
  try {
    const value = settings.require(name);
    if (name === 'redirectUri') kind = redirectKind(value);
  } catch (error) {
    return failedCheck(label, error);
  }
  const { value: text, source } = settings.find(name) as { value: string; source: string };
  const value = shownValue(definition, text);
  const origin = source === 'default' ? 'default' : settings.origin(name);
  const overruled = settings.overruled(name);
  const wins = overruled.length > 0 ? `; overrides ${overruled.join(' and ')}` : '';
  return {
    ...finding(label, 'passed', `${value} (${origin}${wins})${kind}`),
    setting: { name, value, source: origin },
  };
}

/** The current profile, and whether only its owner can write to the file: others could redirect tokens to another host. */
export async function profileFindings(input: CheckInput): Promise<readonly Finding[]> {
  const { context, settings, profiles, profileProblem, flags } = input;
  if (profileProblem) return [failedCheck('profile', profileProblem)];
  const path = profilePath(context.folders);
  const count = profiles.profiles.size;
  if (!profiles.profiles.has(settings.profileName)) {
    const [none, fix] =
      count === 0
        ? ['none saved']
        : [`${countText(count, 'profile')} saved, none selected`, 'run `hotelctl profile use NAME`'];
    const found = `${none} (${path}): settings come from flags and the environment`;
    return [finding('profile', 'skipped', found, fix)];
  }
  const namedBy = flags.profile ? '--profile' : context.env['HOTELCTL_PROFILE'] && 'HOTELCTL_PROFILE';
  const how = namedBy || 'the current profile';
  const others = count > 1 ? `, of ${count}` : '';
  return [finding('profile', 'passed', `${settings.profileName} (${how})${others}, in ${path}`)];
}

export function unknownVariables(env: Context['env']): readonly Finding[] {
  const others = otherVariables.filter(name => name.startsWith('HOTELCTL_'));
  const assumed = assumptionKeys.map(assumptionVariable);
  const current = [...settingDefinitions.map(({ environment }) => environment), ...assumed, ...others];
  return Object.keys(env)
    .filter(name => name.startsWith('HOTELCTL_') && !current.includes(name))
    .map(name => {
      const fix = askForName(name, current) ?? 'unset it';
      return finding('environment', 'warning', `${name} is set, but hotelctl has no such variable`, fix);
    });
}

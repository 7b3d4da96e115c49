import { type SettingFinding, shownValue } from '../../../cli/cron-view.ts';
import { profilePath } from '../../../cli/settings/profiles.ts';
import type { Settings } from '../../../cli/settings/resolve.ts';
import {
  flagOf,
  type SettingDefinition,
  type SettingName,
  settingDefinitions,
} from '../../../cli/settings/settings.ts';
import { parseRedirectUri } from '../../../http/auth/redirect.ts';
import { type Finding, failedCheck, finding } from '../../../platform/finding.ts';
import { type CheckInput, hasEnvironmentToken } from './check-input.ts';

/** Every setting: its value, its source, what it overrides, and whether it is valid. */
export function settingFindings(input: CheckInput): readonly SettingFinding[] {
  const { settings } = input;
  const needed: readonly SettingName[] = hasEnvironmentToken(input)
    ? ['baseUrl']
    : ['baseUrl', 'authUrl', 'clientId'];
  return settingDefinitions.flatMap(definition => {
    const { name } = definition;
    const problem = problemOf(settings, definition);
    if (problem) return [problem];
    if (settings.find(name)) return [given(settings, definition)];
    // A setting that is not set and has no effect then has no finding.
    return needed.includes(name) || dispensable[name] ? [missing(definition, needed.includes(name))] : [];
  });
}

/** `redirect URI` of `redirect URI, as registered with the platform`. */
const labelOf = ({ summary }: SettingDefinition) => summary.split(/[,;]/)[0] ?? summary;

function given(settings: Settings, definition: SettingDefinition): SettingFinding {
  const { name } = definition;
  const { value: text, source } = settings.find(name) as { value: string; source: string };
  const value = shownValue(definition, text);
  const origin = source === 'default' ? 'default' : settings.origin(name);
  const overruled = settings.overruled(name);
  const wins = overruled.length > 0 ? `; overrides ${overruled.join(' and ')}` : '';
  return {
    ...finding(labelOf(definition), 'passed', `${value} (${origin}${wins})`),
    setting: { name, value, source: origin },
  };
}

function problemOf(settings: Settings, definition: SettingDefinition): Finding | undefined {
  if (!settings.find(definition.name)) return undefined;
  try {
    const value = settings.require(definition.name);
    if (definition.name === 'redirectUri') parseRedirectUri(value);
    return undefined;
  } catch (error) {
    return failedCheck(labelOf(definition), error);
  }
}

/** Why a setting is optional. */
const dispensable: Readonly<Partial<Record<SettingName, string>>> = {
  authUrl: 'not needed with HOTELCTL_ACCESS_TOKEN',
  clientId: 'not needed with HOTELCTL_ACCESS_TOKEN',
  integrationUrl: 'only `hotelctl ui-integration` uses it',
  property: 'reports and offers then require --property',
};

function missing(definition: SettingDefinition, isNeeded: boolean): Finding {
  const { name, environment } = definition;
  return isNeeded
    ? finding(
        labelOf(definition),
        'failed',
        'not set',
        `set ${environment}, add ${flagOf(name)}, or run \`hotelctl login\``,
      )
    : finding(labelOf(definition), 'skipped', `not set: ${dispensable[name]}`);
}

/** The current profile, and whether only its owner can write to the file: others could redirect tokens to another host. */
export async function profileFindings(input: CheckInput): Promise<readonly Finding[]> {
  const { context, settings, profiles, profileProblem, profileNamedBy } = input;
  if (profileProblem) return [failedCheck('profile', profileProblem)];
  const path = profilePath(context.folders);
  const count = profiles.profiles.size;
  if (count === 0) {
    return [finding('profile', 'skipped', `none in ${path}: settings come from flags and the environment`)];
  }
  const how =
    profileNamedBy ?? (profiles.current === undefined ? 'the only candidate' : 'the current profile');
  const others = count > 1 ? `, of ${count}` : '';
  return [finding('profile', 'passed', `${settings.profileName} (${how})${others}, in ${path}`)];
}

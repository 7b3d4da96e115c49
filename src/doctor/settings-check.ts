import { redirectTarget } from '../auth/redirect.ts';
import { redactUrl } from '../http/trace.ts';
import { safeText } from '../platform/safe-text.ts';
import type { Settings } from '../settings/resolve.ts';
import {
  flagOf,
  type SettingDefinition,
  type SettingName,
  settingDefinitions,
} from '../settings/settings.ts';
import { type Examination, hasReadyMadeToken } from './examination.ts';
import { type Finding, failed, finding } from './finding.ts';

/** Every setting: its value, where it comes from, what it overrules, and whether it can serve. */
export function settingFindings(examination: Examination): readonly Finding[] {
  const { settings } = examination;
  const needed: readonly SettingName[] = hasReadyMadeToken(examination)
    ? ['baseUrl']
    : ['baseUrl', 'authUrl', 'clientId'];
  return settingDefinitions.map(definition => {
    const problem = problemOf(settings, definition);
    if (problem) return problem;
    return settings.find(definition.name)
      ? given(settings, definition)
      : missing(definition, needed.includes(definition.name));
  });
}

/** `redirect URI` of `redirect URI, as registered with the platform`. */
const labelOf = ({ summary }: SettingDefinition) => summary.split(/[,;]/)[0] ?? summary;

/** A setting's value as it may be told. */
export const shownValue = ({ name }: SettingDefinition, text: string): string =>
  /url$|uri$/i.test(name) ? redactUrl(text) : safeText(text);

function given(settings: Settings, definition: SettingDefinition): Finding {
  const { name } = definition;
  const { value: text, source } = settings.find(name) as { value: string; source: string };
  const value = shownValue(definition, text);
  const origin = source === 'default' ? 'default' : settings.origin(name);
  const overruled = settings.overruled(name);
  const wins = overruled.length > 0 ? `; it wins over ${overruled.join(' and ')}` : '';
  return {
    ...finding('settings', labelOf(definition), 'ok', `${value} (${origin}${wins})`),
    setting: { name, value, source: origin },
  };
}

function problemOf(settings: Settings, definition: SettingDefinition): Finding | undefined {
  if (!settings.find(definition.name)) return undefined;
  try {
    const value = settings.require(definition.name);
    if (definition.name === 'redirectUri') redirectTarget(value);
    return undefined;
  } catch (error) {
    return failed('settings', labelOf(definition), error);
  }
}

/** Why a command may do without it. */
const dispensable: Readonly<Partial<Record<SettingName, string>>> = {
  authUrl: 'HOTELCTL_ACCESS_TOKEN needs none',
  clientId: 'HOTELCTL_ACCESS_TOKEN needs none',
  integrationUrl: 'only `hotelctl ui-integration` needs it',
  property: 'reports and offers then want --property',
};

function missing(definition: SettingDefinition, isNeeded: boolean): Finding {
  const { name, environment } = definition;
  return isNeeded
    ? finding(
        'settings',
        labelOf(definition),
        'fatal',
        'not set',
        `set ${environment}, give ${flagOf(name)}, or run \`hotelctl login\` to be asked`,
      )
    : finding('settings', labelOf(definition), 'skipped', `not set: ${dispensable[name]}`);
}

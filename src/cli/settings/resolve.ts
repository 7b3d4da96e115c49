import { askForName, hintOfNames } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { AssumptionKey } from '../../platform/assumptions.ts';
import { listOurNames, readNamePairs } from '../../platform/names.ts';
import type { Profile } from './profiles.ts';
import {
  askedByLogin,
  type CountName,
  findProfileKey,
  findSettingDefinition,
  findValueProblem,
  nameFlag,
  type ProfileKey,
  type SettingName,
  settingDefinitions,
  wordsOfSetting,
} from './settings.ts';

interface ResolvedSetting {
  readonly value: string;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
}

type HostName = 'baseUrl' | 'authUrl' | 'integrationUrl';

/** @returns the value @throws UsageError for a pair without one of our names, which would have no effect */
export function checkPairs(key: ProfileKey, value: string, origin = (): string => key): string {
  const names = listOurNames(key);
  const ours = names.length > 0 ? readNamePairs(value).flatMap(([name]) => name.split('.')) : [];
  const wrong = ours.find(name => !names.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`${origin()} must be pairs with one of our names first`, {
      hint: hintOfNames(wrong, names, 'our names:'),
    });
  return value;
}

export class Settings {
  constructor(
    /** The values of a command line; a repeated `--scope` is joined by spaces. */
    private readonly flags: Profile,
    private readonly env: Readonly<Record<string, string | undefined>>,
    private readonly profile: {
      readonly name: string;
      readonly values: Profile;
      readonly isUnchosen?: boolean;
    },
  ) {}

  /** Name of the profile that these settings come from; `default` if there is none. */
  get profileName(): string {
    return this.profile.name;
  }

  /** Profiles are saved, and none of them is selected. */
  get isUnchosen(): boolean {
    return this.profile.isUnchosen ?? false;
  }

  /** The same settings with the answers to prompts, which take precedence. */
  with(answers: Profile): Settings {
    return new Settings({ ...this.flags, ...answers }, this.env, this.profile);
  }

  /** Those of the profile only: `login` saved the tokens there, whatever flags and variables name now. */
  ofProfile(): Settings {
    return new Settings({}, {}, this.profile);
  }

  /** The values from all sources, the strongest first. */
  private listSources(key: ProfileKey): readonly ResolvedSetting[] {
    const { environment, fallback } = findProfileKey(key);
    const candidates = [
      ['flag', this.flags[key]],
      // Scripts unset a variable for one command with an empty value.
      ['environment', this.env[environment] || undefined],
      ['profile', this.profile.values[key]],
      ['default', fallback],
    ] as const;
    return candidates.flatMap(([source, value]) => (value === undefined ? [] : [{ source, value }]));
  }

  /** The value as given, not validated. */
  find(key: AssumptionKey): ResolvedSetting;
  find(key: ProfileKey): ResolvedSetting | undefined;
  find(key: ProfileKey): ResolvedSetting | undefined {
    return this.listSources(key)[0];
  }

  /** The source in the user's terms: `--base-url`, `HOTELCTL_BASE_URL`, `baseUrl of profile munich`. */
  origin(key: ProfileKey, source = this.find(key)?.source): string {
    if (source === 'profile') return `${key} of profile ${this.profile.name}`;
    // An assumption has no flag.
    if (source !== 'environment') return nameFlag(key as SettingName);
    return findProfileKey(key).environment;
  }

  /** The sources that a stronger source overrides, named as by `origin`. The default is not one of them. */
  overruled(name: SettingName): readonly string[] {
    const [winner, ...others] = this.listSources(name);
    return others
      .filter(({ source, value }) => source !== 'default' && value !== winner?.value)
      .map(({ source }) => this.origin(name, source));
  }

  /** The validated value. UsageError that lists every way to set it, or the source of the invalid value. */
  require(key: ProfileKey): string {
    const { value } = this.find(key) ?? this.refuseMissing([key as SettingName]);
    const definition = findProfileKey(key);
    const phrase = findValueProblem(definition, value);
    if (phrase === undefined) return checkPairs(key, value, () => this.origin(key));
    const { mustBe, meaning, fallback, choices = [] } = definition;
    const example = definition.example ?? fallback ?? (mustBe && 'https://api.example.com');
    const wrong = wordsOfSetting(value).find(word => !choices.includes(word)) ?? '';
    throw new UsageError(`${this.origin(key)} must be ${phrase}`, {
      hint:
        askForName(wrong, choices) ??
        `it is ${meaning}${example === undefined ? '' : `, for example ${example}`}`,
    });
  }

  optional(name: SettingName): string | undefined {
    return this.find(name) === undefined ? undefined : this.require(name);
  }

  /** UsageError that lists all missing settings, so that all can be fixed together. */
  requireAll(names: readonly SettingName[]): void {
    const missing = names.filter(name => this.find(name) === undefined);
    if (missing.length > 0) this.refuseMissing(missing);
  }

  private refuseMissing(missing: readonly SettingName[]): never {
    const together = (words: readonly string[]) => new Intl.ListFormat('en-GB').format(words);
    const definitions = missing.map(findSettingDefinition);
    const what = together(definitions.map(({ summary }) => `the ${summary}`));
    const isAsked = missing.every(name => askedByLogin.some(asked => asked === name));
    const hasFlags = !isAsked && !definitions.some(({ isProfileFlag }) => isProfileFlag);
    const step = this.isUnchosen ? 'run `hotelctl profile use NAME`' : 'run `hotelctl login` in a terminal';
    const ways = [
      isAsked ? step : '',
      hasFlags ? `add ${together(missing.map(nameFlag))}` : '',
      `set ${together(definitions.map(({ environment }) => environment))}`,
      isAsked ? '' : `run \`hotelctl profile set KEY VALUE\` for ${together(missing)}`,
    ].filter(Boolean);
    throw new UsageError(`${what} ${missing.length > 1 ? 'are' : 'is'} not set`, {
      hint: `${ways.slice(0, -1).join(', ')}, or ${ways.at(-1)}`,
    });
  }

  /** The part of these settings that a profile stores: everything that is not a default. */
  forProfile(): Profile {
    const kept = settingDefinitions.flatMap(({ name, savedByLogin }) => {
      const setting = this.find(name);
      return savedByLogin && setting && setting.source !== 'default' ? [[name, setting.value]] : [];
    });
    return Object.fromEntries(kept);
  }

  requireHost(name: HostName): string {
    return this.require(name).replace(/\/+$/, '');
  }

  requireCount(name: CountName): number {
    return Number(this.require(name));
  }
}

import { UsageError } from '../../base/errors.ts';
import { type AssumptionKey, assumptions, assumptionVariable } from '../../platform/assumptions.ts';
import type { Profile } from './profiles.ts';
import {
  type CountName,
  findProfileKey,
  findSettingDefinition,
  findValueProblem,
  nameFlag,
  type SettingName,
  settingDefinitions,
} from './settings.ts';

interface ResolvedSetting {
  readonly value: string;
  readonly source: 'flag' | 'environment' | 'profile' | 'default';
}

/** The values of a command line, by setting name; a repeated `--scope` is joined by spaces. */
export type FlagValues = Readonly<Partial<Record<SettingName, string>>>;

type HostName = 'baseUrl' | 'authUrl' | 'integrationUrl';

export class Settings {
  private readonly given: ReadonlyMap<SettingName, readonly ResolvedSetting[]>;
  private readonly flags: FlagValues;
  private readonly env: Readonly<Record<string, string | undefined>>;
  private readonly profile: { readonly name: string; readonly values: Profile };

  constructor(
    flags: FlagValues,
    env: Readonly<Record<string, string | undefined>>,
    profile: { readonly name: string; readonly values: Profile },
  ) {
    this.flags = flags;
    this.env = env;
    this.profile = profile;
    const given = new Map<SettingName, readonly ResolvedSetting[]>();
    for (const { name, environment, former, fallback } of settingDefinitions) {
      const candidates = [
        ['flag', flags[name]],
        // Scripts unset a variable for one command with an empty value.
        ['environment', env[environment] || (former && env[former.environment]) || undefined],
        ['profile', profile.values[name]],
        ['default', fallback],
      ] as const;
      const found = candidates.flatMap(([source, value]) => (value === undefined ? [] : [{ source, value }]));
      if (found.length > 0) given.set(name, found);
    }
    this.given = given;
  }

  /** Name of the profile that these settings come from; `default` if there is none. */
  get profileName(): string {
    return this.profile.name;
  }

  /** The same settings with the answers to prompts, which take precedence. */
  with(answers: FlagValues): Settings {
    return new Settings({ ...this.flags, ...answers }, this.env, this.profile);
  }

  /** The value as given, not validated. */
  find(name: SettingName): ResolvedSetting | undefined {
    return this.given.get(name)?.[0];
  }

  /** The source of a value, in the user's terms: `--base-url`, `HOTELCTL_BASE_URL`, `baseUrl of profile munich`. */
  origin(name: SettingName, source = this.find(name)?.source): string {
    const { environment, former } = findSettingDefinition(name);
    if (source === 'profile') return `${name} of profile ${this.profile.name}`;
    if (source !== 'environment') return nameFlag(name);
    return former && !this.env[environment] ? former.environment : environment;
  }

  /** The sources that a stronger source overrides, named as by `origin`. The default is not one of them. */
  overruled(name: SettingName): readonly string[] {
    const [winner, ...others] = this.given.get(name) ?? [];
    return others
      .filter(({ source, value }) => source !== 'default' && value !== winner?.value)
      .map(({ source }) => this.origin(name, source));
  }

  /** The validated value. UsageError that lists every way to set it, or the source of the invalid value. */
  require(name: SettingName): string {
    this.requireAll([name]);
    const { value } = this.find(name) as ResolvedSetting;
    const definition = findSettingDefinition(name);
    const { mustBe, summary, fallback, example: given } = definition;
    const phrase = findValueProblem(definition, value);
    if (phrase === undefined) return value;
    const example = given ?? fallback ?? (mustBe && 'https://api.example.com');
    throw new UsageError(`${this.origin(name)} must be ${phrase}`, {
      hint: `it is the ${summary}${example === undefined ? '' : `, for example ${example}`}`,
    });
  }

  optional(name: SettingName): string | undefined {
    return this.find(name) === undefined ? undefined : this.require(name);
  }

  findAssumption(key: AssumptionKey): ResolvedSetting {
    const set = this.env[assumptionVariable(key)];
    if (set) return { value: set, source: 'environment' };
    const stored = this.profile.values[key];
    if (stored) return { value: stored, source: 'profile' };
    return { value: assumptions[key].fallback, source: 'default' };
  }

  assumption(key: AssumptionKey): string {
    const { value, source } = this.findAssumption(key);
    const definition = findProfileKey(key);
    const phrase = definition && findValueProblem(definition, value);
    if (phrase === undefined) return value;
    const origin =
      source === 'environment' ? assumptionVariable(key) : `${key} of profile ${this.profile.name}`;
    throw new UsageError(`${origin} must be ${phrase}`, {
      hint: `run \`hotelctl profile set ${key} ${assumptions[key].fallback}\``,
    });
  }

  /** UsageError that lists all missing settings, so that all can be fixed together. */
  requireAll(names: readonly SettingName[]): void {
    const missing = names.filter(name => !this.given.has(name));
    if (missing.length === 0) return;
    const together = (words: readonly string[]) =>
      words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
    const definitions = missing.map(findSettingDefinition);
    const what = together(definitions.map(({ summary }) => `the ${summary}`));
    const ways = [
      definitions.some(({ isProfileFlag }) => isProfileFlag) ? '' : `add ${together(missing.map(nameFlag))}`,
      `set ${together(definitions.map(({ environment }) => environment))}`,
      definitions.every(({ savedByLogin }) => savedByLogin)
        ? 'run `hotelctl login` in a terminal'
        : `run \`hotelctl profile set KEY VALUE\` for ${together(missing)}`,
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

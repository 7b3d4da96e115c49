import type { ValueCheck } from '../../base/choices.ts';
import { type SettingName, settingDefinitions } from './settings.ts';

/** A key that a profile may hold. */
export type ProfileKey = SettingName;

export interface ProfileKeyDefinition {
  readonly key: ProfileKey;
  readonly summary: string;
  readonly mustBe?: ValueCheck | undefined;
  /** Former names that are still accepted. */
  readonly formerKeys: readonly string[];
}

/** Every key that `hotelctl profile set` accepts and the profile file may contain. */
export const profileKeys: readonly ProfileKeyDefinition[] = settingDefinitions.map(
  ({ name, summary, mustBe, former }) => ({
    key: name,
    summary,
    mustBe,
    formerKeys: former ? [former.name] : [],
  }),
);

/** The definition of a key by its present or a former name. */
export const profileKeyNamed = (name: string): ProfileKeyDefinition | undefined =>
  profileKeys.find(({ key, formerKeys }) => key === name || formerKeys.includes(name));

/** The requirement that a value does not meet, as a phrase that follows "must be"; undefined for a valid value. */
export const profileValueProblem = ({ mustBe }: ProfileKeyDefinition, value: string): string | undefined =>
  value.trim() === '' ? 'a value that is not empty' : mustBe?.(value);

import { parsedDelimiter } from '../output/csv-options.ts';
import { oneOfValues, type SettingName, settingDefinitions, type ValueCheck } from './settings.ts';

/** Keys of the CSV dialect: a profile stores them, and the output flags of a command override them. */
export type CsvKey = 'delimiter' | 'decimalComma' | 'bom';

/** A key that a profile may hold. */
export type ProfileKey = SettingName | CsvKey;

export interface ProfileKeyDefinition {
  readonly key: ProfileKey;
  readonly summary: string;
  readonly mustBe?: ValueCheck | undefined;
  /** Former names that are still accepted. */
  readonly formerKeys: readonly string[];
}

const delimiter: ValueCheck = value =>
  parsedDelimiter(value) === undefined ? 'one character such as , ; | or the word tab' : undefined;

const csvKeys: readonly { readonly key: CsvKey; readonly summary: string; readonly mustBe: ValueCheck }[] = [
  { key: 'delimiter', summary: 'CSV delimiter', mustBe: delimiter },
  { key: 'decimalComma', summary: 'decimal comma in CSV', mustBe: oneOfValues(['true', 'false']) },
  { key: 'bom', summary: 'UTF-8 byte order mark in CSV', mustBe: oneOfValues(['true', 'false']) },
];

/** Every key that `hotelctl profile set` accepts and the profile file may contain. */
export const profileKeys: readonly ProfileKeyDefinition[] = [
  ...settingDefinitions.map(({ name, summary, mustBe, former }) => ({
    key: name,
    summary,
    mustBe,
    formerKeys: former ? [former.name] : [],
  })),
  ...csvKeys.map(row => ({ ...row, formerKeys: [] })),
];

/** The definition of a key by its present or a former name. */
export const profileKeyNamed = (name: string): ProfileKeyDefinition | undefined =>
  profileKeys.find(({ key, formerKeys }) => key === name || formerKeys.includes(name));

/** What is wrong with a value, as a phrase that follows "must be"; undefined when a profile may hold it. */
export const profileValueProblem = ({ mustBe }: ProfileKeyDefinition, value: string): string | undefined =>
  value.trim() === '' ? 'a value that is not empty' : mustBe?.(value);

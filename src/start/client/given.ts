import { hintOfNames } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { CommandDefinition } from '../../cli/command.ts';
import { declaredFlags, flagWords, longFlag, type OptionValues, optionName } from '../../cli/flags.ts';
import { type SettingName, settingDefinitions } from '../../cli/settings/settings.ts';
import type { NamedCommand } from '../run-command.ts';
import type { CallOption } from './calls.ts';

/** What a single call may set, also for all calls of a client. */
export interface CallSettings {
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the call ends with TemporaryError. */
  readonly timeout?: number;
  readonly idempotencyKey?: string;
  readonly profile?: string;
}

/** Settings by name, as in a profile, and what the program around the client supplies. */
export type ClientOptions = Partial<Record<Exclude<SettingName, 'timeout'>, string | number | boolean>> &
  Omit<CallSettings, 'idempotencyKey'> & {
    readonly accessToken?: string | (() => string | Promise<string>);
    readonly onNote?: (line: string) => void;
    readonly env?: Readonly<Record<string, string | undefined>>;
  };

export type Given = Readonly<Record<string, unknown>>;

export const callSettings = ['signal', 'timeout', 'idempotencyKey', 'profile'];
/** In milliseconds here, as everywhere in JavaScript; the setting of this name is in seconds. */
export const settings = settingDefinitions.flatMap(({ name, ...definition }) =>
  name === 'timeout' ? [] : [{ name, ...definition }],
);
export const clientOptions = [
  'signal',
  'timeout',
  'profile',
  'accessToken',
  'onNote',
  'env',
  ...settings.map(({ name }) => name),
];

/** A call that cannot run. */
export const wrongCall = (path: string, message: string, hint: string) =>
  new UsageError(`${path} ${message}`, { hint });

/** @throws UsageError for a name that does not exist, with the nearest one */
export function checkNames(path: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw wrongCall(path, 'accepts objects of options', `for example { ${known[0]}: ... }`);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name) && value !== undefined)
      throw wrongCall(path, `has no option ${name}`, hintOfNames(name, known));
  }
}

export function checkSettings(path: string, { signal, timeout, idempotencyKey, profile }: Given): void {
  const check = (name: string, value: unknown, isRight: boolean, what: string) => {
    if (value !== undefined && !isRight)
      throw wrongCall(path, `cannot run: ${name} must be ${what}`, 'fix it, or omit it');
  };
  check('signal', signal, signal instanceof AbortSignal, 'an AbortSignal');
  const isTime = Number.isInteger(timeout) && Number(timeout) > 0 && Number(timeout) < 2 ** 31;
  check('timeout', timeout, isTime, 'a whole number of milliseconds');
  check(
    'idempotencyKey',
    idempotencyKey,
    /^[\x21-\x7e]{1,100}$/.test(String(idempotencyKey)),
    '1 to 100 visible characters',
  );
  check('profile', profile, typeof profile === 'string' && profile !== '', 'the name of a profile');
}

export const isScalar = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));

/** @throws UsageError for a value that the flag or argument cannot have */
function checkValue(path: string, { name, form, meaning }: CallOption, value: unknown): void {
  const mayBeList = meaning.repeatable === true && !meaning.takesOne;
  const isRight = isSwitch(form)
    ? typeof value === 'boolean'
    : mayBeList && Array.isArray(value)
      ? value.every(isScalar)
      : isScalar(value) && !(value === '' && form.endsWith('<file>'));
  const list = mayBeList ? ', or a list of them' : '';
  const what = isSwitch(form) ? 'true or false' : `a text or a number${list}`;
  if (!isRight) throw wrongCall(path, `cannot run: ${name} must be ${what}`, 'fix it, or omit it');
}

const isSwitch = (form: string) => form.includes('--') && !form.includes('<');

/** A command as a call runs it, with the words of its command line, and what it reads from standard input. */
export interface Call extends NamedCommand {
  readonly words: readonly string[];
  readonly input: string;
}

/** @param further options that the caller does not set @throws UsageError */
export function readCall(
  path: string,
  name: string,
  definition: CommandDefinition,
  known: readonly CallOption[],
  given: Given,
  further: OptionValues = {},
): Call {
  const missing = known.filter(option => option.isRequired && given[option.name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(option => option.name).join(', ');
    throw wrongCall(path, `requires ${names}`, 'add it to the first argument');
  }
  const flags = declaredFlags(definition);
  const has = (long: string) => flags.some(({ form }) => longFlag(form) === long);
  const options: Record<string, OptionValues[string]> = {};
  for (const { form, meaning } of flags) {
    const long = longFlag(form);
    if (meaning.fallback !== undefined) options[attributeOf({ form, meaning })] = meaning.fallback;
    if (long.startsWith('--no-') && !has(long.replace('--no-', '--')))
      options[attributeOf({ form, meaning })] = true;
  }
  const words = name.split(' ');
  const operands: (string | string[] | undefined)[] = [];
  let input = '';
  for (const option of known) {
    const { form, meaning } = option;
    const value = given[option.name];
    if (value !== undefined) checkValue(path, option, value);
    if (meaning.input && value !== undefined) input = String(value);
    const texts = value === undefined ? [] : meaning.input ? ['-'] : [value].flat().map(String);
    if (!form.includes('--')) operands.push(meaning.repeatable ? texts : texts[0]);
    else if (value === true) options[attributeOf(option)] = !form.includes('--no-');
    else if (value !== undefined && value !== false)
      options[attributeOf(option)] = meaning.repeatable ? texts : (texts[0] ?? '');
    words.push(...(form.includes('--') ? flagWords(longFlag(form), value === true || texts) : texts));
  }
  return { name, definition, options: { ...options, ...further }, operands, words, input };
}

/** The name of the option, as commander has it. */
const attributeOf = ({ form, meaning }: Pick<CallOption, 'form' | 'meaning'>) =>
  meaning.name ?? optionName(longFlag(form).replace('--no-', '--'));

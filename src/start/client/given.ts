import { hintOfNames } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { flagWords, longFlag } from '../../cli/flags.ts';
import { type SettingName, settingDefinitions } from '../../cli/settings/settings.ts';
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

/** @throws UsageError for a value that has no spelling as the flag or argument */
function checkValue(path: string, { name, flag }: CallOption, value: unknown): void {
  const { meaning, form } = flag ?? { meaning: { repeatable: false, takesOne: false }, form: '<>' };
  const isList = meaning.repeatable === true && !meaning.takesOne && Array.isArray(value);
  if (!form.includes('<')) {
    if (typeof value !== 'boolean')
      throw wrongCall(path, `cannot run: ${name} must be true or false`, 'fix it, or omit it');
  } else if (!(isList ? value.every(isScalar) : isScalar(value))) {
    const what =
      meaning.repeatable && !meaning.takesOne ? 'a text, a number, or a list of them' : 'a text or a number';
    throw wrongCall(path, `cannot run: ${name} must be ${what}`, 'fix it, or omit it');
  }
}

/** The words of a command for what was given, and what reaches it on standard input. @throws UsageError */
export function commandWords(
  path: string,
  known: readonly CallOption[],
  given: Given,
  command: readonly string[],
): { readonly words: readonly string[]; readonly input: string } {
  const missing = known.filter(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw wrongCall(path, `requires ${names}`, 'add it to the first argument');
  }
  const words = [...command];
  const operands: string[] = [];
  let input = '';
  for (const option of known) {
    const value = given[option.name];
    if (value === undefined) continue;
    checkValue(path, option, value);
    if (option.isInput) input = String(value);
    const passed = option.isInput ? '-' : value;
    if (option.flag) words.push(...flagWords(longFlag(option.flag.form), passed));
    else operands.push(String(passed));
  }
  // A value after `--` is never read as a flag.
  return { words: [...words, ...(operands.length > 0 ? ['--', ...operands] : [])], input };
}

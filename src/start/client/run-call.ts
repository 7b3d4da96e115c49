import { hintOfNames } from '../../base/choices.ts';
import { type Context, orInterrupted } from '../../base/context.ts';
import { OutcomeUnknownError, SignInError, TemporaryError, UsageError } from '../../base/errors.ts';
import { resultOr } from '../../base/text.ts';
import type { CommandDefinition } from '../../cli/command.ts';
import {
  declaredFlags,
  flagAttribute,
  flagWords,
  givenValues,
  longFlag,
  namingArguments,
  type OptionValues,
  optionName,
  setsNothing,
} from '../../cli/flags.ts';
import { parseCommandLine } from '../../cli/global-flags.ts';
import { invocationOpener } from '../../cli/invocation.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { exactValue } from '../../cli/result.ts';
import { type SettingName, settingDefinitions } from '../../cli/settings/settings.ts';
import { loadCommand } from '../../commands/groups.ts';
import { filledFields, parseJson } from '../../platform/json.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { makeRealContext } from '../real-context.ts';
import { type NamedCommand, refuseCards, runNamedCommand } from '../run-command.ts';
import { type CallOption, calls, listOptions } from './calls.ts';

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

const isScalar = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
const isScalarOrSwitch = (value: unknown) => isScalar(value) || typeof value === 'boolean';

type Kind = readonly [what: string, isRight: (value: unknown) => boolean];
/** An empty text would not set it, so that the call would read another hotel or host: that of the profile. */
const settingKind: Kind = ['a text that is not empty', value => value !== '' && isScalarOrSwitch(value)];
/** A token, not the line break of an empty file: without one, the call would use the stored sign-in. */
const isToken = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
/** Not a list, a map, `Headers`, `URLSearchParams` or a promise: what they hold is not properties, so that nothing would be read. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(Symbol.iterator in value || 'then' in value);
/** Not what JSON has nothing of, such as a map, a promise, a function or NaN, and not bytes, which are an object of numbers there. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return !/function|bigint|symbol/.test(typeof value);
  if (ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) return [...value].every(one => one !== undefined && isJson(one));
  const fields = Object.values(value);
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return 'toJSON' in value || ((isPlain || fields.length > 0) && fields.every(isJson));
}
const recordOf = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every(one => one === undefined || isRight(one));
/** In milliseconds here, as everywhere in JavaScript; the setting of this name is in seconds. */
export const settings = settingDefinitions.filter(({ name }) => name !== 'timeout');
const kinds: Readonly<Record<string, Kind>> = {
  signal: ['an AbortSignal', value => value instanceof AbortSignal],
  timeout: [
    'a whole number of milliseconds',
    value => Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31,
  ],
  idempotencyKey: ['1 to 100 visible characters', value => /^[\x21-\x7e]{1,100}$/.test(String(value))],
  profile: ['the name of a profile', value => typeof value === 'string' && value !== ''],
  ...Object.fromEntries(settings.map(({ name }) => [name, settingKind])),
  accessToken: [
    'a text, or a function that returns one',
    value => typeof value === 'function' || isToken(value),
  ],
  onNote: ['a function', value => typeof value === 'function'],
  env: ['an object', isRecord],
  query: [
    'an object of texts, numbers, true or false, and lists of them',
    recordOf(value => [value].flat().every(isScalarOrSwitch)),
  ],
  headers: ['an object of texts', recordOf(isScalar)],
  // A value that contains itself exhausts the stack.
  body: [
    'a text that is not empty, or a value of JSON',
    value => value !== '' && resultOr(false, () => isJson(value)),
  ],
};
export const callSettings = ['signal', 'timeout', 'idempotencyKey', 'profile'];
export const clientOptions = Object.keys(kinds).filter(
  name => !['idempotencyKey', 'query', 'headers', 'body'].includes(name),
);

export const wrongCall = (path: string, message: string, hint: string) =>
  new UsageError(`${path} ${message}`, { hint });

const wrongValue = (path: string, name: string, what: string) =>
  wrongCall(path, `cannot run: ${name} must be ${what}`, 'fix it, or omit it');

/** @throws UsageError for a name that does not exist, with the nearest one */
export function checkNames(path: string, given: unknown, known: readonly string[]): void {
  if (!isRecord(given))
    throw wrongCall(path, 'accepts objects of options', `for example { ${known[0]}: ... }`);
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name) && value !== undefined)
      throw wrongCall(path, `has no option ${name}`, hintOfNames(name, known));
  }
}

/** Settings of a call or a client. @param known their names, and those of what else may be given @throws UsageError */
export function checkSettings(path: string, given: object, known: readonly string[]): void {
  checkNames(path, given, known);
  for (const [name, value] of Object.entries(given)) {
    const [what, isRight] = kinds[name] ?? [];
    if (value !== undefined && isRight?.(value) === false) throw wrongValue(path, name, String(what));
  }
}

/** @throws UsageError for a value that the flag or argument cannot have */
function checkValue(path: string, { name, form, meaning }: CallOption, value: unknown): void {
  const mayBeList = meaning.repeatable === true;
  // Standard input and output are those of the program that calls: `-` would read nothing, and return nothing.
  const isFile = form.endsWith('<file>') && (value === '' || value === '-');
  const isRight = isSwitch(form)
    ? typeof value === 'boolean'
    : mayBeList && Array.isArray(value)
      ? value.every(isScalar)
      : isScalar(value) && !isFile;
  const list = mayBeList ? ', or a list of them' : '';
  const file = meaning.input ? 'the content of the file' : 'the path of a file';
  const what = isSwitch(form) ? 'true or false' : isFile ? file : `a text or a number${list}`;
  if (!isRight) throw wrongValue(path, name, what);
}

const isSwitch = (form: string) => form.includes('--') && !form.includes('<');

type Call = ReturnType<typeof readCall>;

/**
 * @param further options that the caller does not set
 * @returns the command with the words of its command line; `input`, its standard input, is the value of an option
 * @throws UsageError
 */
export function readCall(
  path: string,
  name: string,
  definition: CommandDefinition,
  known: readonly CallOption[],
  given: Given,
  further: OptionValues = {},
) {
  const readValue = ({ name }: CallOption) => (setsNothing(name, given[name]) ? undefined : given[name]);
  const missing = known.filter(option => option.isRequired && readValue(option) === undefined);
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
  const operands: (string | readonly string[] | undefined)[] = [];
  let [input, inputName]: [string, string | undefined] = ['', undefined];
  for (const option of known) {
    const { form, meaning } = option;
    const value = readValue(option);
    if (value !== undefined) checkValue(path, option, value);
    if (meaning.input && value !== undefined) [input, inputName] = [String(value), option.name];
    const texts = value === undefined ? [] : meaning.input ? ['-'] : [value].flat().map(String);
    if (!form.includes('--')) operands.push(meaning.repeatable ? texts : texts[0]);
    else if (value === true) options[attributeOf(option)] = !form.includes('--no-');
    else if (value !== undefined && value !== false)
      options[attributeOf(option)] = meaning.repeatable ? texts : (texts[0] ?? '');
    words.push(...(form.includes('--') ? flagWords(longFlag(form), value === true || texts) : texts));
  }
  const command: NamedCommand = { name, definition, options: { ...options, ...further }, operands };
  return { ...command, words, input, inputName };
}

/** The name of the option, as commander has it. */
const attributeOf = ({ form, meaning }: Pick<CallOption, 'form' | 'meaning'>) =>
  meaning.name ?? flagAttribute(form);

const functions = new Map([...calls].map(([path, command]) => [command, path]));

/** Messages and notes name flags and command lines; a caller knows options and functions. */
export const inWordsOfCaller = (text: string, inputName = 'standard input') =>
  namingArguments(text, optionName, (command, flags) => {
    const path = functions.get(command);
    const options = flags.map(([flag, value]) => `${optionName(flag)}: ${value ? `'${value}'` : true}`);
    return path && `${path}(${options.length > 0 ? `{ ${options.join(', ')} }` : ''})`;
  })
    .replace('the command line', 'the call')
    .replace(/^standard input\b/, inputName);

export type Write = (chunk: string | Uint8Array) => Promise<void>;

/** Without a folder of the package, as in a bundle, there is no program beside this one: a path below a file has none. */
const programFolder = typeof __dirname === 'undefined' ? process.execPath : `${__dirname}/..`;

/**
 * Runs the command in this process, without prompts and without a command line. @throws HotelctlError, the reason of the caller's
 * signal, or what `onNote` threw
 */
export async function runCall(
  path: string,
  call: Call,
  write: Write,
  { profile, accessToken, onNote = () => {}, signal, timeout, ...options }: ClientOptions,
  enough?: AbortSignal,
  further: Partial<Context> = {},
): Promise<void> {
  signal?.throwIfAborted();
  const env: Record<string, string | undefined> = { ...(options.env ?? process.env) };
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const ended = new AbortController();
  // The caller's signal may be in use for years, so that no call leaves a listener on it.
  const stop = AbortSignal.any([signal, enough, limit, ended.signal].filter(one => one !== undefined));
  const throwIfStopped = () => {
    signal?.throwIfAborted();
    if (!limit?.aborted) return;
    const hotels = joinSome(givenValues(call.options, 'propertyId'), 3, ', ');
    throw new TemporaryError(`${path}${hotels && ` of ${hotels}`} did not end within ${timeout} ms`, {
      hint: 'set a longer timeout, or try again',
    });
  };
  const token = await orInterrupted(readToken(accessToken), stop).catch(error => {
    throwIfStopped();
    throw error;
  });
  const given: Given = { ...options, accessToken: token };
  const variables = [...settings, { name: 'accessToken', environment: 'HOTELCTL_ACCESS_TOKEN' }].filter(
    ({ name }) => given[name] !== undefined,
  );
  for (const { name, environment } of variables) env[environment] = String(given[name]);
  const context = makeRealContext(programFolder, { env, signal: stop });
  // The error for programs names what failed.
  const { flags } = parseCommandLine([
    '--no-input',
    ...flagWords('--error-format', 'json'),
    ...flagWords('--profile', profile),
  ]);
  const inWords = (text: string) =>
    inWordsOfCaller(text, call.inputName).replace(/HOTELCTL_\w+/g, variable => {
      return variables.find(({ environment }) => environment === variable)?.name ?? variable;
    });
  let ofCaller: { readonly error: unknown } | undefined;
  const notes = async (text: string | Uint8Array) => {
    const lines = context.secrets.redact(String(text)).split('\n');
    try {
      for (const note of lines) if (note !== '') await onNote(inWords(note));
    } catch (error) {
      ofCaller ??= { error };
      throw error;
    }
  };
  try {
    await refuseCards(call.words);
    const piped = { ...pipedContext(context, call.input, write, notes), ...further };
    await runNamedCommand(invocationOpener(piped, flags, { words: call.words }), call);
  } catch (error) {
    // What was sent may have been carried out: an unknown outcome is reported as it is.
    if (!(error instanceof OutcomeUnknownError)) {
      throwIfStopped();
      if (ofCaller) throw ofCaller.error;
    }
    const { presentedError } = await import('../../cli/error-output.ts');
    const presented = presentedError(error, context.secrets, inWords);
    const { details } = presented;
    const fields = exactValue(undefined, details.fields);
    throw Object.assign(presented, { details: { ...details, ...(details.fields && { fields }) } });
  } finally {
    ended.abort();
  }
}

/** @throws SignInError if the function returns none: the sign-in of this user is another one */
async function readToken(accessToken: ClientOptions['accessToken']): Promise<string | undefined> {
  if (typeof accessToken !== 'function') return accessToken;
  const token: unknown = await accessToken();
  if (isToken(token)) return token;
  throw new SignInError('accessToken returned no token', { hint: 'return it as a text' });
}

export async function collectOutput(run: (write: Write) => Promise<void>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await run(async chunk => void chunks.push(Buffer.from(chunk as string)));
  return Buffer.concat(chunks);
}

/** Any operation of the platform, with the sign-in, the retries and the limits of the commands. */
export async function sendRequest(method: string, path: string, given: Given, options: ClientOptions) {
  checkSettings('request', given, ['query', 'body', 'headers', ...callSettings]);
  const { query = {}, body, headers = {}, ...own } = given;
  const { idempotencyKey, ...rest } = own as CallSettings;
  for (const [name, value] of Object.entries({ method, path }))
    if (typeof value !== 'string') throw wrongValue('request', `the ${name}`, 'a text');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const address = search.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path;
  const definition = await loadCommand('api');
  const call = readCall('request', 'api', definition, listOptions('api', definition), {
    words: [method, address],
    header: Object.entries(filledFields(headers as object)).map(([name, value]) => `${name}: ${value}`),
    input: typeof body === 'string' ? body : JSON.stringify(body),
    idempotencyKey,
  });
  const run = (write: Write) => runCall('request', call, write, { ...options, ...filledFields(rest) });
  const text = (await collectOutput(run)).toString('utf8');
  if (text.trim() === '') return undefined;
  return resultOr(text, () => exactValue(undefined, parseJson(text)));
}

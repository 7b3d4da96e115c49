import { UsageError } from '../../base/errors.ts';
import { flagWords, longFlag } from '../../cli/flags.ts';
import { parseCommandLine } from '../../cli/global-flags.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { type SettingName, settingDefinitions } from '../../cli/settings/settings.ts';
import { parseJson } from '../../platform/json.ts';
import { makeRealContext } from '../real-context.ts';
import { runProgram } from '../run.ts';
import { type Call, calls, exactValue, findShape, listOptions } from './calls.ts';

export {
  CheckFailedError,
  HotelctlError,
  InterruptedError,
  OutcomeUnknownError,
  OutputError,
  PartialError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';

/** Settings by name, as in a profile, and what the program around the client supplies. */
export type ClientOptions = Partial<Record<SettingName, string>> & {
  /** Default: HOTELCTL_PROFILE, else the profile in use. */
  readonly profile?: string;
  /** A token of the caller, in place of the stored sign-in; a function is called for each call of the client. */
  readonly accessToken?: string | (() => string | Promise<string>);
  /** Receives warnings and notes, one line each. */
  readonly onNote?: (line: string) => void;
  /** Ends running calls with InterruptedError. */
  readonly signal?: AbortSignal;
};

type CallOptions = Readonly<Record<string, unknown>>;

/**
 * The functions of `calls`, each of which runs its command in this process: with the same checks, sign-in, lock and journal.
 * Their types are generated into `types/`.
 */
export function createHotelctl(options: ClientOptions = {}): object {
  const client: Record<string, Record<string, (given?: CallOptions) => unknown>> = {};
  for (const [path, call] of Object.entries(calls)) {
    const [group = '', name = ''] = path.split('.');
    client[group] ??= {};
    const start = call.returns === 'rows' ? rows : readResult;
    client[group][name] = (given = {}) => start(call, given, options);
  }
  return client;
}

async function readResult(call: Call, given: CallOptions, options: ClientOptions): Promise<unknown> {
  const { returns } = call;
  if (returns === 'nothing' || returns === 'quote' || returns === 'body') {
    let text = '';
    await runLine(call, given, options, returns === 'body' ? ['--format', 'json'] : [], async chunk => {
      text += chunk;
    });
    if (returns === 'nothing') return undefined;
    if (returns === 'body')
      return text.trim() === '' ? undefined : exactValue(await findShape(call), parseJson(text));
    const { reservations: _, ...quote } = parseJson(text) as Record<string, unknown>;
    return { ...(exactValue(await findShape(call), quote) as object), json: text };
  }
  const all: unknown[] = [];
  for await (const row of rows(call, given, options)) all.push(row);
  return returns === 'row' ? all[0] : all;
}

/** The rows as they arrive: the command waits while a row is used. */
async function* rows(call: Call, given: CallOptions, options: ClientOptions): AsyncGenerator<unknown> {
  const shape = await findShape(call);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  runLine(call, given, { ...options, signal }, ['--format', 'ndjson'], chunk => writer.write(chunk))
    .then(
      () => writer.close(),
      error => writer.abort(error),
    )
    // The caller has seen enough, and the stream is closed already.
    .catch(() => {});
  let rest = '';
  try {
    for await (const chunk of readable) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield exactValue(shape, parseJson(line));
    }
  } finally {
    stop.abort();
  }
}

/** Runs the command in this process, without prompts. @throws HotelctlError, as the exit codes name them */
async function runLine(
  call: Call,
  given: CallOptions,
  options: ClientOptions,
  format: readonly string[],
  write: (chunk: string) => Promise<void>,
): Promise<void> {
  const { profile, accessToken, onNote = () => {}, signal } = options;
  const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
  const settings = settingDefinitions.flatMap(({ name, environment }) => {
    const value = options[name];
    return value === undefined ? [] : [[environment, String(value)]];
  });
  const env: Record<string, string | undefined> = { ...process.env, ...Object.fromEntries(settings) };
  if (token !== undefined) env['HOTELCTL_ACCESS_TOKEN'] = token;
  const ended = new AbortController();
  // The caller's signal may be in use for years, so that no call leaves a listener on it.
  const stop = AbortSignal.any([...(signal ? [signal] : []), ended.signal]);
  const context = makeRealContext(`${__dirname}/..`, { env, signal: stop });
  const input = String(given[call.input?.[0] ?? ''] ?? '');
  const chosen = profile === undefined ? [] : ['--profile', profile];
  const line = parseCommandLine([...chosen, '--no-input', ...(await makeWords(call, given)), ...format]);
  const notes = async (text: string) => {
    for (const note of context.secrets.redact(text).split('\n')) if (note !== '') onNote(note);
  };
  try {
    await runProgram(line, pipedContext(context, input, write, notes), async () => 1);
  } finally {
    ended.abort();
  }
}

/** The words of the command. @throws UsageError for an option that it does not have */
async function makeWords(call: Call, given: CallOptions): Promise<string[]> {
  const { operands = [], input: [inputName, ...inputWords] = [''], fixed = [] } = call;
  const flags = await listOptions(call);
  const words = [...call.command.split(' '), ...operands.map(name => String(given[name] ?? '')), ...fixed];
  if (inputName !== '') words.push(...inputWords);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === inputName || operands.includes(name)) continue;
    const declared = flags.get(name);
    if (!declared)
      throw new UsageError(`${call.command} has no option ${name}`, {
        hint: `it has ${[...flags.keys()].join(', ')}`,
      });
    words.push(...flagWords(longFlag(declared.form), value));
  }
  return words;
}

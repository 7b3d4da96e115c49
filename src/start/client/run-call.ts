import type { Context } from '../../base/context.ts';
import { OutcomeUnknownError, TemporaryError } from '../../base/errors.ts';
import { flagWords, namingArguments, optionName } from '../../cli/flags.ts';
import { parseCommandLine } from '../../cli/global-flags.ts';
import { invocationOpener } from '../../cli/invocation.ts';
import { pipedContext } from '../../cli/own-program.ts';
import { exactValue } from '../../cli/result.ts';
import { loadCommand } from '../../commands/groups.ts';
import { parseJson } from '../../platform/json.ts';
import { makeRealContext } from '../real-context.ts';
import { refuseCards, runNamedCommand } from '../run-command.ts';
import { listOptions } from './calls.ts';
import {
  type Call,
  type CallSettings,
  type ClientOptions,
  callSettings,
  checkNames,
  checkSettings,
  type Given,
  readCall,
  settings,
} from './given.ts';

export type Write = (chunk: string | Uint8Array) => Promise<void>;

/** Without a folder of the package, as in a bundle, there is no program beside this one: a path below a file has none. */
const programFolder = typeof __dirname === 'undefined' ? process.execPath : `${__dirname}/..`;

/** Messages name flags and the command line; a caller knows options and the call. */
const inCalls = (text: string): string =>
  namingArguments(text, optionName).replace('the command line', 'the call');

/**
 * Runs the command in this process, without prompts and without a command line. @throws HotelctlError, or the reason of the
 * caller's signal
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
  const token = typeof accessToken === 'function' ? await accessToken() : accessToken;
  const env: Record<string, string | undefined> = { ...(options.env ?? process.env) };
  for (const { name, environment } of settings)
    if (options[name] !== undefined) env[environment] = String(options[name]);
  if (token !== undefined) env['HOTELCTL_ACCESS_TOKEN'] = token;
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const ended = new AbortController();
  // The caller's signal may be in use for years, so that no call leaves a listener on it.
  const stop = AbortSignal.any([signal, enough, limit, ended.signal].filter(one => one !== undefined));
  const context = makeRealContext(programFolder, { env, signal: stop });
  const { flags } = parseCommandLine(['--no-input', ...flagWords('--profile', profile)]);
  const notes = async (text: string | Uint8Array) => {
    for (const note of context.secrets.redact(String(text)).split('\n')) if (note !== '') onNote(note);
  };
  try {
    await refuseCards(call.words);
    const piped = { ...pipedContext(context, call.input, write, notes), ...further };
    await runNamedCommand(invocationOpener(piped, flags, { words: call.words }), call);
  } catch (error) {
    // What was sent may have been carried out: an unknown outcome is reported as it is.
    if (stop.aborted && !(error instanceof OutcomeUnknownError)) {
      signal?.throwIfAborted();
      if (limit?.aborted)
        throw new TemporaryError(`${path} did not end within ${timeout} ms`, {
          hint: 'set a longer timeout, or try again',
        });
    }
    const { presentedError } = await import('../error-output.ts');
    throw presentedError(error, context.secrets, inCalls);
  } finally {
    ended.abort();
  }
}

/** Any operation of the platform, with the sign-in, the retries and the limits of the commands. */
export async function sendRequest(
  method: string,
  path: string,
  given: Given,
  options: ClientOptions,
): Promise<unknown> {
  checkNames('request', given, ['query', 'body', 'headers', ...callSettings]);
  const { query = {}, body, headers = {}, ...own } = given;
  checkSettings('request', own);
  const { idempotencyKey, ...rest } = own as CallSettings;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as object)) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  }
  const address = search.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${search}` : path;
  const definition = await loadCommand('api');
  const call = readCall('request', 'api', definition, listOptions('api', definition), {
    words: [method, address],
    header: Object.entries(headers as object).map(([name, value]) => `${name}: ${String(value)}`),
    input: typeof body === 'string' ? body : JSON.stringify(body),
    idempotencyKey,
  });
  const chunks: Uint8Array[] = [];
  const write: Write = async chunk => void chunks.push(Buffer.from(chunk as string));
  await runCall('request', call, write, { ...options, ...definedOf(rest) });
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') return undefined;
  try {
    return exactValue(undefined, parseJson(text));
  } catch {
    return text;
  }
}

export const definedOf = (own: object) =>
  Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));

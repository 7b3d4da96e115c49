import { CheckFailedError, type HotelctlError, PartialError } from '../../base/errors.ts';
import { exactValue } from '../../cli/result.ts';
import { loadCommand } from '../../commands/groups.ts';
import { filledFields, parseJson } from '../../platform/json.ts';
import { calls, chooseReading, listOptions } from './calls.ts';
import {
  type CallSettings,
  type ClientOptions,
  callSettings,
  checkNames,
  checkSettings,
  clientOptions,
  collectOutput,
  type Given,
  inWordsOfCaller,
  readCall,
  runCall,
  sendRequest,
  type Write,
  wrongCall,
} from './run-call.ts';

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

/** The client: each of the `calls` runs its command in this process, with the same checks, sign-in, lock and journal. */
export function createHotelctl(options: ClientOptions = {}): object {
  checkSettings('createHotelctl', options, clientOptions);
  const client: Record<string, unknown> = {
    request: (method: string, path: string, given: Given = {}) => sendRequest(method, path, given, options),
  };
  for (const [path, command] of calls) {
    const [group = '', name] = path.split('.');
    const start = (given: Given = {}, own: CallSettings = {}) =>
      makeResult(() => prepareCall(path, command, given, own, options));
    client[group] = name === undefined ? start : { ...(client[group] as object), [name]: start };
  }
  return client;
}

/** A call: it starts when it is awaited, which collects all rows, or when its rows are read one by one. */
function makeResult(prepare: () => Promise<Running>) {
  let all: Promise<unknown> | undefined;
  const collect = () => {
    all ??= prepare().then(async call => {
      const { result, failure } = await readAll(call);
      if (failure) throw Object.assign(failure, { result });
      return result;
    });
    return all;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: `await` is one of the two ways to read the result.
    then: (...both: Parameters<Promise<unknown>['then']>) => collect().then(...both),
    catch: (...given: Parameters<Promise<unknown>['catch']>) => collect().catch(...given),
    finally: (...given: Parameters<Promise<unknown>['finally']>) => collect().finally(...given),
    async *[Symbol.asyncIterator]() {
      const call = await prepare();
      if (call.reading === 'rows') return yield* readRows(call);
      // Before it changes anything.
      if (call.reading !== 'bodies') throw wrongCall(call.path, 'returns no rows', 'await it');
      const { result, failure } = await readAll(call);
      if (Array.isArray(result)) yield* result;
      if (failure) throw failure;
    },
  };
}

const ofRowsOnly = ['columns', 'sort', 'limit'];

type Running = Awaited<ReturnType<typeof prepareCall>>;

/** Checks everything that was given, and finds the words of the command. @throws UsageError */
async function prepareCall(
  path: string,
  command: string,
  given: Given,
  own: CallSettings,
  options: ClientOptions,
) {
  checkSettings(path, own, callSettings);
  const definition = await loadCommand(command);
  const known = listOptions(command, definition);
  const names = known.map(({ name }) => name);
  checkNames(path, given, names);
  // The key of a call that books is the name of the order, which is booked once; a call that only reads needs none.
  const reference = definition.changes === undefined ? undefined : own.idempotencyKey;
  if (reference !== undefined && (!names.includes('reference') || given['reference'] !== undefined))
    throw wrongCall(path, 'accepts no idempotencyKey', 'omit it, or the reference that means the same');
  const wanted: Given = reference === undefined ? given : { ...given, reference };
  const { as: reading, further, shape } = chooseReading(definition, wanted);
  const ofRows = reading === 'bodies' && ofRowsOnly.find(name => wanted[name] !== undefined);
  if (ofRows)
    throw wrongCall(path, `returns bodies, which have no ${ofRows}`, 'add view, which returns rows');
  // `--yes` is what a call means.
  const call = readCall(path, command, definition, known, wanted, { ...further, yes: true });
  return {
    path,
    reading,
    shape: await shape?.().catch(async error => {
      const { presentedError } = await import('../../cli/error-output.ts');
      throw presentedError(error, { redact: text => text }, inWordsOfCaller);
    }),
    run: (write: Write, signal?: AbortSignal) =>
      runCall(path, call, write, { ...options, ...filledFields(own) }, signal),
  };
}

/** What the call returns, also if some of it has failed or a check has: the command has written the rest. */
async function readAll(call: Running) {
  let failure: HotelctlError | undefined;
  const run: Running['run'] = (...both) =>
    call.run(...both).catch(error => {
      if (!(error instanceof PartialError || error instanceof CheckFailedError)) throw error;
      failure = error;
    });
  return { result: await readWhole({ ...call, run }), failure };
}

async function readWhole(call: Running): Promise<unknown> {
  const { reading, shape } = call;
  if (reading === 'rows') {
    const all: unknown[] = [];
    for await (const row of readRows(call)) all.push(row);
    return all;
  }
  const whole = await collectOutput(call.run);
  if (reading === 'nothing') return undefined;
  if (reading === 'bytes') return new Uint8Array(whole);
  const text = whole.toString('utf8');
  if (reading === 'text') return text;
  if (text === '') return undefined;
  if (reading === 'document') return { ...(exactValue(shape, parseJson(text)) as object), json: text };
  const bodies = parseJson(text) as readonly { readonly parameters: unknown; readonly report: unknown }[];
  return bodies.map(({ parameters, report }) => ({ parameters, report: exactValue(shape, report) }));
}

/** The rows as they arrive: the command waits while a row is used. */
async function* readRows({ shape, run }: Running): AsyncGenerator<unknown> {
  const stop = new AbortController();
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  run(chunk => writer.write(String(chunk)), stop.signal)
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

import type { Context } from '../base/context.ts';
import { HotelctlError, SignInError, withDetails } from '../base/errors.ts';
import { stringifyJson } from '../platform/json.ts';
import { type NamePairs, theirName, withOurNames } from '../platform/names.ts';
import { checkedUrl } from './address.ts';
import { readJson, responseDetails } from './body.ts';
import { type HttpPorts, type HttpRequest, type HttpResponse, type Send, sizeCaps } from './exchange.ts';
import { type RetryOptions, retry } from './retry.ts';
import { trace } from './trace.ts';

export interface HttpOptions extends Pick<RetryOptions, 'limits' | 'onWait'> {
  /** An interruption ends every request and every wait; they throw its reason. */
  readonly context: HttpPorts & Pick<Context, 'env' | 'interrupted'>;
  /** Receives the lines of `--verbose`, one each, without a line feed. */
  readonly trace?: ((line: string) => void) | undefined;
  readonly token?: TokenSource | undefined;
  /** Origins that the token was made for, as URL.origin writes them; also those whose query values may be traced. */
  readonly origins?: readonly string[] | undefined;
  readonly connections?: number | undefined;
}

export type Http = ReturnType<typeof createHttp>;

/** The HTTP client, `retry(bearer(trace(transport)))`. Close it at the end: open connections keep the process alive. */
export function createHttp(options: HttpOptions) {
  const { context, limits, trace: note, onWait, token, origins = [], connections } = options;
  // Loaded with the first request: many commands end before one, and errors should appear quickly.
  let loading: Promise<import('./transport.ts').Transport> | undefined;
  const transport = () =>
    (loading ??= import('./transport.ts').then(module => module.createTransport(context.env, connections)));
  const wire: Send = async (request, signal) => (await transport()).send(request, signal);
  const traced = note ? trace(wire, note, context.clock, origins) : wire;
  const layered = retry(bearer(traced, { token, origins }), { ports: context, limits, note, onWait });
  const send: Send = async (request, signal) => {
    // Checked before the layers, so that a refused URL does not even request a token.
    checkedUrl(request.url, context.env);
    const { interrupted } = context;
    return layered(request, signal ? AbortSignal.any([signal, interrupted]) : interrupted);
  };
  return { send, close: async () => (await loading)?.close() };
}

/** Returns a valid access token; `rejected` is one that the platform just refused, so another is returned if possible. */
export type TokenSource = (rejected?: string) => Promise<string>;

/** HOTELCTL_ACCESS_TOKEN, which takes precedence. Not in `auth/`: a job with a token loads nothing of the sign-in. */
export function environmentToken(env: Readonly<Record<string, string | undefined>>): TokenSource | undefined {
  const token = env['HOTELCTL_ACCESS_TOKEN']?.trim();
  if (!token) return undefined;
  // It becomes a header, which a line break or a control character would end.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new SignInError('HOTELCTL_ACCESS_TOKEN is not one line of printable characters', {
      hint: 'set it to only the token, for example the output of `hotelctl auth token`',
    });
  return async rejected => {
    if (rejected !== token) return token;
    throw new SignInError('the platform refused the access token of HOTELCTL_ACCESS_TOKEN (401)', {
      hint: 'set a new token, or unset it to use the stored sign-in',
      status: 401,
    });
  };
}

/**
 * A layer that adds the access token to requests with `authorize`, and only for the origins that the token was made
 * for. After a 401 it requests another token and repeats the request, once: a 401 was not carried out, so this is safe
 * for writes too.
 *
 * @throws HotelctlError (defect) if a request to another origin needs a token; nothing is sent then
 */
export function bearer(
  send: Send,
  { token, origins }: { token?: TokenSource | undefined; origins: readonly string[] },
): Send {
  return async (request, signal) => {
    if (!request.authorize) return send(request, signal);
    const { origin } = new URL(request.url);
    if (!token || !origins.includes(origin))
      throw new HotelctlError('defect', `a request to ${origin} requires a token that is not meant for it`, {
        hint: 'nothing was sent; please report this',
      });
    const first = await token();
    const response = await send(withToken(request, first), signal);
    if (response.status !== 401) return response;
    const second = await token(first).catch(error => {
      // The platform's support needs the tracking id of the 401 that ended a sign-in.
      const details = responseDetails(response);
      throw error instanceof SignInError && details.trackingId ? withDetails(error, details) : error;
    });
    if (second === first) return response;
    await response.discard();
    return send(withToken(request, second), signal);
  };
}

const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** Names that differ on this platform: where they are, and the parts of paths to which that applies. */
export interface NameRule {
  readonly of: 'parameters' | 'fields';
  readonly at: readonly string[];
  readonly pairs: NamePairs;
}

/** A layer for names of query parameters and response fields, which nothing else has to know. */
export function translateNames(send: Send, rules: readonly NameRule[]): Send {
  if (rules.length === 0) return send;
  return async (request, signal) => {
    const url = new URL(request.url);
    const listPairs = (part: NameRule['of']) =>
      rules
        .filter(({ of, at }) => of === part && at.some(path => `${url.pathname}/`.includes(`${path}/`)))
        .flatMap(({ pairs }) => pairs);
    const [parameters, fields] = [listPairs('parameters'), listPairs('fields')];
    if (parameters.length > 0) {
      const renamed = new URLSearchParams();
      for (const [name, value] of url.searchParams) renamed.append(theirName(parameters, name), value);
      url.search = renamed.toString();
    }
    const response = await send({ ...request, url: parameters.length > 0 ? url.href : request.url }, signal);
    return fields.length > 0 && response.status >= 200 && response.status < 204
      ? { ...response, body: translated(response, fields) }
      : response;
  };
}

async function* translated(response: HttpResponse, pairs: NamePairs): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringifyJson(withOurNames(await readJson(response, sizeCaps.small), pairs)));
}

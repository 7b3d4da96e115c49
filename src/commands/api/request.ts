import { askForName } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { ownValue, resultOr } from '../../base/text.ts';
import { readInput, refuseCard } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { isSecretName, redactUrl, registerUrls } from '../../http/trace.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { bodyOfFields, queryFields, readFields } from './fields.ts';
import type { ApiOptions } from './flags.ts';

/** Builds the request of the command line and checks it for card data. @throws UsageError */
export async function apiRequest(
  invocation: Invocation,
  method: Method,
  { url, authorize, path, isApiHost }: ReturnType<typeof apiAddress>,
  options: ApiOptions,
): Promise<HttpRequest> {
  const { rawField = [], field = [], header = [], inputFile, idempotencyKey } = options;
  const { context } = invocation;
  if (inputFile !== undefined && (method === 'GET' || method === 'HEAD'))
    throw new UsageError(`${method} requests have no body, so --input is not allowed`, {
      hint: 'add fields with -f, which become query parameters',
    });
  const headers = readHeaders(header);
  checkKey(method, idempotencyKey);
  const fields = await readFields(invocation, rawField, field);
  const inQuery = inputFile !== undefined || ['GET', 'HEAD', 'DELETE'].includes(method);
  const query = inQuery ? queryFields(fields) : [];
  refuseCard(query, 'the query');
  const input = inputFile === undefined ? '' : await readInput(invocation, '--input', inputFile);
  const value = resultOr(input, () => parseJson(input));
  refuseCard(value, 'the body');
  let body = inputFile === undefined ? undefined : input;
  if (!inQuery && fields.length > 0) {
    const made = bodyOfFields(fields);
    refuseCard(made, 'the body');
    body = stringifyJson(made);
  }
  // An error message may repeat the URL of a private UI integration, whose query is a secret.
  if (body !== undefined) registerUrls(body, context.secrets);
  const isKept = isApiHost && method === 'POST' && idempotencyKey !== undefined && keepsKeys(path);
  return {
    method,
    url: withQuery(url, query),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body }),
    repeatable: method === 'GET' || method === 'HEAD' || isKept,
    authorize,
  };
}

/** The only operation that the specification calls idempotent (platform.md, Limits). */
const keepsKeys = (path: string): boolean => /^\/reports\/[^/]+\/reports\/gross-transactions$/.test(path);

function withQuery(url: URL, query: readonly (readonly [name: string, text: string])[]): string {
  const added = new URLSearchParams();
  for (const [name, text] of query) added.append(name, text);
  const whole = new URL(url);
  if (query.length > 0) whole.search += `${whole.search === '' ? '?' : '&'}${added}`;
  return whole.href;
}

function checkKey(method: Method, key: string | undefined): void {
  if (key === undefined) return;
  if (method !== 'POST')
    throw new UsageError(`--idempotency-key requires POST; the method is ${method}`, { hint: 'omit it' });
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new UsageError('--idempotency-key must be 1 to 255 plain characters without spaces', {
      hint: 'use a new UUID for each request',
    });
}

const ofConnection = 'transfer-encoding connection keep-alive upgrade te trailer expect'.split(' ');
const own: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ofConnection.map(name => [name, 'the HTTP connection sets it'])),
  host: 'the URL determines where the request goes',
  'content-length': 'hotelctl computes it',
  'accept-encoding': 'hotelctl sets it and decompresses the response',
  'idempotency-key': 'use --idempotency-key, which also enables retries',
};

/**
 * Parses `name:value`; several values of one name are joined by a comma. Secrets are refused: every process of the
 * machine can read a command line, and the shell stores it. No message contains a value.
 */
function readHeaders(given: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const header of given) {
    const [, spelled, value = ''] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/.exec(header) ?? [];
    if (spelled === undefined)
      throw new UsageError('--header must be name:value, in ASCII characters', {
        hint: "for example -H 'Accept-Language: de'",
      });
    const name = spelled.toLowerCase();
    const why = ownValue(own, name);
    if (why !== undefined) throw new UsageError(`--header ${name} cannot be set`, { hint: why });
    if (isSecretName(name) || /(^|-)(auth|key)(-|$)/.test(name))
      throw new UsageError(
        `--header ${name} looks like a secret, which other users could read on the command line`,
        { hint: 'hotelctl adds the access token itself: run `hotelctl login`, or set HOTELCTL_ACCESS_TOKEN' },
      );
    headers.set(name, [headers.get(name) ?? [], value].flat().join(', '));
  }
  return Object.fromEntries(headers);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export type Method = (typeof methods)[number];

const prefixes = { api: 'baseUrl', integration: 'integrationUrl', auth: 'authUrl' } as const;

/** Parses the arguments: an optional method, and a path. @throws UsageError */
export function methodAndPath(
  words: readonly string[],
  hasFields: boolean,
): { method: Method; path: string } {
  const [first = '', second] = words;
  const named = methods.find(method => method === first.toUpperCase());
  const hasPath = words.length > (named ? 1 : 0) && words.at(-1) !== '';
  if (words.length > 2 || !hasPath)
    throw new UsageError(words.length > 2 ? 'api takes a method and one path' : 'api needs a path', {
      hint: 'for example `hotelctl api GET /inventory/v1/properties`; add fields with -f and -F',
    });
  if (second === undefined) return { method: hasFields ? 'POST' : 'GET', path: first };
  if (named) return { method: named, path: second };
  throw new UsageError(`api has no method "${first}"`, {
    hint: askForName(first, methods) ?? `methods: ${methods.join(', ')}`,
  });
}

/**
 * Resolves an argument: a path of the API host, a path with a host's prefix, or a URL on one of the hosts.
 *
 * @returns `path` is that below the host's URL: `/booking/v1/bookings`
 * @throws UsageError for any other URL, and for paths of the identity host that are not supported
 */
export function apiAddress(word: string, method: Method, settings: Settings) {
  if (/[\s\p{Cc}\\#]/u.test(word))
    throw new UsageError('the path must not contain a space, backslash or #', {
      hint: 'write them as %20, %5C and %23',
    });
  const { setting, path } = /^https?:/i.test(word) ? onKnownHost(word, settings) : withPrefix(word);
  const host = settings.requireHost(setting);
  const url = new URL(`${host}${path}`);
  const base = toBaseUrl(host);
  if (!url.href.startsWith(`${base}/`))
    throw new UsageError('the path must not leave the host with ..', {
      hint: `paths are relative to ${base}/`,
    });
  const below = url.pathname.slice(new URL(host).pathname.replace(/\/$/, '').length);
  if (setting !== 'authUrl')
    return { url, host, authorize: true, path: below, isApiHost: setting === 'baseUrl' };
  const isOpen = /^\/\.well-known\//.test(below) || below === '/connect/userinfo';
  if (!isOpen || (method !== 'GET' && method !== 'HEAD'))
    throw new UsageError(`${method} ${below} of the identity host is not allowed with api`, {
      hint: 'allowed are GET auth:/.well-known/openid-configuration and GET auth:/connect/userinfo; to get tokens, run `hotelctl login` or `hotelctl auth token`',
    });
  return { url, host, authorize: below === '/connect/userinfo', path: below, isApiHost: false };
}

function withPrefix(word: string) {
  const [, prefix, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(word) ?? ['', undefined, word];
  if (prefix !== undefined && !Object.hasOwn(prefixes, prefix))
    throw new UsageError(`there is no host ${prefix}:`, {
      hint: `hosts: ${Object.keys(prefixes).join(':, ')}:; a path without a host is on the API host`,
    });
  const setting = prefixes[(prefix ?? 'api') as keyof typeof prefixes];
  // As with gh, the first slash may be omitted: some shells on Windows turn it into a file path.
  return { setting, path: `/${rest.replace(/^\/+/, '')}` };
}

const toBaseUrl = (host: string) => new URL(host).href.replace(/\/$/, '');

function onKnownHost(word: string, settings: Settings) {
  const given = URL.canParse(word) ? new URL(word).href : undefined;
  for (const setting of Object.values(prefixes)) {
    if (settings.find(setting) === undefined) continue;
    const base = toBaseUrl(settings.requireHost(setting));
    if (given?.startsWith(`${base}/`)) return { setting, path: given.slice(base.length) };
  }
  throw new UsageError(`${redactUrl(word, 'all')} is not on a configured host`, {
    hint: 'the token is sent only to --base-url, --integration-url and --auth-url; use a path, or check these settings',
  });
}

import { nearestFirst } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { redactUrl } from '../../http/trace.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export type Method = (typeof methods)[number];

/** The target of a request. The token is sent only to `host`. */
export interface ApiAddress {
  readonly url: URL;
  /** The host's URL from the settings, without a trailing slash. */
  readonly host: string;
  /** Whether the access token is sent. */
  readonly authorize: boolean;
  /** The path below the host's URL: `/booking/v1/bookings`. */
  readonly path: string;
  readonly isApiHost: boolean;
}

const prefixes = { api: 'baseUrl', integration: 'integrationUrl', auth: 'authUrl' } as const;

/** Parses the arguments: an optional method, and a path. @throws UsageError */
export function methodAndPath(
  words: readonly string[],
  hasFields: boolean,
): { method: Method; path: string } {
  const [first = '', second] = words;
  const named = methods.find(method => method === first.toUpperCase());
  const hasPath = words.length > (named ? 1 : 0) && words.at(-1) !== '';
  if (words.length > 2 || !hasPath) {
    throw new UsageError(words.length > 2 ? 'api takes a method and one path' : 'api needs a path', {
      hint: 'for example `hotelctl api GET /inventory/v1/properties`; add fields with -f and -F',
    });
  }
  if (second === undefined) return { method: hasFields ? 'POST' : 'GET', path: first };
  if (named) return { method: named, path: second };
  const { suggestion } = nearestFirst(first, methods);
  throw new UsageError(`api has no method "${first}"`, {
    hint: suggestion ? `did you mean ${suggestion}?` : `methods: ${methods.join(', ')}`,
  });
}

/**
 * Resolves an argument: a path of the API host, a path with a host's prefix, or a URL on one of the hosts.
 *
 * @throws UsageError for any other URL, and for paths of the identity host that are not supported
 */
export function apiAddress(word: string, method: Method, settings: Settings): ApiAddress {
  if (/[\s\p{Cc}\\#]/u.test(word)) {
    throw new UsageError('the path must not contain a space, backslash or #', {
      hint: 'write them as %20, %5C and %23',
    });
  }
  const { setting, path } = /^https?:/i.test(word) ? onKnownHost(word, settings) : withPrefix(word);
  const host = settings.requireHost(setting);
  const url = new URL(`${host}${path}`);
  const base = baseOf(host);
  if (!url.href.startsWith(`${base}/`)) {
    throw new UsageError('the path must not leave the host with ..', {
      hint: `paths are relative to ${base}/`,
    });
  }
  const below = url.pathname.slice(new URL(host).pathname.replace(/\/$/, '').length);
  if (setting !== 'authUrl')
    return { url, host, authorize: true, path: below, isApiHost: setting === 'baseUrl' };
  const isOpen = /^\/\.well-known\//.test(below) || below === '/connect/userinfo';
  if (!isOpen || (method !== 'GET' && method !== 'HEAD')) {
    throw new UsageError(`${method} ${below} of the identity host is not allowed with api`, {
      hint: 'allowed are GET auth:/.well-known/openid-configuration and GET auth:/connect/userinfo; to get tokens, run `hotelctl login` or `hotelctl auth token`',
    });
  }
  return { url, host, authorize: below === '/connect/userinfo', path: below, isApiHost: false };
}

function withPrefix(word: string) {
  const [, prefix, rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(word) ?? ['', undefined, word];
  if (prefix !== undefined && !Object.hasOwn(prefixes, prefix)) {
    throw new UsageError(`there is no host ${prefix}:`, {
      hint: `hosts: ${Object.keys(prefixes)
        .map(name => `${name}:`)
        .join(', ')}; a path without a host is on the API host`,
    });
  }
  const setting = prefixes[(prefix ?? 'api') as keyof typeof prefixes];
  // As with gh, the first slash may be omitted: some shells on Windows turn it into a file path.
  return { setting, path: `/${rest.replace(/^\/+/, '')}` };
}

const baseOf = (host: string) => new URL(host).href.replace(/\/$/, '');

function onKnownHost(word: string, settings: Settings) {
  const given = URL.canParse(word) ? new URL(word).href : undefined;
  for (const setting of Object.values(prefixes)) {
    if (settings.find(setting) === undefined) continue;
    const base = baseOf(settings.requireHost(setting));
    if (given?.startsWith(`${base}/`)) return { setting, path: given.slice(base.length) };
  }
  throw new UsageError(`${redactUrl(word, 'all')} is not on a configured host`, {
    hint: 'the token is sent only to --base-url, --integration-url and --auth-url; use a path, or check these settings',
  });
}

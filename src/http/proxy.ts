import { BlockList, isIP } from 'node:net';
import { UsageError } from '../base/errors.ts';
import { bareHost, isLoopback } from './address.ts';

/**
 * The proxy of a request, with the conventions of curl and gh: HTTPS_PROXY for https, HTTP_PROXY for http, lower case
 * first; NO_PROXY lists exceptions; this machine's own addresses are always reached directly.
 *
 * @returns the proxy's URL, or undefined for a direct connection
 * @throws UsageError if the setting is not the URL of an HTTP proxy
 */
export function proxyFor(url: URL, env: Readonly<Record<string, string | undefined>>): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = env[name.toLowerCase()] || env[name];
  if (!setting || isLoopback(url.hostname)) return undefined;
  if (isException(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  const text = setting.includes('://') ? setting : `http://${setting}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (!proxy?.hostname || !/^https?:$/.test(proxy.protocol)) {
    // The setting is not shown, because it may contain a password.
    throw new UsageError(`${name} is not the address of an HTTP proxy`, {
      hint: `set ${name} to something like http://proxy.example:3128, or unset it`,
    });
  }
  return proxy;
}

/**
 * NO_PROXY's formats: `*`, a domain (with or without a leading dot; its subdomains too), an address, a range in CIDR
 * notation, each with or without a port.
 */
function isException(url: URL, list: string): boolean {
  const host = bareHost(url).replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      if (entry.includes('/')) return isInRange(host, entry);
      const [, bracketed, name = bracketed ?? '', entryPort] =
        isIP(entry) === 6
          ? [entry, entry]
          : (/^(?:\[([^\]]+)\]|\*?\.?([^:]*))(?::(\d+))?$/.exec(entry) ?? []);
      if (!name || (entryPort && entryPort !== port)) return false;
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
    });
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const version = isIP(network);
  const longest = version === 6 ? 128 : 32;
  if (version === 0 || isIP(host) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > longest) return false;
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const addresses = new BlockList();
  addresses.addSubnet(network, Number(bits), family(network));
  return addresses.check(host, family(host));
}

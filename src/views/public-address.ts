import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { bareHost } from '../http/address.ts';
import { safeText } from '../platform/safe-text.ts';
import type { FetchFailure } from '../platform/ui-integrations/fetch-result.ts';

/** IPv6 prefixes that contain an IPv4 address (NAT64, 6to4), and the place of its first 16 bits. */
const embedding = [
  [ipaddr.IPv6.parseCIDR('64:ff9b::/96'), 6],
  [ipaddr.IPv6.parseCIDR('2002::/16'), 1],
] as const;

/** The routed range of IPv6; everything else is special. */
const routedIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is reachable from the Internet: not loopback, private, link-local, shared, documentation,
 * multicast or reserved, and not an IPv6 form of such an IPv4 address. False for an address with a zone and for any
 * other text.
 */
export function isPublicAddress(text: string): boolean {
  const address = text.includes('%') ? undefined : parseAddress(text);
  if (!address) return false;
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const { parts } = address as ipaddr.IPv6;
  const embedded = embedding.find(([prefix]) => address.match(prefix));
  if (!embedded) return address.match(routedIpv6) && address.range() === 'unicast';
  const bytes = parts.slice(embedded[1], embedded[1] + 2).flatMap(part => [part >> 8, part & 255]);
  return new ipaddr.IPv4(bytes).range() === 'unicast';
}

/** The same text for every spelling of an address, including mapped IPv6; undefined for any other text. */
export const canonicalAddress = (text: string): string | undefined =>
  parseAddress(text.replace(/%.*$/, ''))?.toNormalizedString();

/**
 * A mapped IPv6 address is its IPv4 address. Only usual spellings of IPv4: `127.1` is not an address. The URL parser writes
 * IPv6 in one spelling first, because ipaddr.js takes `::8.8.8.8`, which is not routed, for a mapped address.
 */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  return ipaddr.process(version === 4 ? text : bareHost(new URL(`http://[${text}]/`)));
}

/** Whether an address is one of these, in any spelling. */
export const isAmong = (address: string | undefined, addresses: readonly string[]): boolean =>
  addresses.some(one => canonicalAddress(one) === canonicalAddress(address ?? ''));

export interface AddressOptions {
  /** Also loopback, private and other addresses that only this machine or network can reach. */
  readonly allowPrivateNetwork: boolean;
  /** The addresses of a host name; default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

const systemResolve = async (hostname: string) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** The addresses of a URL's host. If one of them is not public, nothing may be sent: a failure. */
export async function allowedAddresses(
  url: URL,
  { allowPrivateNetwork, resolve = systemResolve }: AddressOptions,
  signal: AbortSignal,
): Promise<readonly string[] | FetchFailure> {
  const hostname = bareHost(url);
  // The URL class writes an address of any spelling (0x7f.1, 2130706433) in the usual one.
  const addresses = isIP(hostname) ? [hostname] : await unlessAborted(resolve(hostname), signal);
  const refused = allowPrivateNetwork ? undefined : addresses.find(address => !isPublicAddress(address));
  return refused !== undefined || addresses.length === 0 ? notPublic(url, refused) : addresses;
}

/** The system's resolver cannot be interrupted; a late result is dropped. */
const unlessAborted = <Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((fulfil, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    value.then(fulfil, reject);
  });

/** Nothing was sent. @param address the address that is not public; undefined if the name has no address */
function notPublic(url: URL, address: string | undefined): FetchFailure {
  const host = safeText(url.hostname, 100);
  const refused = `not requested: ${bareHost(url) === address ? address : `${host} is ${address}, which`} is not a public address`;
  return {
    kind: 'failure',
    message: address === undefined ? `${url.hostname} has no address` : refused,
    fix: 'the platform reaches only public addresses; --allow-private-network sends the request anyway',
    blocked: address !== undefined,
  };
}

/** A lookup that returns the checked addresses, whatever name is looked up. */
export const lookupAmong = (addresses: readonly string[]): LookupFunction =>
  ((_hostname, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  }) as LookupFunction;

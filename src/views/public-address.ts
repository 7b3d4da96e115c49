import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { bareHost } from '../http/address.ts';
import { safeText } from '../platform/safe-text.ts';
import type { FetchFailure } from '../platform/ui-integrations/fetch-result.ts';

/** Ranges of the IANA special-purpose registries: nothing in them is reachable from the Internet. */
const special = blockList(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['2001::/23', '2001:db8::/32', '3fff::/20'],
);

/** The routed range of IPv6; everything else is special. */
const routedIpv6 = blockList('2000::/3');

/** IPv6 ranges that contain an IPv4 address (mapped, NAT64, 6to4), and its first group of 16 bits. */
const embedding: readonly (readonly [BlockList, group: number])[] = [
  [blockList('::ffff:0:0/96'), 6],
  [blockList('64:ff9b::/96'), 6],
  [blockList('2002::/16'), 1],
];

function blockList(...ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * Whether an address is reachable from the Internet: not loopback, private, link-local, shared, documentation,
 * multicast or reserved, and not an IPv6 form of such an IPv4 address. False for an address with a zone and for any
 * other text.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  const embedded = embedding.find(([range]) => range.check(address, 'ipv6'));
  if (embedded) return !special.check(ipv4Within(address, embedded[1]), 'ipv4');
  return routedIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The same groups for every spelling of an address, including mapped IPv6; undefined for any other text. */
export function canonicalAddress(address: string): string | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return groupsOf(version === 4 ? `::ffff:${address}` : address.replace(/%.*$/, '')).join(':');
}

function ipv4Within(address: string, group: number): string {
  const [high = 0, low = 0] = groupsOf(address).slice(group, group + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. The URL parser normalizes every spelling (zeros, dotted ends, capitals). */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const parsed = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map(group => Number.parseInt(group, 16));
  const [first, last] = [parsed(head), parsed(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<number>(zeros).fill(0), ...last];
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
  const isLiteral = address === undefined || bareHost(url) === address;
  return {
    kind: 'failure',
    message:
      address === undefined
        ? `${url.hostname} has no address`
        : isLiteral
          ? `not requested: ${address} is not a public address`
          : `not requested: ${safeText(url.hostname, 100)} is ${address}, which is not a public address`,
    fix: 'the platform reaches only public addresses; --allow-private-network sends the request anyway',
    blocked: address !== undefined,
  };
}

/** A lookup that returns the checked addresses, whatever name is looked up. */
export const lookupOf = (addresses: readonly string[]): LookupFunction =>
  ((_hostname, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }));
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family);
  }) as LookupFunction;

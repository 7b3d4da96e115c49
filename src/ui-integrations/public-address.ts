import { isIP } from 'node:net';

/** `[address, bits]` as a test on the number: the ranges of the IANA special-purpose registries that nobody else reaches. */
const specialIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within 2000::/3, which is all that is routed; everything else is special by itself. */
const specialIpv6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

/** IPv6 ranges that stand for an IPv4 address, and how far from the right it lies. */
const embedding: readonly (readonly [string, number, shift: bigint])[] = [
  // Mapped; NAT64; 6to4.
  ['::ffff:0:0', 96, 0n],
  ['64:ff9b::', 96, 0n],
  ['2002::', 16, 80n],
];

/**
 * Whether an address is one that anybody on the Internet can reach: no loopback, private, link-local, shared,
 * documentation, multicast or reserved one, and no IPv6 form of such an IPv4 address. An address with a zone is
 * not, and what is no address is not.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return isPublicIpv4(ipv4(address));
  if (version !== 6 || address.includes('%')) return false;
  const value = ipv6(address);
  for (const [network, bits, shift] of embedding) {
    if (isWithin(value, ipv6(network), bits, 128)) return isPublicIpv4((value >> shift) & 0xffffffffn);
  }
  if (!isWithin(value, ipv6('2000::'), 3, 128)) return false;
  return !specialIpv6.some(([network, bits]) => isWithin(value, ipv6(network), bits, 128));
}

/** The same number for every spelling of an address, mapped IPv6 included; undefined for what is none. */
export function addressNumber(address: string): bigint | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  const value = version === 4 ? (0xffffn << 32n) | ipv4(address) : ipv6(address.replace(/%.*$/, ''));
  return value;
}

const isPublicIpv4 = (value: bigint) =>
  !specialIpv4.some(([network, bits]) => isWithin(value, ipv4(network), bits, 32));

const isWithin = (value: bigint, network: bigint, bits: number, length: number) =>
  value >> BigInt(length - bits) === network >> BigInt(length - bits);

const ipv4 = (address: string): bigint =>
  address.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);

/** The URL parser writes every spelling (zeros, dotted ends, capitals) in one way. */
function ipv6(address: string): bigint {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeros).fill('0'), ...last].reduce(
    (value, group) => (value << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

/** Whether an address is one of these, in any spelling. */
export const isAmong = (address: string | undefined, addresses: readonly string[]): boolean =>
  addresses.some(one => addressNumber(one) === addressNumber(address ?? ''));

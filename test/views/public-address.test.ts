import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/views/untrusted-fetch.ts';
import { wordsOf } from '../words.ts';

describe('a public address', () => {
  it.each(
    wordsOf(
      `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
        169.253.255.255 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
        223.255.255.255 2606:4700:4700::1111 2a00:1450:4001:800::200e 2001:200::1 ::ffff:8.8.8.8
        ::ffff:808:808 64:ff9b::8.8.8.8 2002:808:808::1`,
    ),
  )('%s', address => expect(isPublicAddress(address)).toBe(true));

  it.each(
    wordsOf(
      `0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
        169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1
        198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1
        0:0:0:0:0:0:0:1 0000:0000::0001 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::FFFF:7F00:0001
        0:0:0:0:0:ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1
        64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1::1 2002:a00:1::1 2001::1 2001:db8::1 3fff::1 fc00::1
        fdff:ffff::1 fe80::1 fe80::1%eth0 2606:4700::1%eth0 fec0::1 ff02::1 100::1 4000::1`,
    ),
  )('is not %s', address => expect(isPublicAddress(address)).toBe(false));

  const others = wordsOf('localhost 127.1 0x7f000001 2130706433 1.2.3 1.2.3.4.5 ::: [::1]');
  it.each([...others, '', '1.1.1.1 '])('is not %j, which is not an address', text =>
    expect(isPublicAddress(text)).toBe(false),
  );

  it('has the same result for IPv4 and mapped IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), address => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        for (const mapped of [`::ffff:${address}`, hex])
          expect(isPublicAddress(mapped)).toBe(isPublicAddress(address));
      }),
    );
  });
});

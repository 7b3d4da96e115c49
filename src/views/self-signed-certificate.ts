import { createSign, generateKeyPairSync } from 'node:crypto';

/**
 * A self-signed certificate for localhost and 127.0.0.1. Node generates keys and signatures but no certificates; one of
 * a fixed shape consists of a few nested DER values (RFC 5280, 4.1), so that users do not need openssl and hotelctl
 * does not need a library.
 *
 * @returns PEM
 * @param serial at least 8 random bytes
 * @param now milliseconds since 1970; valid for 30 days from a day earlier, because clocks differ
 */
export function selfMadeCertificate(serial: Uint8Array, now: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), utf8('hotelctl development endpoint'))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const names = [der(0x82, Buffer.from('localhost')), der(0x87, Uint8Array.of(127, 0, 0, 1))];
  const body = sequence(
    explicit(0, integer(Uint8Array.of(2))),
    // A positive number: the first bit is 0, the first byte is not.
    integer(Uint8Array.of(0x40 | ((serial[0] ?? 0) & 0x3f), ...serial.slice(1, 16))),
    algorithm,
    name,
    sequence(utcTime(now - 86_400_000), utcTime(now + 30 * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        // Its own authority, so that `--ca` can trust it: CA true, digitalSignature and keyCertSign, serverAuth.
        extension('551d13', true, sequence(der(0x01, Uint8Array.of(0xff)))),
        extension('551d0f', true, bits(2, Uint8Array.of(0x84))),
        extension('551d25', false, sequence(oid('2b06010505070301'))),
        extension('551d11', false, sequence(...names)),
      ),
    ),
  );
  const signature = createSign('SHA256').update(body).sign(privateKey);
  return {
    cert: pem(sequence(body, algorithm, bits(0, signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const bits = (unused: number, bytes: Uint8Array) => der(0x03, Uint8Array.of(unused), bytes);
const explicit = (tag: number, content: Uint8Array) => der(0xa0 | tag, content);
const utcTime = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [der(0x01, Uint8Array.of(0xff))] : []), der(0x04, value));

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

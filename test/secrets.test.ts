import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownSecrets } from '../src/secrets.ts';

const redact = (text: string, ...secrets: readonly string[]) => {
  const known = knownSecrets({});
  for (const secret of secrets) known.know(secret);
  return known.redact(text);
};

test('a secret is taken out of a text in every spelling', () => {
  const secret = 'p+ä/"s w\\d==';
  const spelled = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase()),
    new URLSearchParams({ secret }).toString(),
    JSON.stringify({ secret }),
    JSON.stringify({ error: JSON.stringify(secret) }),
    `<p title="${secret.replaceAll('"', '&quot;')}">`,
    Buffer.from(secret).toString('base64url'),
  ];
  expect(redact(spelled.join('\n'), secret)).toBe(
    [
      '[redacted]',
      '[redacted]',
      '[redacted]',
      'secret=[redacted]',
      '{"secret":"[redacted]"}',
      '{"error":"\\"[redacted]\\""}',
      '<p title="[redacted]">',
      '[redacted]',
    ].join('\n'),
  );
  expect(redact(Buffer.from(secret).toString('base64'), secret)).toBe('[redacted]==');
});

test('a secret within another is no way to the longer one', () => {
  expect(redact('abcdefghij abcdefgh', 'abcdefgh', 'abcdefghij')).toBe('[redacted] [redacted]');
});

test('what was cut off in the middle is taken out up to there', () => {
  expect(redact('the token 0123456789abc… and 0123…', '0123456789abcdef')).toBe(
    'the token [redacted]… and 0123…',
  );
});

test('short words stay', () => {
  expect(redact('a test of tests', 'test', '')).toBe('a test of tests');
});

test("the environment's secrets and an address's are known", () => {
  const known = knownSecrets({
    HOTELCTL_ACCESS_TOKEN: 'access-1234\n',
    HOTELCTL_REFRESH_TOKEN: 'refresh-1234',
    HOTELCTL_CLIENT_SECRET: 'client-1234',
    HOTELCTL_PROPERTY: 'property-1234',
  });
  known.knowAddress('https://anna:pass%2Bword-1@a.example/private?k=query%2F-1234;bare-1234#fragment-1234');
  const said = [
    ...['access-1234', 'refresh-1234', 'client-1234', 'pass+word-1', 'query/-1234', 'query%2F-1234'],
    ...['bare-1234', 'fragment-1234'],
  ];
  expect(known.redact(said.join(' '))).toBe(said.map(() => '[redacted]').join(' '));
  expect(known.redact('property-1234 a.example private')).toBe('property-1234 a.example private');
});

test('no secret is left, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12 }), fc.string(), fc.string(), (text, before, after) => {
      const secret = text.trim();
      fc.pre(secret.length >= 12 && !'[redacted]'.includes(secret));
      expect(redact(`${before}${secret}${after}`, secret).includes(secret)).toBe(false);
    }),
  );
});

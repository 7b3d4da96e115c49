import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownSecrets, withoutPasswords } from '../src/base/secrets.ts';
import { wordsOf } from './words.ts';

const redact = (text: string, ...secrets: readonly string[]) => {
  const known = knownSecrets({});
  for (const secret of secrets) known.register(secret);
  return known.redact(text);
};

test('a secret is removed from a text in every spelling', () => {
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
  expect(redact(spelled.join('\n'), secret).split('\n')).toEqual([
    ...['[redacted]', '[redacted]', '[redacted]', 'secret=[redacted]'],
    ...['{"secret":"[redacted]"}', '{"error":"\\"[redacted]\\""}'],
    ...['<p title="[redacted]">', '[redacted]'],
  ]);
  expect(redact(Buffer.from(secret).toString('base64'), secret)).toBe('[redacted]==');
});

test('a secret that becomes known later is removed from then on, the longest first', () => {
  const known = knownSecrets({ HOTELCTL_CLIENT_SECRET: 'abcdefgh' });
  expect(known.redact('abcdefghij')).toBe('[redacted]ij');
  known.register('abcdefghij');
  expect(known.redact('abcdefghij abcdefgh')).toBe('[redacted] [redacted]');
});

test('a secret that was cut off is removed up to there', () => {
  const cut = redact('the token 0123456789abc… and 01234567… and 0123456…', '0123456789abcdef');
  expect(cut).toBe('the token [redacted]… and [redacted]… and 0123456…');
  expect(redact('at the end 0123456789abc', '0123456789abcdef')).toBe('at the end 0123456789abc');
});

test('escapes of HTML and of base64 hide no secret', () => {
  const secret = '<a&b>?<a&b>?';
  expect(redact('&lt;a&amp;b>?&lt;a&amp;b>?', secret)).toBe('[redacted]');
  expect(redact('&lt;a&amp;b&gt;?&lt;a&amp;b&gt;?', secret)).toBe('[redacted]');
  expect(redact('&#60;a&#38;b&#62;?&#60;a&#38;b&#62;?', secret)).toBe('[redacted]');
  expect(redact("it&#39;s&gt;mine it&#x27;s&gt;mine it&apos;s&gt;mine it's&gt;mine", "it's>mine")).toBe(
    '[redacted] [redacted] [redacted] [redacted]',
  );
  expect(redact('&#60;it&#39;s&#34;&#62;mine', '<it\'s">mine')).toBe('[redacted]');
  // With a slash and padding, so that it is not spelled like base64url.
  const filled = Buffer.from('??>>??>>??').toString('base64');
  expect(filled).toMatch(/[/+].*=$/);
  expect(redact(`${filled} ${filled.replace(/=+$/, '')}`, '??>>??>>??')).toBe('[redacted]== [redacted]');
});

test('short words stay', () => {
  expect(redact('a test of tests', 'test', '')).toBe('a test of tests');
  // Neither do longer spellings of a short word, nor shorter ones of a long word.
  expect(redact('7269676874 and ABCD', 'right', '%41%42%43%44')).toBe('7269676874 and ABCD');
});

test("the environment's secrets and a URL's are registered", () => {
  const known = knownSecrets({
    HOTELCTL_ACCESS_TOKEN: 'access-1234\n',
    HOTELCTL_REFRESH_TOKEN: 'refresh-1234',
    HOTELCTL_CLIENT_SECRET: 'client-1234',
    HOTELCTL_PROPERTY: 'property-1234',
  });
  known.registerUrl('https://anna:pass%2Bword-1@a.example/private?k=query%2F-1234;bare-1234#fragment-1234');
  const ofUrl = 'pass+word-1 query/-1234 query%2F-1234 bare-1234 fragment-1234';
  const printed = wordsOf('access-1234 refresh-1234 client-1234', ofUrl);
  expect(known.redact(printed.join(' '))).toBe(printed.map(() => '[redacted]').join(' '));
  expect(known.redact('property-1234 a.example private')).toBe('property-1234 a.example private');
});

test('only the secret parts of a URL are registered', () => {
  const shown = (address: string, text: string) => {
    const known = knownSecrets({});
    known.registerUrl(address);
    return known.redact(text);
  };
  const plain = 'https://anna@a.example/private/address';
  expect(shown(plain, plain)).toBe(plain);
  expect(shown('https://a.example/#fragment-5678', 'fragment-5678')).toBe('[redacted]');
  expect(shown('https://a.example/?k=query-5678', 'query-5678')).toBe('[redacted]');
  expect(shown('https://a.example/#line\nand-5678', 'line\nand-5678')).toBe('[redacted]');
  expect(shown('no address?k=query-5678', 'no address, query-5678')).toBe('no address, [redacted]');
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

test('a missing secret hides nothing', () => {
  const known = knownSecrets({});
  known.register(undefined);
  known.register('   ');
  expect(known.redact('an ordinary sentence')).toBe('an ordinary sentence');
});

test('a secret within a longer base64 text is removed, wherever it begins', () => {
  const secret = 'correct-horse?>';
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const before of ['', 'a', 'ab', '\0user\0', '\0anna\0']) {
      const sent = Buffer.from(`${before}${secret}${before}`).toString(encoding);
      const shown = redact(`535 ${sent} refused`, secret);
      expect(shown).toContain('[redacted]');
      expect(Buffer.from(shown, encoding).toString()).not.toContain('horse');
    }
  }
});

test('a secret is removed where base64 or every byte is written for a URL', () => {
  const secret = '??>>??>>??abc';
  const bytes = Buffer.from(secret);
  const written = [
    encodeURIComponent(bytes.toString('base64').replace(/=+$/, '')),
    bytes.toString('hex').replace(/../g, '%$&'),
    bytes.toString('hex').toUpperCase(),
  ];
  expect(redact(written.join(' '), secret)).toBe('[redacted] [redacted] [redacted]');
});

test('a short password is removed from the message of its server, and only there as a word', () => {
  const message = `535 user right: cmlnaHQ= AHVzZXIAcmlnaHQ= rejected, bright and rightly`;
  const encoded = withoutPasswords(message, ['right', '\0user\0right']);
  expect(encoded).toBe('535 user [redacted]: [redacted]= [redacted]= rejected, bright and rightly');
  const punctuated = withoutPasswords('550 a.b (c) d-e', ['a.b', '(c)', 'd-e', '']);
  expect(punctuated).toBe('550 [redacted] [redacted] [redacted]');
  const parts = withoutPasswords('535 AHVzZXIAcmlnaHQ= and eGFieA==', ['right', 'ab']);
  expect(parts).toBe('535 [redacted]= and eGFieA==');
  expect(withoutPasswords('535 eHdyb25neA== rejected', ['right', 'wrong'])).toBe('535 [redacted]== rejected');
  expect(withoutPasswords('535 x12345678x rejected', ['12345678'])).toBe('535 x[redacted]x rejected');
  expect(redact('a bright right', 'right')).toBe('a bright right');
});

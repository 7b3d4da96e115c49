import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownSecrets } from '../../src/base/secrets.ts';
import {
  isSecretField,
  isSecretName,
  redactHeaders,
  redactUrl,
  redactUrls,
  registerUrls,
} from '../../src/http/trace.ts';
import { counted } from '../full-counts.ts';

test.each([
  ['propertyId=MUC&month=10', 'propertyId=MUC&month=10'],
  ['code=S3CRET&state=S3CRET&x=1', 'code=[redacted]&state=[redacted]&x=1'],
  ['access_token=S3CRET', 'access_token=[redacted]'],
  ['client_secret=S3CRET&id_token_hint=S3CRET', 'client_secret=[redacted]&id_token_hint=[redacted]'],
  ['X-Amz-Signature=S3CRET&key=S3CRET', 'X-Amz-Signature=[redacted]&key=[redacted]'],
  ['apiKey=S3CRET&api-key=S3CRET', 'apiKey=[redacted]&api-key=[redacted]'],
  ['%63ode=S3CRET', '%63ode=[redacted]'],
  ['a=1;token=S3CRET?token=S3CRET', 'a=1;token=[redacted]'],
  ['token=a=S3CRET', 'token=[redacted]'],
  ['%E0%A4=1&code=S3CRET', '%E0%A4=1&code=[redacted]'],
  ['%E0%A4token=S3CRET', '%E0%A4token=[redacted]'],
  ['accesskey=S3CRET&access-key=S3CRET', 'accesskey=[redacted]&access-key=[redacted]'],
  ['access_key=S3CRET', 'access_key=[redacted]'],
  ['keyword=spa&flag&page=2?3', 'keyword=spa&flag&page=2?3'],
  ['channelCodes=Ibe&languageCode=de&promoCode=X', 'channelCodes=Ibe&languageCode=de&promoCode=X'],
])('the query %s is shown as %s', (query, shown) => {
  expect(redactUrl(`https://a.example/x?${query}`)).toBe(`https://a.example/x?${shown}`);
});

test.each([
  ['https://user:S3CRET@a.example/x@y', 'https://[redacted]@a.example/x@y'],
  ['//user:S3CRET@a.example/', '//[redacted]@a.example/'],
  // As the URL parser reads them, these have a user name and a password too.
  ['https:\\\\user:S3CRET@a.example/x@y', 'https:\\\\[redacted]@a.example/x@y'],
  ['https:user:S3CRET@a.example/', 'https:[redacted]@a.example/'],
  [' ht\ntps:/\t/user:S3CRET@a.example/', 'https://[redacted]@a.example/'],
  ['https://a.example/#access_token=S3CRET', 'https://a.example/#[redacted]'],
  ['not an address?code=S3CRET', 'not an address?code=[redacted]'],
  ['https://a.example/to//somebody@hotel', 'https://a.example/to//somebody@hotel'],
  ['https://a.example/\u001b[2J?x=\u0007', 'https://a.example/\\u{1b}[2J?x=\\u{7}'],
])('%s is shown as %s', (url, shown) => {
  expect(redactUrl(url)).toBe(shown);
});

test.each([
  ['proxy-authorization', 'Basic S3CRET', '[redacted]'],
  ['x-api-key', 'S3CRET', '[redacted]'],
  ['x-csrf-token', 'S3CRET', '[redacted]'],
  ['location', 'https://a.example/cb?any=S3CRET#S3CRET', 'https://a.example/cb?any=[redacted]#[redacted]'],
  ['content-location', '/x?any=S3CRET', '/x?any=[redacted]'],
  ['referer', 'https://a.example/?any=S3CRET', 'https://a.example/?any=[redacted]'],
  ['origin', 'https://user:S3CRET@a.example', 'https://[redacted]@a.example'],
  ['idempotency-key', 'booking-1', 'booking-1'],
  ['x-nasty', 'a\u0085b\u001b', 'a\\u{85}b\\u{1b}'],
])('the header %s: %s is shown as %s', (name, value, shown) => {
  expect(redactHeaders({ [name]: value })).toEqual({ [name]: shown });
});

test('every URL in a text loses its query values', () => {
  expect(redactUrls('see https://a.example/x?k=S3CRET&b=S3CRET and HTTP://b.example?S3CRET.')).toBe(
    'see https://a.example/x?k=[redacted]&b=[redacted] and HTTP://b.example?[redacted]',
  );
  expect(redactUrls('{"url":"http:\\/\\/a.example\\/x?k=S3CRET"}')).toBe(
    '{"url":"http://a.example/x?k=[redacted]"}',
  );
  expect(redactUrls('<a href="https://a.example/?k=S3CRET">x</a>')).toBe(
    '<a href="https://a.example/?k=[redacted]">x</a>',
  );
  expect(redactUrls('no address: k=1?b=2')).toBe('no address: k=1?b=2');
});

test('a name is secret by its own words', () => {
  expect(['code', 'apiKey', 'X-Signature'].filter(isSecretName)).toEqual(['code', 'apiKey', 'X-Signature']);
  expect(['propertyId', 'zipcode', 'keyboard'].filter(isSecretName)).toEqual([]);
  // The code and the state of a field are of a hotel.
  const fields = ['code', 'State', 'zipcode', 'codeToken', 'tokenState'];
  expect(fields.filter(isSecretField)).toEqual(['codeToken', 'tokenState']);
});

test('the query of every URL in a text is a secret from then on', () => {
  const secrets = knownSecrets({});
  registerUrls('{"url":"http:\\/\\/a.example\\/x?k=S3CRET-one"} (HTTPS://b.example/?S3CRET-two).', secrets);
  expect(secrets.redact('S3CRET-one, S3CRET-two and http://a.example/x')).toBe(
    '[redacted], [redacted] and http://a.example/x',
  );
});

test('no part of a user name and a password that the URL parser finds is shown', () => {
  const marks = ['/', '\\', ' ', '\t', '\n', '\u0001', ':', '@'];
  const piece = fc.constantFrom(...marks, 'S3CRET:', 'a.example', 'https:', '%40');
  const url = fc.array(piece, { maxLength: 8 }).map(pieces => `https:${pieces.join('')}S3CRET@a.example/x`);
  fc.assert(
    fc.property(url, text => {
      if (!URL.canParse(text)) return;
      const { username, password, host, pathname } = new URL(text);
      const isElsewhere = /s3cret/i.test(host + pathname);
      if (/S3CRET/.test(username + password) && !isElsewhere) expect(redactUrl(text)).not.toContain('S3CRET');
    }),
    { numRuns: counted(1000, 10_000) },
  );
});

import { expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/commands/ui-integration/service.ts';
import { redactUrls } from '../../../src/http/trace.ts';

it.each([
  ['https://views.example/p', 'https://views.example/p'],
  ['https://views.example/p?token=s3cret&x=s3cret', 'https://views.example/p?token=[redacted]&x=[redacted]'],
  ['HTTPS://views.example/p?s3cret', 'HTTPS://views.example/p?[redacted]'],
  [
    'see https://a.example/?t=s3cret, and http://b.example/#s3cret',
    'see https://a.example/?t=[redacted] and http://b.example/#[redacted]',
  ],
  [
    '{"url":"https:\\/\\/a.example\\/v?t=s3cret\\u0026x=s3cret"}',
    '{"url":"https://a.example/v?t=[redacted]"}',
  ],
  ['<a href="https://a.example/?t=s3cret">', '<a href="https://a.example/?t=[redacted]">'],
  ['https://u:s3cret@a.example/', 'https://[redacted]@a.example/'],
])('%s', (text, expected) => expect(redactUrls(text)).toBe(expected));

it('redacts at any depth and changes nothing else', () => {
  const address = 'https://a.example/?t=s3cret';
  expect(withoutSecrets({ a: [address, 1, null, { b: address }], c: true })).toEqual({
    a: ['https://a.example/?t=[redacted]', 1, null, { b: 'https://a.example/?t=[redacted]' }],
    c: true,
  });
});

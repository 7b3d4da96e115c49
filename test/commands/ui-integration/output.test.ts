import { expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/commands/ui-integration/service.ts';

it('redacts at any depth and changes nothing else', () => {
  const address = 'https://a.example/?t=s3cret';
  expect(withoutSecrets({ a: [address, 1, null, { b: address }], c: true })).toEqual({
    a: ['https://a.example/?t=[redacted]', 1, null, { b: 'https://a.example/?t=[redacted]' }],
    c: true,
  });
});

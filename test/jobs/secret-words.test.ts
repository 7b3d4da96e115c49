import { expect, it } from 'vitest';
import { knownSecrets } from '../../src/base/secrets.ts';
import { refuseSecretWords, withoutSecretWords } from '../../src/jobs/job.ts';
import { thrownBy } from '../failure-of.ts';
import { wordsOf } from '../words.ts';

const secrets = knownSecrets({ HOTELCTL_CLIENT_SECRET: 'canary-of-the-client' });
const add = (line: string) => () => refuseSecretWords(wordsOf(line), secrets);

it.each([
  ['ui-integration check https://view.example/?k=canary', 'a URL contains a query'],
  ['ui-integration check https://view.example/#canary', 'a URL contains a query'],
  ['api /x?token=canary', 'the value of token'],
  ['api /x?a=1&api%5Fkey=canary', 'the value of api_key'],
  ['api /x -H Authorization:canary', 'the value of Authorization'],
  ['api POST /x -f password=canary', 'the value of password'],
  ['api POST /x --raw-field=password=canary', 'the value of password'],
  ['brief --heartbeat https://user:canary@hc.example/1', 'a URL contains a user name or password'],
  ['reports arrivals --property canary-of-the-client', 'it repeats a secret of this environment'],
])('%s is refused, and the message does not repeat the secret', (line, what) => {
  const { message } = thrownBy(add(line));
  // A job of an earlier version may contain it.
  expect(withoutSecretWords(wordsOf(line), secrets).join(' ')).not.toContain('canary');
  expect(message).toBe(`the command of a job must not contain a secret: ${what}`);
  expect(message).not.toContain('canary');
});

it.each([
  'reports arrivals --property MUC --period this-month --output /srv/{property}-{period}.csv',
  'ui-integration check https://view.example/',
  'api GET /inventory/v1/properties?pageSize=100&status=Live -f code=MUC',
  'api /x --credential-store=keychain',
  'brief --all-properties --mail-to controller@hotel.example --heartbeat https://hc.example/5b0e4a5e',
])('%s is accepted', line => {
  expect(add(line)).not.toThrow();
  expect(withoutSecretWords(wordsOf(line), secrets)).toEqual(wordsOf(line));
});

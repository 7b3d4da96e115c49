import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/commands/ui-integration/service.ts';
import { main } from '../../../src/start/main.ts';
import { testContext } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { serve, status, unused } from '../../http/serve.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { signedIn } from '../local-server.ts';

const once = { HOTELCTL_MAX_ATTEMPTS: '1' };
const env = (url: string) => ({ ...signedIn(url), HOTELCTL_INTEGRATION_URL: url, ...once });
const create = wordsOf(
  `ui-integration create PropertyMenuApps --label A --source-type public
    --source-url https://views.example/?token=secret`,
);

describe('a write without a documented response', () => {
  it.each([
    ['create', create],
    ['delete', ['ui-integration', 'delete', 'PropertyMenuApps', 'X', '--yes']],
  ])('is exit 9 for %s, and is sent once', async (_, args) => {
    for (const respond of [undefined, status(206)]) {
      const { url, requests } = await serve(respond ?? (request => request.socket.destroy()));
      const ended = runMain(args, { env: { ...env(url), HOTELCTL_MAX_ATTEMPTS: '4' } });
      const { stderr } = await expectFailure(ended, 9, 'ui-integration list');
      expect(requests).toHaveLength(1);
      expect(stderr).not.toContain('secret');
    }
    // Ctrl-C after it was sent.
    const context = testContext({ env: env((await serve(() => context.interrupt())).url) });
    expect(await main(args, context)).toBe(9);
    expect(context.err()).toContain(': interrupted\n');
  });

  it('is exit 5 if it was never sent', async () => {
    await expectFailure(runMain(create, { env: env(await unused()) }), 5);
  });
});

it.each([
  ['"code \'PropertyMenuApps\' is taken"', 'set another --code'],
  ['"the status code of PropertyMenuApps is 403"', 'read the messages and correct the request'],
])('a code that is taken has the flag that sets another one as its hint: %s', async (message, hint) => {
  const { url } = await serve((_, response) => response.writeHead(422).end(`{"messages":[${message}]}`));
  await expectFailure(runMain(create, { env: env(url) }), 4, `hint: ${hint}\n`);
});

it('delete deletes nothing after a no', async () => {
  const { url, requests } = await serve(status(204));
  const options = { env: env(url), terminal: true, answers: [false] };
  const ended = runMain('ui-integration delete PropertyMenuApps X-1', options);
  await expectSuccess(ended, /^Nothing was deleted\.\n$/);
  expect(requests).toEqual([]);
});

it('what is shown of an integration has no secret of a URL, at any depth', () => {
  const withUrl = (url: string) => ({ a: [url, 1, null, { b: url }], c: true });
  const shown = withUrl('https://a.example/?t=[redacted]');
  expect(withoutSecrets(withUrl('https://a.example/?t=s3cret'))).toEqual(shown);
});

it.each([create, ['ui-integration', 'list'], ['ui-integration', 'test', 'PropertyMenuApps', 'X']])(
  'without a UI integration host it is a usage error',
  async (...args) => {
    await expectFailure(runMain(args), 2, '--integration-url');
  },
);

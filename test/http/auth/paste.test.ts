import { describe, expect, it } from 'vitest';
import { pastedCallback, readPastedAddress } from '../../../src/http/auth/login.ts';
import { type TestContextOptions, testContext } from '../../context.ts';

const redirectUri = 'https://hotel.example.com/oauth/callback';
const expectedState = 'the-state';
const right = `${redirectUri}?code=abc&state=the-state`;

function paste(options: TestContextOptions, interactive: boolean, signal?: AbortSignal) {
  const context = testContext(options);
  const client = { authUrl: 'https://identity.example', clientId: '', redirectUri, scopes: [] };
  const until = signal ?? new AbortController().signal;
  const callback = pastedCallback({ context, client, interactive }, expectedState, until);
  return { context, callback };
}

describe('a pasted URL', () => {
  it.each([
    right,
    `  ${right}\n`,
    `${right}#fragment`,
    `${redirectUri}?iss=https%3A%2F%2Fidentity.example.com&state=the-state&code=abc`,
  ])('%j is accepted', pasted => {
    const params = readPastedAddress(pasted, redirectUri, expectedState);
    expect(params).toBeInstanceOf(URLSearchParams);
    expect((params as URLSearchParams).get('code')).toBe('abc');
  });

  it('may have the slash that a browser adds, and a registered query', () => {
    const host = 'https://h.example.com';
    const bare = readPastedAddress(`${host}/?code=abc&state=s`, host, 's');
    expect(String(bare)).toBe('code=abc&state=s');
    const queried = readPastedAddress(`${host}/?a=b&code=abc&state=s`, `${host}/?a=b`, 's');
    expect(String(queried)).toBe('a=b&code=abc&state=s');
  });

  const notTheRedirect = `that address does not begin with ${redirectUri} and a query`;
  const noState = 'that address has no state parameter: copy the whole address';
  it.each([
    ['', notTheRedirect],
    [redirectUri, notTheRedirect],
    [`${redirectUri}/?code=abc&state=the-state`, notTheRedirect],
    [`${redirectUri}.evil?code=abc&state=the-state`, notTheRedirect],
    ['https://evil.example.com/oauth/callback?code=abc&state=the-state', notTheRedirect],
    ['http://hotel.example.com/oauth/callback?code=abc&state=the-state', notTheRedirect],
    [`${redirectUri}#?code=abc&state=the-state`, notTheRedirect],
    [`${redirectUri}?code=abc`, noState],
    [`${redirectUri}?code=abc#state=the-state`, noState],
    [`${redirectUri}?code=abc&state=other`, 'that address belongs to another sign-in'],
    [`${redirectUri}?code=abc&state=the-state&state=the-state`, 'that address belongs to another sign-in'],
  ])('%j is rejected with the reason', (pasted, words) => {
    expect(readPastedAddress(pasted, redirectUri, expectedState)).toBe(words);
  });
});

describe('pasting', () => {
  it('prompts again after each wrong URL, hidden, and quotes nothing', async () => {
    const answers = ['https://wrong.example.com/?code=s3cret', `${redirectUri}?code=s3cret&state=x`, right];
    const { context, callback } = paste({ answers, terminal: true }, true);
    expect((await callback).get('code')).toBe('abc');
    expect(context.err().split('\n')).toEqual([
      `that address does not begin with ${redirectUri} and a query; try again`,
      'that address belongs to another sign-in; try again',
      '',
    ]);
    expect(context.prompted).toHaveLength(3);
  });

  it('reads the first line of a pipe', async () => {
    const { callback, context } = paste({ stdinLines: ['', '  ', right, 'never read'] }, false);
    expect((await callback).get('code')).toBe('abc');
    expect(context.prompted).toEqual([]);
  });

  it.each([
    [
      'a wrong line',
      [`${redirectUri}?code=s3cret&state=x`, right],
      'that address belongs to another sign-in',
    ],
    ['no line', [], 'standard input ended without the address that the browser was sent to'],
  ])('fails with exit 3 on %s from a pipe', async (_, stdinLines, message) => {
    await expect(paste({ stdinLines }, false).callback).rejects.toMatchObject({ exitCode: 3, message });
  });

  const refused = [
    ['https://identity.example/error#error=access_denied&error_description=No', 'the sign-in was denied'],
    [
      'https://identity.example/home/error?errorId=CfDJ8NrAkS-q7',
      'the identity host ended the sign-in with an error that only its page explains',
    ],
  ] as const;
  it.each(refused)('ends with the error of the identity host: %s', async (pasted, message) => {
    const failed = { exitCode: 3, message };
    await expect(paste({ stdinLines: [pasted] }, false).callback).rejects.toMatchObject(failed);
    const terminal = paste({ answers: [pasted, right], terminal: true }, true);
    await expect(terminal.callback).rejects.toMatchObject(failed);
    expect(terminal.context.prompted).toHaveLength(1);
  });

  it('takes an error of another host, or a page without one, for a wrong address', async () => {
    const answers = ['https://other.example/?error=access_denied', 'https://identity.example/login', right];
    const { callback, context } = paste({ answers, terminal: true }, true);
    expect((await callback).get('code')).toBe('abc');
    expect(context.err().match(/; try again\n/g)).toHaveLength(2);
  });

  it.each([true, false])('ends with the reason of its signal (terminal: %s)', async interactive => {
    const ending = new AbortController();
    // A pipe whose writer never writes; standard input's lines end when the signal fires.
    const silent = (async function* () {
      await new Promise(resolve => ending.signal.addEventListener('abort', resolve));
      yield* [];
    })();
    const { callback } = paste({ stdinLines: silent, terminal: interactive }, interactive, ending.signal);
    ending.abort(new Error('too late'));
    await expect(callback).rejects.toThrow('too late');
  });
});

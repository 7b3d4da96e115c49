import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/base/context.ts';
import { RefusedError } from '../../src/base/errors.ts';
import { knownSecrets } from '../../src/base/secrets.ts';
import { errorOutput, presentedError } from '../../src/cli/error-output.ts';
import { main } from '../../src/start/main.ts';
import { testContext } from '../context.ts';

const presented = (thrown: unknown) =>
  errorOutput(presentedError(thrown, { redact: text => text }), { errorFormat: 'text' }, false);

/** An output whose reader has closed it, or whose disk is full. */
const failing = (code: string, syscall = 'write'): Output => ({
  isTerminal: false,
  columns: 80,
  color: false,
  write: () => Promise.reject(Object.assign(new Error(`${code}: of the system`), { code, syscall })),
});

describe('standard error', () => {
  it('may be closed: the exit code still shows the result', async () => {
    for (const code of ['EPIPE', 'ENOSPC', 'EBADF']) {
      const context = testContext({ replace: { stderr: failing(code) } });
      expect(await main(['repotrs'], context)).toBe(2);
    }
  });

  it('wraps an error between words on a terminal, but not one of JSON', async () => {
    const lines = async (...words: string[]) => {
      const context = testContext({ terminal: true, columns: 24 });
      expect(await main([...words, 'reports', 'room-nights', '--mnth', '10'], context)).toBe(2);
      return context.err().trimEnd().split('\n');
    };
    const text = await lines();
    // A command is never wrapped.
    for (const line of text) if (!line.includes('`')) expect(line.length, line).toBeLessThanOrEqual(24);
    const [json = '', ...others] = await lines('--error-format', 'json');
    expect([others, text.length > 2]).toEqual([[], true]);
    expect(text.join(' ').replace(/\s+/g, ' ')).toContain(JSON.parse(json).error.message);
  });

  it('may be closed while there is a note to print', async () => {
    const context = testContext({ replace: { stderr: failing('EPIPE') } });
    expect(await main(['profile', 'add', 'munich', '--property', 'MUC'], context)).toBe(0);
    expect(await main(['profile', 'list', '--format', 'csv'], context)).toBe(0);
    expect(context.out()).toContain('munich');
  });
});

describe('a defect', () => {
  const secret = 'refresh_token_of_the_test';

  it('is exit 1 and one line, without a stack trace and without the content of the error', async () => {
    const get = () => {
      throw new TypeError(`can't read properties of ${secret}\n    at ${secret} (x.ts)`);
    };
    const env = new Proxy<Record<string, string>>({}, { get });
    const context = testContext({ replace: { env } });
    expect(await main(['profile', 'list'], context)).toBe(1);
    expect(context.err()).toMatch(/^hotelctl: a defect in hotelctl: TypeError( in [\w.]+)?\nhint: .*\n$/);
    expect(context.err()).not.toContain(secret);
  });

  it('may be any thrown value', () => {
    for (const thrown of [undefined, null, 'a text', 7, { secret }, new Error(secret)]) {
      const { exitCode, lines } = presented(thrown);
      const text = `${lines.join('\n')}\n`;
      expect(exitCode).toBe(1);
      expect(text.split('\n')).toHaveLength(3);
      expect(text).not.toContain(secret);
    }
  });

  it('of another write than that of standard output is not a closed pipe', async () => {
    const broken = () =>
      Promise.reject(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
    const context = testContext({ replace: { runOnOwnStreams: broken } });
    expect(await main(['sandbox', 'run', '-q', '--', 'x'], context)).toBe(1);
  });
});

describe('a lack of resources', () => {
  it.each([
    [Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }), 'too many files'],
    [new RangeError('WebAssembly.Memory(): could not allocate memory'), 'there is not enough memory'],
    [new RangeError('Array buffer allocation failed'), 'there is not enough memory'],
    [Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' }), 'there is not enough memory'],
  ])('%s is temporary, and not a defect', (thrown, words) => {
    const { exitCode, lines } = presented(thrown);
    const text = `${lines.join('\n')}\n`;
    expect(exitCode).toBe(5);
    expect(text).toMatch(new RegExp(`^hotelctl: ${words}.*\nhint: .*\n$`));
  });

  it('another RangeError stays a defect', () => {
    expect(presented(new RangeError('Invalid time value')).exitCode).toBe(1);
  });
});

describe('an error as text', () => {
  const foreign = Object.assign(new TypeError('of undici: the-secret'), { data: 'the-secret' });
  const thrown = new RefusedError('the platform refused\u001b[2J it', {
    cause: foreign,
    hint: 'read\u202e on',
    status: 422,
    messages: ['month\u0007 is wrong', 'year\nis too'],
    trackingId: 'id\u009b31m',
  });
  const made = presentedError(thrown, { redact: text => text });

  it('is a line, the messages, the tracking id and a hint, without control characters', () => {
    expect(errorOutput(made, { errorFormat: 'text' }, false)).toEqual({
      exitCode: 4,
      lines: [
        'hotelctl: the platform refused\\u{1b}[2J it',
        '  - month\\u{7} is wrong',
        '  - year\\u{a}is too',
        'tracking id: id\\u{9b}31m',
        'hint: read\\u{202e} on',
      ],
    });
  });

  it('has no secret in any of its texts', () => {
    const secrets = knownSecrets({ HOTELCTL_ACCESS_TOKEN: 'the-secret' });
    const [secret, fields] = ['the-secret', { key: 'the-secret' }];
    const details = { hint: secret, messages: [secret], trackingId: secret, fields };
    const copy = presentedError(new RefusedError(`with ${secret}`, details), secrets);
    expect(inspect(copy, { showHidden: true, depth: 9 })).not.toContain(secret);
  });

  it('has the name of its class, and nothing of the error that caused it', () => {
    expect([made.name, made.cause, made.details.cause]).toEqual(['RefusedError', undefined, undefined]);
    expect(inspect(made, { showHidden: true, depth: 9 })).not.toMatch(/the-secret|undici|TypeError/);
    const defect = presentedError(foreign, { redact: text => text });
    expect(inspect(defect, { showHidden: true, depth: 9 })).not.toMatch(/the-secret|undici/);
  });

  it('is one JSON object on one line if requested', () => {
    const { lines } = errorOutput(made, { errorFormat: 'json' }, true);
    const [text = ''] = lines;
    expect(lines).toHaveLength(1);
    expect(text).not.toMatch(/[\p{Cc}\u{202e}]/u);
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'refused',
        exitCode: 4,
        message: 'the platform refused\\u{1b}[2J it',
        hint: 'read\\u{202e} on',
        status: 422,
        messages: ['month\\u{7} is wrong', 'year\\u{a}is too'],
        trackingId: 'id\\u{9b}31m',
      },
    });
  });
});

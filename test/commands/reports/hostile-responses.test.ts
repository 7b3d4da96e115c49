import { describe, expect, it } from 'vitest';
import { expectFailure } from '../../expect-run.ts';
import { obeyed, terminalControls } from '../../system/hostile-text.ts';
import { literalExchanges } from '../../wire/literal-responses.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/** Text of the platform that contains terminal control sequences reaches no output unescaped, in no format, error or trace. */

/** Every text of a body but dates, with control sequences in front, in the middle and at the end. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\d/.test(value)
      ? value
      : terminalControls.map(control => `${control}${value}${control}`).join('x');
  }
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, poisoned(field)]));
}

const ask = async (status: number, body: string, words: Line) => {
  const tracking = { 'x-tracking-id': 'track\u009b31m\u0085' };
  const server = await localServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...tracking }).end(body);
  });
  return runMain(wordsOf('reports', words, '--property MUC --max-attempts 1 -v'), {
    env: signedIn(server.url),
    terminal: true,
    columns: 120,
  });
};

/** Colors of hotelctl are allowed; without `color` none is written, so every escape sequence would be the platform's. */
const withoutProgress = (text: string) => text.replaceAll('\r\u001b[K', '');

describe.each(literalExchanges)('$report', ({ report, flags, body, views = {} }) => {
  const hostile = JSON.stringify(poisoned(JSON.parse(body)));

  it.each(['table', 'csv', 'json', 'ndjson', 'html'])('as %s', async format => {
    // JSON is the body, whatever the view is.
    const names = format === 'json' ? [] : Object.keys(views);
    for (const view of [[], ...names.map(name => ['--view', name])]) {
      const { stdout, stderr } = await ask(200, hostile, [report, ...flags, ...view, '--format', format]);
      expect(stdout).not.toBe('');
      // A CSV keeps line feeds and tabs inside its quotes, and ends its lines with CR LF.
      const lawful = format === 'csv' ? stdout.replace(/[\t\r]/g, '') : stdout;
      expect(obeyed.test(lawful), JSON.stringify(lawful.match(obeyed))).toBe(false);
      expect(obeyed.test(withoutProgress(stderr))).toBe(false);
    }
  });

  it('as an error', async () => {
    const messages = JSON.stringify({ messages: terminalControls });
    const { stderr } = await expectFailure(ask(422, messages, [report, ...flags]), 4, '\\u{1b}');
    expect(obeyed.test(withoutProgress(stderr))).toBe(false);
  });
});

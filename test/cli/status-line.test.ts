import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/context.ts';
import type { Invocation } from '../../src/cli/invocation.ts';
import { openProgress } from '../../src/cli/several-properties.ts';
import { withStatusLine } from '../../src/cli/status-line.ts';
import { main } from '../../src/start/main.ts';
import { runMain } from '../commands/in-process.ts';
import { emptyReport, localServer, roomNights, signedIn } from '../commands/local-server.ts';
import { type TestContextOptions, testContext } from '../context.ts';
import { companyInvoice } from '../measures.ts';
import { type Line, wordsOf } from '../words.ts';

const clear = '\r\u001b[K';
const lineOn = (options: TestContextOptions = { terminal: true }, isQuiet = false) => {
  const outer = testContext(options);
  return { ...withStatusLine(outer, isQuiet), outer };
};

describe('the status line', () => {
  it('is removed before data, and before notes', async () => {
    const { context, status, outer } = lineOn();
    await status.show('1 of 3 requests');
    await context.stdout.write('Property performance\n');
    expect(outer.err()).toBe(`${clear}1 of 3 requests${clear}`);
    await status.show('2 of 3 requests');
    await context.stderr.write('a note\n');
    expect(outer.err().endsWith(`${clear}2 of 3 requests${clear}a note\n`)).toBe(true);
  });

  it('of several items has the time left, and a job sends it to its runner', async () => {
    const sent: object[] = [];
    const runner = { lock: 'x', send: async (message: object) => void sent.push(message) };
    const { context, status, outer } = lineOn({ terminal: true, replace: { runner } });
    const invocation = { context, status, flags: {} } as Invocation;
    const progress = openProgress(invocation, 4);
    await outer.clock.advance(5000);
    await progress.advance();
    const text = '1 of 4 requests, about 15 s left';
    expect(outer.err()).toBe(`${clear}${text}`);
    expect(sent).toEqual([{ progress: text }]);
  });

  it('is never wider than the screen', async () => {
    const { status, outer } = lineOn({ terminal: true, columns: 10 });
    await status.show('received 12.3 MB from api.example.com');
    expect(outer.err()).toBe(`${clear}received `);
  });

  it.each([
    ['with --quiet', { terminal: true }, true],
    ['without a terminal', {}, false],
    ['with TERM=dumb', { terminal: true, env: { TERM: 'dumb' } }, false],
  ])('is not drawn %s', async (_, options, isQuiet) => {
    const { status, outer } = lineOn(options, isQuiet);
    await status.show('1 of 3 requests');
    expect(await status.spinning('waiting', async () => 7)).toBe(7);
    expect(outer.err()).toBe('');
    expect(outer.clock.sleepers).toBe(0);
  });

  it('shows a spinner after one second, and removes it at the end', async () => {
    const { status, outer } = lineOn();
    let finish = () => {};
    const waiting = () => new Promise<void>(resolve => (finish = resolve));
    const work = status.spinning('waiting for api.example.com', waiting);
    await outer.clock.asleep();
    await outer.clock.advance(999);
    expect(outer.err()).toBe('');
    await outer.clock.advance(101);
    expect(outer.err()).toBe(`${clear}| waiting for api.example.com${clear}/ waiting for api.example.com`);
    finish();
    await work;
    expect(outer.err().endsWith(`/ waiting for api.example.com${clear}`)).toBe(true);
    expect(outer.clock.sleepers).toBe(0);
  });

  it('shows the progress of the whole run rather than a single request', async () => {
    const { status, outer } = lineOn();
    await status.show('1 of 3 requests');
    await status.showRequest('received 2.0 MB');
    expect(outer.err()).not.toContain('received');
  });
});

describe('a person at a terminal', () => {
  const failingOnce = (status: number) => {
    let requests = 0;
    return localServer((_, response) => {
      requests += 1;
      if (requests === 1) response.writeHead(status, { 'retry-after': '0' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(emptyReport);
    });
  };

  it.each([
    [503, ' returned 503; retrying in 0 s (attempt 2 of 4)\n'],
    [429, ' limits the request rate; retrying in 0 s (attempt 2 of 4)\n'],
  ])(
    'sees that a request is repeated after %d, but not with --quiet or without a terminal',
    async (code, notice) => {
      const run = async (flags: readonly string[], terminal: boolean) => {
        const server = await failingOnce(code);
        const context = testContext({ env: signedIn(server.url), terminal });
        // The wait for the next attempt ends immediately; the spinner sleeps.
        const sleep: Clock['sleep'] = (milliseconds, signal) =>
          milliseconds < 100 ? Promise.resolve() : context.clock.sleep(milliseconds, signal);
        await main([...roomNights, ...flags], { ...context, clock: { ...context.clock, sleep } });
        return context.err();
      };
      expect(await run([], true)).toContain(notice);
      expect(await run(['-q'], true)).not.toContain('retrying');
      expect(await run([], false)).not.toContain('retrying');
    },
  );

  it('sees how much of a response of known size has arrived, and the time left', async () => {
    const companyInvoices = Array.from({ length: 20_000 }, () => companyInvoice({}));
    const body = Buffer.from(JSON.stringify({ companyInvoices, count: companyInvoices.length }));
    let [step, later] = [0, 0];
    const server = await localServer((_, response) => {
      step = 100;
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    });
    const context = testContext({ env: signedIn(server.url), terminal: true });
    // A tenth of a second passes with each look at the clock.
    const now = () => {
      later += step;
      return context.clock.now() + later;
    };
    const line = 'reports company-invoices-vat --property MUC --period 2026-10 --format csv';
    await main(wordsOf(line), { ...context, clock: { ...context.clock, now } });
    const received =
      /received \d\.\d of \d\.\d MB from 127\.0\.0\.1:\d+, about \d+ s left, [\d,]+ rows written/;
    expect(context.err()).toMatch(received);
  });

  it('sees which file was written, with its rows', async () => {
    const server = await localServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(emptyReport),
    );
    const { folders } = testContext();
    mkdirSync(folders.state, { recursive: true });
    const file = `${folders.state}/october.csv`;
    const run = (terminal: boolean, flags: Line = []) =>
      runMain(wordsOf(roomNights, '--output', [file], flags), { env: signedIn(server.url), terminal });
    expect((await run(true)).stderr).toContain(`wrote ${file}: 1 row\n`);
    expect(readFileSync(file, 'utf8').trimEnd().split('\r\n')).toHaveLength(2);
    expect((await run(true, '-q')).stderr).toBe('');
    expect((await run(false)).stderr).toBe('');
  });
});

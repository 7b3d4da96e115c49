import { expect, it } from 'vitest';
import type { HttpRequest, Send } from '../../../src/http/exchange.ts';
import { limitRate } from '../../../src/reports/lake/sync-plan.ts';
import { testContext } from '../../context.ts';

const request = { method: 'GET', url: 'https://api.example/' } as HttpRequest;
const start = 1_000_000;

/** A limited send, and the times of what it has sent, in milliseconds since the start. */
function limited(perMinute: number) {
  const { clock } = testContext({ now: start });
  const interruption = new AbortController();
  const sent: number[] = [];
  const send = (async () => void sent.push(clock.now() - start)) as unknown as Send;
  const limitedSend = limitRate(send, perMinute, { clock, interrupted: interruption.signal });
  /** Advances the clock in small steps, so that each sleeper wakes at its own time. */
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 50) await clock.advance(50);
  };
  return { send: () => limitedSend(request), sent, pass, interruption };
}

it('sends no two requests closer to each other than the rate allows, however many are waiting', async () => {
  const { send, sent, pass } = limited(240);
  const all = Array.from({ length: 5 }, send);
  await pass(2000);
  await Promise.all(all);
  expect(sent).toEqual([0, 250, 500, 750, 1000]);
});

it('does not make up for a pause with a burst', async () => {
  const { send, sent, pass } = limited(60);
  await send();
  await pass(10_000);
  const all = [send(), send(), send()];
  await pass(3000);
  await Promise.all(all);
  expect(sent).toEqual([0, 10_000, 11_000, 12_000]);
});

it('sends nothing more after the wait is interrupted', async () => {
  const { send, sent, interruption } = limited(60);
  await send();
  const second = send();
  interruption.abort(new Error('interrupted'));
  await expect(second).rejects.toThrow('interrupted');
  expect(sent).toEqual([0]);
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { runInProcess } from '../../run-in-process.ts';
import { localServer } from '../local-server.ts';
import { type Answer, type Connected, openConnections, stay } from './connection.ts';

const { connect, bench } = openConnections();

describe('a booking', () => {
  const booker_email = 'ada@guest.example';
  const booker = { booker_last_name: 'Lovelace', booker_first_name: 'Ada', booker_email };
  const total = '314.02EUR';
  const made = () => bench().sandbox.bookings.length;

  const withCard = { expect_total: total, guest_comment: 'charge 4111111111111111' };
  const noAddress = { expect_total: total, booker_email: 'ada at guest.example' };
  const connections = new Map<Answer, Promise<Connected>>();
  /** One program for each answer, for all that is refused. */
  const connected = (answer: Answer) => {
    const made = connections.get(answer) ?? connect('--allow-bookings', { answer });
    connections.set(answer, made);
    return made;
  };

  it.each([
    ['a client that can ask a person', 'cannot be asked', { expect_total: total }, /cannot ask a person/, 0],
    ['the consent of the person', 'declines', { expect_total: total }, /did not confirm/, 1],
    ['one answer', 'contradicts itself', { expect_total: total }, /did not confirm/, 1],
    ['the id of the question', 'has another id', { expect_total: total }, /did not confirm/, 1],
    ['an answer in JSON', 'is not JSON', { expect_total: total }, /did not confirm/, 1],
    ['the total that the person agreed to', 'books', { expect_total: '1.00EUR' }, /not 1.00 EUR/, 0],
    ['an expected total', 'books', {}, /requires expect_total/, 0],
    ['a comment without card data', 'books', withCard, /card/, 0],
    ['an address of the booker that is one', 'books', noAddress, /an email address must have one @/, 0],
    ['a quote of this server', 'books', { expect_total: total, quote_id: 'x' }, /no quote with this/, 0],
  ] as const)('is refused without %s, before a person is asked', async (_, answer, given, message, count) => {
    const before = made();
    const { call, questions } = await connected(answer);
    const asked = questions.length;
    const { quote_id } = (await call('quote_stay', stay)).value;
    const { text, isError } = await call('create_booking', { quote_id, ...booker, ...given });
    expect(isError).toBe(true);
    expect(text).toMatch(message);
    expect(questions).toHaveLength(asked + count);
    expect(made()).toBe(before);
  });

  it('is made once, after a person has read everything that is sent', async () => {
    const before = made();
    const program = await connect('--allow-bookings', { answer: 'books', isProgram: true });
    const { call, questions, client } = program;
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'create_booking')?.annotations?.readOnlyHint).toBe(false);
    const { quote_id, sums } = (await call('quote_stay', stay)).value;
    expect(`${sums.grandTotal.amount}${sums.grandTotal.currency}`).toBe(total);
    const guest = 'reservation=1,last-name=Byron,travel-purpose=Fun';
    const guest_comment = `late arrival ${'x'.repeat(2500)} charge my card`;
    const more = { guest_comment, reference: 'order-9', guest };
    const given = { quote_id, ...booker, expect_total: total, ...more };
    const first = await call('create_booking', given);
    expect(first.isError, first.text).toBe(false);
    const again = await call('create_booking', given);
    expect(made()).toBe(before + 1);
    expect(again.text).toContain(first.value.rows[0].bookingId);
    expect(questions).toHaveLength(1);
    expect(questions[0]).toMatch(/Flexible rate, Double, 2026-12-01 to 2026-12-03.*grand total 314.02 EUR/s);
    const names = ['last name: Byron', 'last name: Lovelace', 'email: ada@guest.example'];
    const others = ['property: MUC', 'adults: 2', 'reference: order-9', 'warning: travelPurpose Fun'];
    for (const part of [...names, ...others, `guest comment: ${guest_comment}`])
      expect(questions[0]).toContain(part);
    const { text, value } = await call('list_bookings');
    expect(text).not.toMatch(/Lovelace|Byron/);
    expect(value.basis.hotels).toEqual({ counted: 1, expected: 1 });
    const withNames = await connect('--with-guest-data');
    expect((await withNames.call('list_bookings')).text).toContain('Lovelace');
  });

  /** The sandbox, whose bookings this function receives. */
  const bookingEnv = async (onBooking: (response: ServerResponse) => void) => {
    const server = await localServer(async ({ method, url, headers: { authorization = '' } }, response) => {
      if (method === 'POST') return onBooking(response);
      const found = await fetch(`${bench().sandbox.apiUrl}${url}`, { headers: { authorization } });
      response.end(await found.text());
    });
    return { ...bench().env, HOTELCTL_BASE_URL: server.url, HOTELCTL_STATE_DIR: temporaryFolder() };
  };

  it('is completed before the server ends, if the client ends while it is sent', async () => {
    const order: string[] = [];
    let end = () => {};
    const env = await bookingEnv(async response => {
      end();
      // The turns in which a server that does not wait would end.
      for (let turn = 0; turn < 100; turn += 1) await setImmediate();
      order.push('booked');
      response.writeHead(201).end(JSON.stringify({ id: 'B', reservationIds: [{ id: 'B-1' }] }));
    });
    const { call, client } = await connect('--allow-bookings', { answer: 'books', env });
    const { quote_id } = (await call('quote_stay', stay)).value;
    const ended = new Promise<void>(resolve => {
      end = () => void client.close().then(() => resolve(void order.push('ended')));
    });
    const booked = call('create_booking', { quote_id, ...booker, expect_total: total });
    expect((await booked).value.rows).toMatchObject([{ bookingId: 'B' }]);
    await ended;
    expect(order).toEqual(['booked', 'ended']);
    const { stdout } = await runInProcess('bookings list --format csv --columns state', { env });
    expect(stdout).toMatch(/created/);
  });

  it('is not sent if the client cancels before the person agrees, and is named at the end if it cancels later', async () => {
    let abort = new AbortController();
    const env = await bookingEnv(async response => {
      abort.abort();
      await setImmediate();
      response.writeHead(201).end(JSON.stringify({ id: 'B', reservationIds: [{ id: 'B-1' }] }));
    });
    for (const [onQuestion, error, states] of [
      [() => abort.abort(), /^$/, ''],
      [
        () => {},
        /^hotelctl: B was created, but the client did not read the result\nhint: note/,
        'created\r\n',
      ],
    ] as const) {
      abort = new AbortController();
      const { call, client, errors } = await connect('--allow-bookings', {
        answer: 'books',
        env,
        onQuestion,
      });
      const { quote_id } = (await call('quote_stay', stay)).value;
      const given = { quote_id, ...booker, expect_total: total };
      const { signal } = abort;
      const booking = client.callTool({ name: 'create_booking', arguments: given }, undefined, { signal });
      await expect(booking).rejects.toThrow('aborted');
      await client.close();
      expect(errors()).toMatch(error);
      const list = 'bookings list --format csv --columns state --no-header';
      expect((await runInProcess(list, { env })).stdout).toBe(states);
    }
  });

  it('that was sent is named with the next step if a signal ends the server, and so is each other one', async () => {
    const stop = new AbortController();
    let sent = 0;
    const env = await bookingEnv(() => {
      sent += 1;
      if (sent === 2) stop.abort();
    });
    const { signal } = stop;
    const { call, client, errors } = await connect('--allow-bookings', { answer: 'books', env, signal });
    const { quote_id } = (await call('quote_stay', stay)).value;
    // Of the same stay for another booker: bookings of the same one wait for each other.
    const booked = [
      call('create_booking', { quote_id, ...booker, expect_total: total }),
      call('quote_stay', stay).then(({ value: { quote_id } }) =>
        call('create_booking', { quote_id, ...booker, booker_last_name: 'Byron', expect_total: total }),
      ),
    ];
    await once(signal, 'abort');
    await Promise.allSettled([client.close(), ...booked]);
    const [first, other] = [
      'the outcome of the booking is unknown: .*',
      'do not book again; run `hotelctl bookings resume ',
    ];
    expect(errors()).toMatch(
      new RegExp(`^hotelctl: ${first}\n  - ${first}; ${other}\\S{36}\`\nhint: ${other}\\S{36}\`\n$`),
    );
    expect(new Set(errors().match(/resume \S{36}/g)).size).toBe(2);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { listen } from '../serve.ts';

/** A clock that is two days off, or that is corrected: reports continue, with at most one unnecessary refresh. */

const day = 86_400_000;
/** The platform's time; winter time begins in Berlin at 01:00 UTC, and in Lord Howe, by half an hour, in April. */
const endOfSummer = Date.UTC(2026, 9, 25, 1);
const report = ['reports', 'room-nights', '--property', 'MUC', '--month', '10', '--year', '2026'];

/** API and identity host with a shared clock: a token is valid for an hour of it, then the API returns 401. */
async function platform(now: number) {
  const state = { now, tokenRequests: 0, reports: 0, refused: 0 };
  const ends = new Map<string, number>();
  const url = await listen(
    createServer(async (request, response) => {
      const respond = (status: number, body?: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json', date: new Date(state.now).toUTCString() })
          .end(body && JSON.stringify(body));
      if (request.url === '/connect/token') {
        state.tokenRequests += 1;
        const body = new URLSearchParams(await text(request));
        if (body.get('refresh_token') !== 'refresh') return respond(400, { error: 'invalid_grant' });
        const token = `access-${state.tokenRequests}`;
        ends.set(token, state.now + 3_600_000);
        return respond(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
      }
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if ((ends.get(token) ?? 0) <= state.now) {
        state.refused += 1;
        return respond(401);
      }
      state.reports += 1;
      return respond(200, { total: 1 });
    }),
  );
  return { url, state };
}

/** A machine whose clock differs from the platform's, with a sign-in in its file store. */
async function machine(now = endOfSummer) {
  const { url, state } = await platform(now);
  const folder = temporaryFolder();
  const stateFolder = join(folder, 'state');
  mkdirSync(stateFolder, { mode: 0o700 });
  const account = (item: string) => `default ${url} client ${item}`;
  writeFileSync(
    join(stateFolder, 'credentials.json'),
    `${JSON.stringify({
      version: 1,
      encryption: 'none',
      items: { [account('refresh-token')]: 'refresh', [account('client-secret')]: 's' },
    })}\n`,
    { mode: 0o600 },
  );
  const clock = join(folder, 'clock.cjs');
  // Loaded before the program: every way to read the time returns the test's time.
  writeFileSync(
    clock,
    `const now = Number(process.env.TEST_NOW); const began = performance.now(); const Real = Date;
     globalThis.Date = class extends Real {
       constructor(...given) { given.length ? super(...given) : super(Date.now()); }
       static now() { return Math.round(now + performance.now() - began); }
     };`,
  );
  return {
    state,
    /** One report, with a clock that is `off` milliseconds ahead; returns the token requests and 401s of this run. */
    async runs(off: number, { zone = 'Europe/Berlin', words = report, requested = 1 } = {}) {
      const before = { ...state };
      const run = await runHotelctl([...words, '--format', 'csv'], {
        env: {
          TZ: zone,
          NODE_OPTIONS: `--require=${clock}`,
          TEST_NOW: String(state.now + off),
          HOTELCTL_BASE_URL: url,
          HOTELCTL_AUTH_URL: url,
          HOTELCTL_CLIENT_ID: 'client',
          HOTELCTL_CREDENTIAL_STORE: 'file',
          HOTELCTL_STATE_DIR: stateFolder,
        },
      });
      expect(run, run.stderr).toMatchObject({ exitCode: 0, stderr: '' });
      expect(state.reports).toBe(before.reports + requested);
      return {
        refreshes: state.tokenRequests - before.tokenRequests,
        refused: state.refused - before.refused,
      };
    },
  };
}

const none = { refreshes: 0, refused: 0 };
const one = { refreshes: 1, refused: 0 };
/** The requests after a 401. */
const oneAfter401 = { refreshes: 1, refused: 1 };

describe('a clock that is permanently off by two days', () => {
  it.each([2 * day, -2 * day])(
    'by %i ms: a token is used for its hour, and then refreshed once',
    async off => {
      const { runs, state } = await machine();
      expect(await runs(off)).toEqual(one);
      state.now += 50 * 60_000;
      expect(await runs(off)).toEqual(none);
      state.now += 20 * 60_000;
      expect(await runs(off)).toEqual(one);
      expect(await runs(off)).toEqual(none);
    },
  );
});

describe('a clock that is changed by two days between two runs', () => {
  it('from ahead to correct, with an expired token: it looks valid, the platform returns 401, one refresh', async () => {
    const { runs, state } = await machine();
    expect(await runs(2 * day)).toEqual(one);
    state.now += 2 * 3_600_000;
    expect(await runs(0)).toEqual(oneAfter401);
    expect(await runs(0)).toEqual(none);
  });

  it('from correct to ahead: a valid token looks expired, one unnecessary refresh', async () => {
    const { runs } = await machine();
    expect(await runs(0)).toEqual(one);
    expect(await runs(2 * day)).toEqual(one);
    expect(await runs(2 * day)).toEqual(none);
  });

  it('and a job of many requests with an expired token sends one token request', async () => {
    const { runs, state } = await machine();
    expect(await runs(2 * day)).toEqual(one);
    state.now += 2 * 3_600_000;
    const words = ['reports', 'room-nights', '--property', 'MUC', '--period', '2026-01..2026-09'];
    expect(await runs(0, { words, requested: 9 })).toMatchObject({ refreshes: 1 });
  });
});

describe('over a change of daylight saving time', () => {
  it.each([
    ['the end of summer time', 'Europe/Berlin', endOfSummer],
    ['a change by half an hour', 'Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
  ])('%s in %s needs no extra request', async (_, zone, change) => {
    const { runs, state } = await machine(change - 10 * 60_000);
    expect(await runs(0, { zone })).toEqual(one);
    state.now = change + 10 * 60_000;
    expect(await runs(0, { zone })).toEqual(none);
    state.now = change + 55 * 60_000;
    expect(await runs(0, { zone })).toEqual(one);
    // Moving the machine to another time zone changes nothing either.
    expect(await runs(0, { zone: 'America/New_York' })).toEqual(none);
  });
});

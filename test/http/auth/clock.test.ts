import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../../src/http/auth/store/store.ts';
import { runMain } from '../../commands/in-process.ts';
import { type TestContext, testContext } from '../../context.ts';
import { listen } from '../serve.ts';

/** A clock that is two days off, or that is corrected: reports continue, with at most one unnecessary refresh. */
const day = 86_400_000;

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
async function machine() {
  const { url, state } = await platform(Date.UTC(2026, 9, 25, 1));
  const { folders }: TestContext = testContext();
  await createFileStore({ ...testContext(), folders }).write(
    { profile: 'default', authUrl: url, clientId: 'client' },
    { 'refresh-token': 'refresh', 'client-secret': 's' },
  );
  const env = {
    HOTELCTL_BASE_URL: url,
    HOTELCTL_AUTH_URL: url,
    HOTELCTL_CLIENT_ID: 'client',
    HOTELCTL_CREDENTIAL_STORE: 'file',
  };
  return {
    state,
    /** One report, with a clock that is `off` milliseconds ahead; returns the token requests and 401s of this run. */
    async runs(off: number, { period = '2026-09', requested = 1 } = {}) {
      const before = { ...state };
      const run = await runMain(`reports room-nights --property MUC --period ${period} --format csv`, {
        env,
        now: state.now + off,
        replace: { folders },
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
    expect(await runs(0, { period: '2026-01..2026-09', requested: 9 })).toMatchObject({ refreshes: 1 });
  });
});

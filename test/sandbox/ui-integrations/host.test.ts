import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { makeUiIntegrationHost } from '../../../src/sandbox/ui-integrations/host.ts';
import { untrustedFetch } from '../../../src/views/untrusted-fetch.ts';
import { responding, secureServer } from '../../secure-server.ts';
import { clientOf } from '../request-handler.ts';

const now = Date.UTC(2026, 9, 15, 12);
const path = '/integration/v1/ui-integrations';
const hotel = createHotel({ seed: 'integrations', today: '2026-10-15' });
const secureUrl = (url: string) => JSON.stringify({ url, expTimestamp: '2026-10-15T12:10:00Z' });

interface HostOptions {
  readonly ca?: string;
  readonly scopes?: readonly string[];
}

/** The host with a client that holds a token. Bodies are JSON in and out. */
function service({ ca, scopes = ['integration:ui-integrations.manage'] }: HostOptions = {}) {
  const host = makeUiIntegrationHost({
    url: 'http://127.0.0.1:8972',
    hotel,
    random: { bytes: randomBytes },
    registered: [],
    verifyToken: async token => (token === 'good' ? { scopes, subject: 'anna.berger' } : undefined),
    probe: {
      fetch: untrustedFetch({
        clock: { now: () => now },
        interrupted: new AbortController().signal,
        allowPrivateNetwork: true,
        authorities: ca === undefined ? [] : [readFileSync(ca, 'utf8')],
      }),
      now: () => now,
    },
  });
  const send = clientOf(host);
  const ask = async (
    method: string,
    where: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: 'Bearer good' },
  ) => {
    const { body: json, ...received } = await send(where, { method, headers, body });
    return { ...received, json };
  };
  const create = (target: string, body: object) => ask('POST', `${path}/${target}`, body);
  return { ask, create };
}
const view = { label: 'Weather', sourceUrl: 'https://views.example/weather', sourceType: 'Public' };

describe('the UI integration service', () => {
  it('requires a token with its scope', async () => {
    const { ask } = service();
    expect((await ask('GET', path, undefined, {})).status).toBe(401);
    expect((await ask('GET', path, undefined, { authorization: 'Bearer bad' })).status).toBe(401);
    expect((await service({ scopes: ['reports.read'] }).ask('GET', path)).status).toBe(403);
    expect((await ask('GET', path)).headers['Sandbox-Tracking-Id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('creates, lists, gets, replaces and deletes', async () => {
    const { ask, create } = service();
    expect((await ask('GET', path)).status).toBe(204);
    const made = await create('DashboardPropertyContext', { ...view, propertyIds: ['MUC'], code: null });
    expect(made).toMatchObject({ status: 201, json: { id: expect.stringMatching(/^[A-Z]{8}$/) } });
    const { id } = made.json;
    const whole = {
      id,
      target: 'DashboardPropertyContext',
      code: 'DashboardPropertyContext',
      ...view,
      propertyIds: ['MUC'],
    };
    const one = `${path}/DashboardPropertyContext/${id}`;
    expect((await ask('GET', one)).json).toEqual(whole);
    expect((await ask('GET', path)).json).toEqual({ uiIntegrations: [whole], count: 1 });
    expect((await ask('GET', `${path}/DashboardPropertyContext`)).json.count).toBe(1);
    expect((await ask('GET', `${path}/PropertyMenuApps`)).status).toBe(204);
    expect((await ask('GET', `${path}/PropertyMenuApps/${id}`)).status).toBe(404);
    expect((await ask('PUT', one, { ...view, label: 'Wetter' })).status).toBe(204);
    // Replaced completely: the properties are gone, the code stays.
    expect((await ask('GET', one)).json).toEqual({ ...whole, label: 'Wetter', propertyIds: undefined });
    expect((await ask('DELETE', one)).status).toBe(204);
    expect((await ask('DELETE', one)).status).toBe(404);
  });

  it('allows several at one target if URLs and codes differ', async () => {
    const { ask, create } = service();
    const other = { ...view, sourceUrl: 'https://views.example/other' };
    const first = await create('PropertyMenuApps', view);
    expect((await create('PropertyMenuApps', view)).json.messages).toHaveLength(2);
    expect((await create('PropertyMenuApps', { ...view, code: 'b' })).json.messages).toEqual([
      'sourceUrl is that of another integration of PropertyMenuApps',
    ]);
    expect((await create('PropertyMenuApps', other)).json.messages).toEqual([
      'code PropertyMenuApps is taken by another integration of PropertyMenuApps',
    ]);
    const second = await create('PropertyMenuApps', { ...other, code: 'b' });
    expect(second.status).toBe(201);
    // At another target the same is not a conflict.
    expect((await create('PropertyMenuReports', view)).status).toBe(201);
    // The rule applies to a change too, and an integration never conflicts with itself.
    const one = `${path}/PropertyMenuApps/${second.json.id}`;
    expect((await ask('PUT', one, view)).json.messages).toEqual([
      'sourceUrl is that of another integration of PropertyMenuApps',
    ]);
    expect((await ask('PUT', one, other)).status).toBe(204);
    expect((await ask('PUT', one, { ...other, code: 'c' })).json.messages).toEqual(["code can't change"]);
    expect((await ask('PUT', `${path}/PropertyMenuApps/${first.json.id}`, view)).status).toBe(204);
  });

  it('does not test public integrations', async () => {
    const { ask, create } = service();
    const { json } = await create('PropertyMenuApps', view);
    expect(await ask('GET', `${path}/PropertyMenuApps/${json.id}/$test`)).toMatchObject({
      status: 422,
      json: { messages: ['Public integrations cannot be tested.'] },
    });
  });
});

describe('a private integration', () => {
  const endpoint = async () => {
    let respond = responding(secureUrl('https://views.example/v?t=1'));
    const server = await secureServer((request, response) => respond(request, response));
    return {
      ...server,
      registration: {
        label: 'P',
        sourceUrl: `${server.url}/p?token=secret-of-the-test`,
        sourceType: 'Private',
      },
      respondWith: (next: typeof respond) => {
        respond = next;
      },
    };
  };

  it('is really called on create, on change and for $test', async () => {
    const { ca, registration, requests, respondWith } = await endpoint();
    const { ask, create } = service({ ca });
    const { status, json } = await create('PropertyMenuApps', registration);
    expect(status).toBe(201);
    expect(requests.map(({ url }) => url)).toEqual(['/p?token=secret-of-the-test']);
    const one = `${path}/PropertyMenuApps/${json.id}`;
    expect((await ask('GET', `${one}/$test`)).json).toEqual({ success: true });
    expect((await ask('PUT', one, { ...registration, label: 'Q' })).status).toBe(204);
    expect(requests).toHaveLength(3);
    respondWith(responding('{"url": 1}'));
    const tested = await ask('GET', `${one}/$test`);
    expect(tested).toMatchObject({
      status: 200,
      json: {
        success: false,
        errorType: 'ResponseDoesNotMeetJsonSchemaError',
        errorMessage: expect.stringContaining('the body matches the expected schema'),
        receivedResponse: 'url is a number, not a string, expTimestamp is missing',
      },
    });
    // A change that does not pass leaves everything unchanged.
    const refused = await ask('PUT', one, { ...registration, label: 'R' });
    expect(refused.status).toBe(422);
    expect(refused.json.messages).toEqual([
      expect.stringMatching(/^Test suite: the body matches the expected schema: url is .*; return \{"url"/),
    ]);
    expect((await ask('GET', one)).json.label).toBe('Q');
  });
});

describe('the dashboard', () => {
  const embedding = async (ask: ReturnType<typeof service>['ask'], query: string, headers = {}) =>
    ask('GET', `/embedding?${query}`, undefined, headers);

  it('needs no token, shows what is registered, and how many', async () => {
    const { ask, create } = service();
    const empty = await ask('GET', '/', undefined, {});
    expect(empty).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(empty.text).toContain('hotelctl ui-integration create DashboardAccountContext');
    const { json } = await create('PropertyMenuApps', { ...view, label: '<img src=x onerror=alert(1)>' });
    // Without a choice the first target with an integration is shown.
    const { text } = await ask('GET', '/', undefined, {});
    expect(text).toContain('<h1>PropertyMenuApps</h1>');
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toContain('<img');
    expect(text).toContain(`data-view="${json.id}"`);
    expect(text).toContain('<i>1</i>');
  });

  it('responds to no other site, and only to GET', async () => {
    const { ask, create } = service();
    const { json } = await create('PropertyMenuApps', view);
    const query = `target=PropertyMenuApps&view=${json.id}`;
    for (const site of ['cross-site', 'same-site'])
      expect((await embedding(ask, query, { 'sec-fetch-site': site })).status).toBe(403);
    expect((await ask('POST', '/', undefined, {})).status).toBe(405);
  });
});

import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { signedIn } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { runInProcess } from '../run-in-process.ts';
import { responding, secureServer } from '../secure-server.ts';
import { literalExchanges, literalServices } from './literal-responses.ts';
import {
  type LiteralResponse,
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from './recording-server.ts';

// Platforms that differ from what hotelctl assumes where the specification shows nothing: each command says which
// assumption failed, and works after one `profile set`. No import from src/.
const night = '{"totalGrossAmount": {"amount": 100, "currency": "EUR"}}';
const offers = `{"offers": [{
  "ratePlan": {"id": "RP-1", "name": "Flex"},
  "unitGroup": {"id": "UG-1", "name": "Double"},
  "minGuaranteeType": "PM6Hold",
  "availableUnits": 3,
  "totalGrossAmount": {"amount": 200, "currency": "EUR"},
  "cancellationFee": {"code": "F", "fee": {"amount": 0, "currency": "EUR"}},
  "noShowFee": {"code": "N", "fee": {"amount": 0, "currency": "EUR"}},
  "prePaymentGrossAmount": {"amount": 0, "currency": "EUR"},
  "fees": [],
  "timeSlices": [${night}, ${night}],
  "taxDetails": []
}]}`;

let server: RecordingServer;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** A platform whose responses, by path, are these; every other path is unknown. */
const platform = async (responses: Readonly<Record<string, LiteralResponse>>) => {
  server = await recordingServer(({ path }) => responses[path] ?? { status: 404 });
};
const run = (line: string, variables: Readonly<Record<string, string>> = {}) =>
  runInProcess([...line.split(' '), '-v'], {
    folder,
    env: {
      ...signedIn(server.url),
      HOTELCTL_INTEGRATION_URL: server.url,
      HOTELCTL_CONFIG_DIR: join(folder, 'config'),
      HOTELCTL_STATE_DIR: join(folder, 'state'),
      HOTELCTL_MAX_ATTEMPTS: '1',
      ...variables,
    },
  });
/** The assumptions that a case has changed. */
const changed = new Set<string>();
const succeeds = async (line: string) => {
  const [, key] = /^profile set (\S+)/.exec(line) ?? [];
  if (key !== undefined) changed.add(key);
  const { stdout } = await expectExit(run(line), 0);
  return stdout;
};
const quote = () =>
  succeeds(
    'bookings quote --property MUC --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=RP-1,channel-code=Ibe --output quote.json',
  );
const create =
  'bookings create --quote quote.json --booker-last-name Doe --expect-total 200EUR --yes --format json';
const ok = (body: string): LiteralResponse => ({ status: 200, body });
const made = (name: string): LiteralResponse => ({
  status: 201,
  body: `{"${name}": "B-7", "reservationIds": [{"id": "B-7-1"}], "status": "Confirmed"}`,
});

describe('a platform that differs', () => {
  it('in the path of a booking', async () => {
    await platform({
      '/booking/v1/offers': ok(offers),
      '/reservations/v1/bookings': made('id'),
    });
    await quote();
    await expectExit(run(create), 4, /^hint: .*\(assume\.bookings\.path\)/m);
    await succeeds('profile set assume.bookings.path /reservations/v1/bookings');
    expect(JSON.parse(await succeeds(create)).id).toBe('B-7');
  });

  it('in the path of a booking, where another method is served', async () => {
    await platform({
      '/booking/v1/offers': ok(offers),
      '/booking/v1/bookings': { status: 405 },
    });
    await quote();
    await expectExit(run(create), 9, 'the path /booking/v1/bookings (assume.bookings.path)');
  });

  it('in the name of the id of a booking', async () => {
    await platform({
      '/booking/v1/offers': ok(offers),
      '/booking/v1/bookings': made('bookingId'),
    });
    await quote();
    const unknown = await expectExit(
      run(create),
      9,
      'without `id`, which hotelctl assumes (assume.bookings.id)\n  - bookingId: B-7\n  - id: B-7-1\n  - status',
    );
    await succeeds('profile set assume.bookings.id bookingId');
    const key = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(unknown.stderr)?.[0];
    expect(unknown.stderr).toContain(`hotelctl bookings settle ${key} --booking-id ID`);
    await expectExit(run(`bookings resume ${key}`), 9, '(assume.bookings.honorsKeys is unknown)');
    await succeeds('profile set assume.bookings.honorsKeys yes');
    expect(JSON.parse(await succeeds(`bookings resume ${key} --format json`)).id).toBe('B-7');
  });

  it('in the names of a booking request', async () => {
    server = await recordingServer(({ path, body }) => {
      if (path === '/booking/v1/offers') return ok(offers);
      return body.includes('"grossTotal"')
        ? made('id')
        : { status: 422, body: '{"messages": ["Could not find member \'totalAmount\'."]}' };
    });
    await quote();
    await expectExit(run(create), 4, /^hint: .*\(assume\.bookings\.fields\)/m);
    await succeeds('profile set assume.bookings.fields totalAmount=grossTotal');
    expect(JSON.parse(await succeeds(create)).id).toBe('B-7');
    const [slice] = JSON.parse(server.requests.at(-1)?.body ?? '').reservations[0].timeSlices;
    expect(slice).toEqual({ ratePlanId: 'RP-1', grossTotal: { amount: 100, currency: 'EUR' } });
  });
});

interface Difference {
  /** What a user sets after the message: the assumption, which the message names, and its value. */
  readonly set: string;
  readonly command: string;
  readonly respond: (request: RecordedRequest) => LiteralResponse;
  /** The first exit code, and what its message shows besides the assumption. */
  readonly before: readonly [exitCode: 0 | 4 | 6 | 9, had: string];
  readonly after: string;
}

const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=RP-1,channel-code=Ibe';
const listOffers =
  'offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03 --adults 2 --format csv';
const listServices =
  'offers services --rate-plan RP-1 --arrival 2026-12-01 --departure 2026-12-03 --adults 2 --format csv';
const bodyOf = (name: string) => literalExchanges.find(({ report }) => report === name)?.body ?? '';
const otherGross = bodyOf('gross-transactions').replace('"grossAmount"', '"amountGross"');
const nights = bodyOf('room-nights').replace('"number"', '"guests"');
const integration =
  '{"id": "UI-1", "code": "C", "label": "Parking", "sourceUrl": "https://view.example", "sourceType": "Public"}';
const update = 'ui-integration update PropertyMenuApps UI-1 --label Parking';
const oneProperty = '{"properties": [{"id": "MUC", "name": "Munich"}], "count": 1}';
const created: LiteralResponse = { status: 201, body: '{"id": "UI-9"}' };
const otherCase = { status: 422, body: '{"title": "Not valid", "detail": "PUBLIC or PRIVATE"}' };
const noDate = { status: 422, body: '{"errorMessage": "checkIn is required"}' };
const renamed = ok(integration.replace('sourceUrl', 'url'));
const views = ok(`{"uiIntegrations": [${integration}], "count": 1}`);
const register =
  'ui-integration create PropertyMenuApps --label Parking --source-url https://view.example --source-type public';

const differences: readonly Difference[] = [
  {
    set: 'assume.offers.parameters arrival=checkIn,departure=checkOut',
    command: listOffers,
    respond: ({ query }) => (/checkIn=2026-12-01&checkOut=2026-12-03/.test(query) ? ok(offers) : noDate),
    before: [4, 'errorMessage: checkIn is required'],
    after: 'RP-1',
  },
  {
    set: 'assume.offers.fields ratePlan.id=ratePlan.code',
    command: listOffers,
    respond: () => ok(offers.replace('"id": "RP-1"', '"code": "RP-1"')),
    before: [0, '`ratePlan` had: code, name'],
    after: 'RP-1',
  },
  {
    set: 'assume.offers.fields ratePlan.id=ratePlanCode',
    command: `bookings quote --property MUC --reservation ${reservation}`,
    respond: () =>
      ok(offers.replace('"id": "RP-1",', '').replace('"ratePlan"', '"ratePlanCode": "RP-1", "ratePlan"')),
    before: [6, '`ratePlan` had: name'],
    after: 'RP-1',
  },
  {
    set: 'assume.serviceOffers.parameters ratePlanId=ratePlan',
    command: listServices,
    respond: ({ query }) =>
      /(^|&)ratePlan=RP-1/.test(query) ? ok(literalServices) : { status: 400, body: '["ratePlan?"]' },
    before: [4, 'ratePlan?'],
    after: 'SRV-1',
  },
  {
    set: 'assume.serviceOffers.fields service.id=service.code',
    command: listServices,
    respond: () => ok(literalServices.replace('"id"', '"code"')),
    before: [0, '`service` had: code, name, pricingUnit'],
    after: 'RP-1,SRV-1',
  },
  {
    set: 'assume.transactions.fields grossAmount=amountGross',
    command: 'journal map --property MUC --format csv',
    respond: () => ok(otherGross),
    before: [6, 'missing: transactions[].grossAmount (it had: timestamp'],
    after: '8400,Rooms,Revenues',
  },
  {
    set: 'assume.revenues.fields netAmount=net',
    command: 'reports revenues --property MUC --period 2026-10 --format csv',
    respond: () => ok(bodyOf('revenues').replaceAll('"netAmount"', '"net"')),
    before: [0, 'netAmount (it had: account, net, grossAmount, children)'],
    after: '150.5,EUR,170,EUR',
  },
  {
    set: 'assume.taxDetails.fields vatPercent=rate',
    command: 'reports company-invoices-vat --property MUC --period 2026-10 --view taxes --format csv',
    respond: () => ok(bodyOf('company-invoices-vat').replace('"vatPercent"', '"rate"')),
    before: [0, 'it had: vatType, rate, net, tax'],
    after: 'Normal,19,100,EUR,19,EUR',
  },
  {
    set: 'assume.travelPurposes.fields number=guests',
    command: 'reports room-nights --property MUC --period 2026-10 --format csv',
    respond: () => ok(nights),
    before: [0, 'it had: purpose, guests, percent, reservationIds'],
    after: 'travelPurpose,Business,4,100',
  },
  {
    set: 'assume.businessDays.fields businessDay=day',
    command: 'reports property-performance --property MUC --period 2026-10 --by month --format csv',
    respond: () => ok(bodyOf('property-performance').replace('"businessDay":', '"day":')),
    before: [6, 'businessDays[0].businessDay'],
    after: 'MUC,2026-10-01,2026-10-31,2026-10,1,100,',
  },
  {
    set: 'assume.properties.parameters pageNumber=page,pageSize=size',
    command: 'properties list --format csv',
    respond: ({ query }) => (query === 'page=1&size=200' ? ok(oneProperty) : { status: 400 }),
    before: [4, ''],
    after: 'MUC',
  },
  {
    set: 'assume.properties.fields properties=hotels,name=title',
    command: 'properties list --format csv',
    respond: () => ok('{"hotels": [{"id": "MUC", "title": "Munich"}], "count": 1}'),
    before: [6, 'it had: hotels, count'],
    after: 'Munich',
  },
  {
    set: 'assume.properties.path /properties',
    command: 'reports room-nights --all-properties --period 2026-10 --format csv',
    respond: ({ path }) => {
      if (path.endsWith('/room-nights')) return ok('{"total": 4}');
      return path === '/properties' ? ok(oneProperty) : { status: 404 };
    },
    before: [4, ''],
    after: 'MUC,2026,10,total,,4,',
  },
  {
    set: 'assume.uiIntegrations.path /integration/v1/views',
    command: 'ui-integration list --format csv',
    respond: ({ path }) => (path === '/integration/v1/views' ? views : { status: 404 }),
    before: [4, ''],
    after: 'UI-1',
  },
  {
    set: 'assume.uiIntegrations.fields uiIntegrations=items',
    command: 'ui-integration list --format csv',
    respond: () => ok(`{"items": [${integration}]}`),
    before: [6, 'it had: items'],
    after: 'UI-1',
  },
  {
    set: 'assume.uiIntegrations.fields id=integrationId',
    command: register,
    respond: () => ({ status: 201, body: '{"integrationId": "UI-9"}' }),
    before: [9, 'it had: integrationId'],
    after: 'UI-9',
  },
  {
    set: 'assume.uiIntegrations.fields sourceUrl=url',
    command: 'ui-integration get PropertyMenuApps UI-1 --format csv',
    respond: () => renamed,
    before: [0, 'the UI integration UI-1 has no sourceUrl; it had: id, code, label, url, sourceType'],
    after: 'https://view.example',
  },
  {
    set: 'assume.uiIntegrations.fields sourceUrl=url',
    command: update,
    respond: ({ method }) => (method === 'GET' ? renamed : { status: 204 }),
    before: [6, 'nothing was sent'],
    after: '',
  },
  {
    set: 'assume.uiIntegrations.fields success=passed',
    command: 'ui-integration test PropertyMenuApps UI-1 --format json',
    respond: ({ path }) =>
      ok(path.endsWith('$test') ? '{"passed": true}' : integration.replace('Public', 'Private')),
    before: [6, 'it had: passed'],
    after: '"success": true',
  },
  {
    set: 'assume.uiIntegrations.update PATCH',
    command: update,
    respond: ({ method }) =>
      method === 'GET' ? ok(integration) : { status: method === 'PATCH' ? 204 : 405 },
    before: [4, ''],
    after: '',
  },
  {
    set: 'assume.uiIntegrations.names camelCase',
    command: register,
    respond: ({ body }) => (body.includes('"label"') ? created : { status: 422, body: '<h1>label?</h1>' }),
    before: [4, 'label?'],
    after: 'UI-9',
  },
  {
    set: 'assume.uiIntegrations.sourceType PRIVATE',
    command: register,
    respond: ({ body }) => (body.includes('"PUBLIC"') ? created : otherCase),
    before: [4, 'detail: PUBLIC or PRIVATE'],
    after: 'UI-9',
  },
];

describe('a platform that differs in what a response names or refuses', () => {
  it.each(differences)('$set', async ({ set, command, respond, before: [exitCode, had], after }) => {
    const [key = ''] = set.split(' ');
    server = await recordingServer(respond);
    await expectExit(run(command), exitCode, key, had);
    await succeeds(`profile set ${set}`);
    const second = await expectExit(run(command), 0);
    expect(second.stdout).toContain(after);
    expect(second.stderr).not.toContain(key);
  });

  it('assume.bookings.status and assume.bookings.reservationIds', async () => {
    await platform({
      '/booking/v1/offers': ok(offers),
      '/booking/v1/bookings': { status: 200, body: '{"id": "B-7", "reservations": [{"id": "B-7-1"}]}' },
    });
    await quote();
    const assumed = 'status 200; hotelctl assumes 201 (assume.bookings.status)';
    const first = await expectExit(run(create), 9, assumed);
    await succeeds('profile set assume.bookings.status 200');
    await succeeds('profile set assume.bookings.honorsKeys yes');
    const key = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(first.stderr)?.[0];
    const words = '(assume.bookings.reservationIds)\n  - id: B-7\n  - id: B-7-1\n';
    await expectExit(run(`bookings resume ${key} --format json`), 9, words);
    await succeeds('profile set assume.bookings.reservationIds constructor');
    await expectExit(run(`bookings resume ${key} --format json`), 9, 'without `constructor`, which');
    await succeeds('profile set assume.bookings.reservationIds reservations');
    expect(JSON.parse(await succeeds(`bookings resume ${key} --format json`)).id).toBe('B-7');
  });

  it.each([
    ['assume.signIn.pkce', 'off', 'invalid_request', 'code_challenge_method=S256', 'response_type=code'],
    ['assume.signIn.scopes', 'offers.read=offers:read', 'invalid_scope', 'offers.read', 'offers%3Aread'],
  ])('%s', async (key, value, error, before, after) => {
    await platform({});
    const signIn = () =>
      runInProcess('login --paste --no-browser', {
        folder,
        env: {
          HOTELCTL_BASE_URL: server.url,
          HOTELCTL_AUTH_URL: server.url,
          HOTELCTL_CLIENT_ID: 'client',
          HOTELCTL_CLIENT_SECRET: 'client-secret',
          HOTELCTL_CREDENTIAL_STORE: 'file',
          HOTELCTL_CONFIG_DIR: join(folder, 'config'),
          HOTELCTL_STATE_DIR: join(folder, 'state'),
        },
        input: `${server.url}/connect/authorize?error=${error}\n`,
      });
    await expectExit(signIn(), 3, before, new RegExp(`^hint: .*${key}`, 'm'));
    await succeeds(`profile set ${key} ${value}`);
    const second = await signIn();
    expect(second.stderr).toContain(after);
    expect(second.stderr).not.toContain(before);
  });

  it('assume.views.parameters', async () => {
    await platform({});
    const list = 'ui-integration targets --format csv --columns target,appended';
    expect(await succeeds(list)).toContain('PropertyMenuApps,"accountCode, subjectId, propertyId"');
    await succeeds('profile set assume.views.parameters accountCode=account,propertyId=hotel');
    expect(await succeeds(list)).toContain('PropertyMenuApps,"account, subjectId, hotel"');
  });

  it('assume.views.fields', async () => {
    await platform({});
    let view = '';
    const expires = new Date(Date.now() + 600_000).toISOString().replace(/\.\d+Z$/, 'Z');
    const endpoint = await secureServer((request, response) => {
      const isPrivate = request.url?.startsWith('/private');
      responding(isPrivate ? JSON.stringify({ publicUrl: view, expires }) : 'the view')(request, response);
    });
    view = `${endpoint.url}/view`;
    const check = () =>
      run(`ui-integration check ${endpoint.url}/private --allow-private-network --ca ${endpoint.ca}`);
    const first = await expectExit(check(), 10);
    const assumed = 'it has publicUrl, expires; both names are assumed (assume.views.fields)';
    expect(first.stdout.replace(/\s+/g, ' ')).toContain(assumed);
    await succeeds('profile set assume.views.fields url=publicUrl,expTimestamp=expires');
    const second = await check();
    expect([second.exitCode, second.stderr], second.stdout).toEqual([0, expect.anything()]);
  });

  it('the command api shows the names of the platform', async () => {
    server = await recordingServer(() => ok('{"hotels": [], "count": 0}'));
    await succeeds('profile set assume.properties.fields properties=hotels');
    expect(await succeeds('api GET /inventory/v1/properties')).toContain('"hotels"');
  });

  it('doctor --platform shows which assumptions hold', async () => {
    await platform({
      '/inventory/v1/properties': ok('{"hotels": [{"id": "MUC", "name": "Munich"}], "count": 1}'),
      '/booking/v1/offers': ok(offers),
      '/booking/v1/service-offers': ok(literalServices),
      '/reports/v0-nsfw/reports/gross-transactions': ok(otherGross),
      '/reports/v0-nsfw/reports/revenues': ok(bodyOf('revenues')),
      '/.well-known/openid-configuration': ok(
        '{"code_challenge_methods_supported": ["plain", "S256"], "scopes_supported": ["reports.read"]}',
      ),
    });
    const client = { HOTELCTL_AUTH_URL: server.url, HOTELCTL_CLIENT_ID: 'client' };
    const { exitCode, stdout } = await run('doctor --platform --property MUC --format json', client);
    expect(exitCode).toBe(10);
    const findings: Record<'check' | 'outcome' | 'found', string>[] = JSON.parse(stdout).findings;
    // Each is tried, or the finding says why not.
    expect(findings.filter(({ found }) => found.includes(': not tried;'))).toEqual([]);
    const ofViews = findings.find(({ check }) => check === 'assume.views.fields');
    expect(ofViews?.found).toMatch(/not tried, only a view/);
    const outcomes = new Map(findings.map(({ check, outcome }) => [check, outcome]));
    expect(Object.fromEntries(outcomes)).toMatchObject({
      'assume.properties.path': 'skipped',
      'assume.properties.fields': 'fatal',
      'assume.offers.parameters': 'ok',
      'assume.offers.fields': 'ok',
      'assume.serviceOffers.fields': 'ok',
      'assume.transactions.fields': 'warning',
      'assume.revenues.fields': 'ok',
      'assume.travelPurposes.fields': 'fatal',
      'assume.uiIntegrations.path': 'fatal',
      'assume.signIn.pkce': 'ok',
      'assume.signIn.scopes': 'warning',
      'assume.bookings.path': 'skipped',
    });
  });
});

it.each([
  ['a web page', 'sign in to the network with a browser', ok('<html>Welcome to our guest network</html>')],
  ['503 unavailable', 'try again later', { status: 503 }],
  ['(401)', 'set a new token', { status: 401 }],
])('doctor --platform names no assumption to change for %s', async (found, fix, response) => {
  await platform({ '/inventory/v1/properties': response });
  const { stdout } = await run('doctor --platform --property MUC --format json');
  const findings: Record<'check' | 'found' | 'fix', string>[] = JSON.parse(stdout).findings;
  const ofPath = findings.find(({ check }) => check === 'assume.properties.path');
  expect([ofPath?.found, ofPath?.fix]).toEqual([found, fix].map(text => expect.stringContaining(text)));
});

it('has a case for each assumption', async () => {
  await platform({});
  const shown = await succeeds('profile show --assumptions --format json');
  const rows: { assumption: string }[] = JSON.parse(shown);
  expect([...changed].sort()).toEqual(rows.map(({ assumption }) => assumption).sort());
});

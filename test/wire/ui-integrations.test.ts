import { describe, expect, it } from 'vitest';
import { signedIn } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { expectExit, expectSuccess } from '../expect-run.ts';
import type { Run } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { type Line, wordsOf } from '../words.ts';
import {
  type LiteralResponse,
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from './recording-server.ts';

// Typed from platform.md, "UI integration service", and platform-facts, "UI integrations". No import from src/.
const path = '/integration/v1/ui-integrations';
const secret = 'a-token-that-nobody-may-see';
const registered = `{
  "id": "ABCDEFGH",
  "target": "DashboardPropertyContext",
  "code": "weather",
  "label": "Weather",
  "labelTranslations": {"de": "Wetter"},
  "iconSource": "https://views.example/icon.svg?v=2",
  "sourceUrl": "https://views.example/private?token=${secret}",
  "sourceType": "Private",
  "propertyIds": ["MUC", "LND"],
  "roles": ["FrontDesk"]
}`;

let server: RecordingServer;

type Respond = (request: RecordedRequest, count: number) => LiteralResponse;
const run = async (args: Line, respond: Respond | LiteralResponse, input = ''): Promise<Run> => {
  server = await recordingServer(typeof respond === 'function' ? respond : () => respond);
  const env = { ...signedIn(server.url), HOTELCTL_INTEGRATION_URL: server.url, HOTELCTL_MAX_ATTEMPTS: '1' };
  const ended = await runInProcess(wordsOf('ui-integration', args), { env, input });
  expect(ended.stdout + ended.stderr).not.toContain(secret);
  return ended;
};
const created: LiteralResponse = { status: 201, body: '{"id": "X"}' };
const ok = (body: string): LiteralResponse => ({ status: 200, body });
const none: LiteralResponse = { status: 204 };
const view = 'DashboardPropertyContext ABCDEFGH';
const sent = () =>
  server.requests.map(({ method, path: where, query }) => `${method} ${where}${query && `?${query}`}`);

describe('create', () => {
  it('posts the payload with the names of platform.md, and prints the id', async () => {
    const { exitCode, stdout } = await run(
      `create DashboardPropertyContext --label Weather --source-type private --code weather
        --source-url - --property MUC,LND --icon-source https://views.example/i.svg --format csv`,
      { status: 201, body: '{"id": "ABCDEFGH"}' },
      `https://views.example/private?token=${secret}\n`,
    );
    expect(exitCode).toBe(0);
    expect(stdout).toBe('target,id,code\r\nDashboardPropertyContext,ABCDEFGH,weather\r\n');
    expect(sent()).toEqual([`POST ${path}/DashboardPropertyContext`]);
    const [request] = server.requests;
    const headers = { authorization: 'Bearer a-token-of-the-test', 'content-type': 'application/json' };
    expect(request?.headers).toMatchObject(headers);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      Code: 'weather',
      Label: 'Weather',
      IconSource: 'https://views.example/i.svg',
      SourceUrl: `https://views.example/private?token=${secret}`,
      SourceType: 'Private',
      PropertyIds: ['MUC', 'LND'],
    });
  });

  it('omits values that are not given, and accepts the response in either casing', async () => {
    const { stdout } = await run(
      `create PropertyMenuApps --label A --source-url https://views.example/ --source-type public
        --format json`,
      { status: 201, body: '{"Id": "X-1"}' },
    );
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      Label: 'A',
      SourceUrl: 'https://views.example/',
      SourceType: 'Public',
    });
    expect(JSON.parse(stdout)).toEqual([{ target: 'PropertyMenuApps', id: 'X-1', code: 'PropertyMenuApps' }]);
  });

  it('sends new targets and source types, with a warning, and escapes the path', async () => {
    const line = 'create Future/Target --label A --source-url https://views.example/ --source-type Semi';
    const { exitCode, stderr } = await run(line, created);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^warning: hotelctl does not know the target Future\/Target/m);
    expect(stderr).toMatch(/^warning: hotelctl does not know the source type Semi/m);
    expect(sent()).toEqual([`POST ${path}/Future%2FTarget`]);
    expect(JSON.parse(server.requests[0]?.body ?? '').SourceType).toBe('Semi');
  });

  it.each([
    ['private', 'https://views.example/?token=x', undefined, 1],
    ['public', 'https://views.example/?token=x', undefined, 0],
    ['private', 'https://views.example/', undefined, 0],
    ['private', '-', 'https://views.example/?token=x\n', 0],
  ])(
    'and update warn of the secret of a %s URL that other users can read: %s',
    async (type, url, input, count) => {
      const warnings = ({ stderr }: Run) =>
        stderr.match(/^warning: other users of this machine can read a URL's secret/gm)?.length ?? 0;
      const create = `create PropertyMenuApps --label A --source-type ${type} --source-url ${url}`;
      const made = await expectSuccess(run(create, created, input));
      const before = ok(registered.replace('"Private"', JSON.stringify(type)));
      const update = `update PropertyMenuApps X --source-url ${url}`;
      const respond = ({ method }: RecordedRequest) => (method === 'GET' ? before : none);
      const changed = await expectSuccess(run(update, respond, input));
      expect([warnings(made), warnings(changed)]).toEqual([count, count]);
    },
  );
});

describe('list and get', () => {
  it('lists everything, without the values of queries', async () => {
    const listed = ok(`{"uiIntegrations": [${registered}], "count": 1}`);
    const { stdout } = await expectSuccess(run('list --format json', listed));
    expect(sent()).toEqual([`GET ${path}`]);
    expect(JSON.parse(stdout)).toEqual({
      uiIntegrations: [
        {
          ...JSON.parse(registered),
          iconSource: 'https://views.example/icon.svg?v=[redacted]',
          sourceUrl: 'https://views.example/private?token=[redacted]',
        },
      ],
      count: 1,
    });
    const { stderr } = await run('list', ok(`{"uiIntegrations": [${registered}], "Count": 3}`));
    expect(stderr).toContain('warning: the list of UI integrations is not complete: it has 1 of 3\n');
  });

  it("keeps the platform's envelope and its spelling of names in JSON", async () => {
    const body =
      '{"UiIntegrations": [{"Id": "A", "Label": "L", "Custom": {"DE": 1}}], "Count": 1, "Next": null}';
    const { stdout } = await run('list --format json', ok(body));
    expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
    const empty = await run('list --format json', none);
    expect(JSON.parse(empty.stdout)).toEqual({ uiIntegrations: [], count: 0 });
    const names = '"LabelTranslations": {"DE": "Wetter"}';
    const stored = ok(`{"Id": "A", "SourceUrl": "https://views.example/?t=1", ${names}}`);
    const one = await run('get PropertyMenuApps A --format json', stored);
    expect(JSON.parse(one.stdout)).toEqual({
      Id: 'A',
      SourceUrl: 'https://views.example/?t=[redacted]',
      LabelTranslations: { DE: 'Wetter' },
    });
  });

  it('gives a hint about integrations if there is none with that id', async () => {
    const missing = run('get PropertyMenuApps NONE', { status: 404 });
    await expectExit(missing, 4, 'hint: `hotelctl ui-integration list` shows the targets and ids that exist');
  });

  it('lists one target; 204 is no row', async () => {
    expect(await run('list PropertyMenuApps --format csv', none)).toEqual({
      exitCode: 0,
      stdout: 'target,id,code,label,sourceType,sourceUrl,iconSource,propertyIds\r\n',
      stderr: 'no rows\n',
    });
    expect(sent()).toEqual([`GET ${path}/PropertyMenuApps`]);
  });

  it('gets one, also in the casing of platform.md', async () => {
    const pascal = registered.replace(/"[a-z](?=\w+":)/g, start => start.toUpperCase());
    const { stdout } = await run('get DashboardPropertyContext ABCDEFGH --format csv', ok(pascal));
    expect(sent()).toEqual([`GET ${path}/DashboardPropertyContext/ABCDEFGH`]);
    expect(stdout.split('\r\n')[1]).toBe(
      'DashboardPropertyContext,ABCDEFGH,weather,Weather,Private,https://views.example/private?token=[redacted],https://views.example/icon.svg?v=[redacted],MUC;LND',
    );
  });

  it('reports where a response is not as documented', async () => {
    const listed = run('list', ok('{"uiIntegrations": [{"id": 1}]}'));
    await expectExit(listed, 6, 'uiIntegrations[0].id: expected string');
  });
});

describe('update', () => {
  const stored = registered
    .replace('{"de": "Wetter"}', '{"DE": "Wetter", "pt-BR": "Tempo"}')
    .replace('"roles"', '"newField": {"KeptAsItIs": [{"Deep": 1}]}, "Roles"');
  const readThenReplace = ({ method }: RecordedRequest): LiteralResponse =>
    method === 'GET' ? ok(stored) : none;

  it('reads, changes and replaces the whole, without code, id and target, whatever the case of its keys', async () => {
    const line = `update ${view} --label Wetter --all-properties --icon-source ""`;
    const { exitCode, stderr } = await run(line, readThenReplace);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('newField')]);
    const where = `${path}/DashboardPropertyContext/ABCDEFGH`;
    expect(sent()).toEqual([`GET ${where}`, `PUT ${where}`]);
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({
      Label: 'Wetter',
      LabelTranslations: { DE: 'Wetter', 'pt-BR': 'Tempo' },
      SourceUrl: `https://views.example/private?token=${secret}`,
      SourceType: 'Private',
      Roles: ['FrontDesk'],
      newField: { KeptAsItIs: [{ Deep: 1 }] },
    });
  });

  it('sets translations of the label and roles', async () => {
    await run(
      `update ${view} --label-translation "de=Wetter = schön"
        --label-translation pt-BR=Tempo --role Manager --role FrontDesk`,
      readThenReplace,
    );
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({
      LabelTranslations: { de: 'Wetter = schön', 'pt-BR': 'Tempo' },
      Roles: ['Manager', 'FrontDesk'],
    });
  });
});

it('delete requires --yes, and never prompts without a terminal', async () => {
  await expectExit(run('delete PropertyMenuApps X', none), 2);
  expect(server.requests).toHaveLength(0);
  await expectSuccess(run('delete PropertyMenuApps X --yes', none));
  expect(sent()).toEqual([`DELETE ${path}/PropertyMenuApps/X`]);
});

describe('test', () => {
  const testing = (body: string) => (request: RecordedRequest) =>
    ok(request.path.endsWith('$test') ? body : registered);

  it.each([200, 404, 403, 405, 500, 501, 503])(
    'reads the integration, and requests $test also if the response is %i',
    async status => {
      const { stdout } = await expectSuccess(
        run(`test ${view} --format json`, request => ({
          ...testing('{"success": true}')(request),
          ...(request.path.endsWith('$test') ? {} : { status }),
        })),
      );
      expect(JSON.parse(stdout)).toEqual({ success: true });
      const where = `${path}/DashboardPropertyContext/ABCDEFGH`;
      expect(sent()).toEqual([`GET ${where}`, `GET ${where}/$test`]);
    },
  );

  it('shows the refusal of $test if neither exists', async () => {
    const refused = run('test DashboardPropertyContext NONE', { status: 404 });
    await expectExit(refused, 4, 'could not test UI integration NONE: 404 not found');
  });

  it.each([
    [404, '', 'unknown target Lobby\nhint: run `hotelctl ui-integration targets` to see the targets\n'],
    [
      422,
      '{"messages": ["Target Lobby is not one of these"]}',
      'unknown target Lobby\n  - Target Lobby is not',
    ],
    [
      422,
      '{"messages": ["no target window"]}',
      '422 not valid\n  - no target window\nhint: read the messages and correct the request\n',
    ],
  ])('says why a UI integration could not be created (%i %s)', async (status, body, words) => {
    const line = 'create Lobby --label Parking --source-url https://views.example.com/ --source-type public';
    const message = `hotelctl: could not create the UI integration: ${words}`;
    await expectExit(run(line, { status, body }), 4, message);
  });

  it.each([
    ['HttpRequestToPrivateUrlError', 'no 2xx response'],
    ['ResponseDoesNotMeetJsonSchemaError', '"expTimestamp"'],
    ['UrlIsNotValidError', 'valid https:// addresses'],
    ['ResponseContentFromPrivateUrlError', 'in UTC'],
    ['SomethingNewError', 'ui-integration check'],
    ['constructor', 'ui-integration check'],
  ])('%s is exit 10, with all messages and a fix', async (errorType, fix) => {
    const body = {
      success: false,
      errorType,
      errorMessage: 'The response is wrong.',
      errorContent: 'expTimestamp\u001b[31m',
      receivedResponse: `{"url":"https:\\/\\/views.example\\/v?t=${secret}\\u0026x=${secret}"}`,
    };
    const ended = run(`test ${view} --format json`, testing(JSON.stringify(body)));
    const { stdout, stderr } = await expectExit(
      ended,
      10,
      `hotelctl: the platform's test suite did not pass: ${errorType}`,
      '  - The response is wrong.',
      '  - received: {"url":"https://views.example/v?t=[redacted]',
      /^hint: /m,
      fix,
    );
    expect(stderr).not.toContain('\u001b[31m');
    const result = { success: false, errorType, fix: expect.stringContaining(fix) };
    expect(JSON.parse(stdout)).toMatchObject(result);
  });

  it('is a failure if the response has an error and no success, and exit 6 if it has no result', async () => {
    const body = '{"ErrorType": "UrlIsNotValidError", "ReceivedResponse": {"url": "http://x/?y=1"}}';
    await expectExit(run(`test ${view}`, testing(body)), 10, 'received: {"url":"http://x/?y=[redacted]"}');
    await expectExit(run(`test ${view}`, testing('{}')), 6);
  });

  it('redacts a token that the platform repeats without any URL', async () => {
    const body = `{"success": false, "errorType": "UrlIsNotValidError", "errorMessage": "Token ${secret} is wrong."}`;
    const { stdout } = await expectExit(run(`test ${view} --format json`, testing(body)), 10);
    expect(JSON.parse(stdout)).toMatchObject({ errorMessage: 'Token [redacted] is wrong.' });
  });

  const asPublic = ok(registered.replace('"Private"', '"Public"'));
  const message = 'hotelctl: the UI integration ABCDEFGH is public; only private ones can be tested';

  it('refuses a public one without starting a test', async () => {
    const { stderr } = await expectExit(run(`test ${view}`, asPublic), 4);
    expect(stderr.split('\n')[0]).toBe(message);
    expect(sent()).toEqual([`GET ${path}/DashboardPropertyContext/ABCDEFGH`]);
  });

  it('refuses one that was public when it was last seen before any request (exit 2)', async () => {
    server = await recordingServer(() => asPublic);
    const places = { HOTELCTL_INTEGRATION_URL: server.url, HOTELCTL_STATE_DIR: temporaryFolder() };
    const at = (verb: string) =>
      runInProcess(`ui-integration ${verb} ${view}`, { env: { ...signedIn(server.url), ...places } });
    await expectSuccess(at('get'));
    const { stderr } = await expectExit(at('test'), 2);
    expect(stderr.split('\n')[0]).toBe(message);
    expect(sent()).toEqual([`GET ${path}/DashboardPropertyContext/ABCDEFGH`]);
  });
});

import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { type S3Fault, type S3Server, s3Error, startS3Server } from '../../s3-server.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { secureServer } from '../../secure-server.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import type { Line } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/** A real S3 server, with faults in front of it. What kills a run or interrupts it starts the built program. */
let s3: S3Server;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  s3 = await startS3Server();
  env = { ...(await servedHotel(smallHotel('2026-11-21'))).env, ...s3.env };
});

const october = '--property MUC --period 2026-10 --report revenues --report arrivals';
const run = (line: Line, more: Readonly<Record<string, string>> = {}) =>
  runInProcess(line, { env: { ...env, ...more } });
const sync = (more?: Readonly<Record<string, string>>) => run(`sync s3://hotel/lake ${october}`, more);

/** The objects with their content, without the state, which has the time of the run. */
async function objects(): Promise<ReadonlyMap<string, string>> {
  const keys = (await s3.keys()).filter(key => key.endsWith('.parquet'));
  const entry = async (key: string) => [key, (await s3.object(key)).toString('hex')] as const;
  return new Map(await Promise.all(keys.map(entry)));
}

/** Requests of this kind; the server handles all others. */
const on =
  (kind: RegExp, fault: S3Fault): S3Fault =>
  (request, response) =>
    kind.test(`${request.method} ${request.url}`) && fault(request, response);
/** One of them. */
const once = (kind: RegExp, fault: S3Fault): S3Fault => {
  let left = 1;
  return on(kind, (request, response) => left-- > 0 && fault(request, response));
};

const cut: S3Fault = request => {
  request.socket.destroy();
  return true;
};
const silence: S3Fault = () => true;
/** A response that begins and never ends. */
const slow: S3Fault = (_, response) => {
  response.writeHead(503, { 'content-type': 'application/xml', 'content-length': 100 });
  return response.write('<?xml');
};

/** An object whose first bytes arrive. */
const body =
  (then: (socket: Socket) => void): S3Fault =>
  (request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-length': 5000 });
    return response.write('PAR1', () => then(request.socket));
  };

const withoutKeys = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };

describe('a data lake in S3', () => {
  it('has the objects that a folder has as files, encrypted if that is set', async () => {
    const folder = join(temporaryFolder(), 'lake');
    const flags = '--property MUC,LND --period 2026-10 --report property-performance --report revenues';
    await expectSuccess(run(`sync s3://hotel/lake ${flags}`, { HOTELCTL_S3_ENCRYPTION: 'aws:kms' }));
    const writes = s3.requests.filter(request => request.startsWith('PUT'));
    expect(writes.filter(request => !request.includes('x-amz-server-side-encryption=aws:kms'))).toEqual([]);
    await expectSuccess(run(`sync ${folder} ${flags}`));
    const found = await objects();
    expect(found.size).toBe(8);
    for (const [key, content] of found)
      expect(readFileSync(join(dirname(folder), key)).toString('hex'), key).toBe(content);
  });

  it('has one record or report that is refused: the others are verified and synced, and no file is called not recorded', async () => {
    await run(`sync s3://hotel/lake ${october.replace('MUC', 'LND,MUC')}`);
    const denied = s3Error(403, 'AccessDenied', 'Access Denied');
    const verify = () => run('sync verify s3://hotel/lake --format csv --columns check,state,found');
    s3.fail(on(/GET .*property%3DLND.json/, denied));
    const { stdout } = await expectExit(verify(), 10, '1 of 3 checks failed; first: LND');
    expect(stdout).toMatch(
      /\nLND,failed,.*Access Denied \(GetObject .*LND.json.*\r\nMUC arrivals.*passed.*\r\nMUC rev/,
    );
    expect(stdout).not.toContain('not recorded');
    await expectSuccess(sync(), '2 partitions written');
    s3.fail(on(/GET .*prefix=lake%2Farrivals%2F(&|$)/, denied));
    expect((await expectExit(verify(), 10)).stdout).toMatch(/\narrivals,failed,.*Access Denied \(ListObj/);
  });

  it('is fetched once, and again where an object is missing', async () => {
    await run(`sync s3://hotel/lake ${october} --refetch 0d`);
    const again = await run(`sync s3://hotel/lake ${october} --refetch 0d --format json`);
    const unchanged = { propertyId: 'MUC', written: 0, upToDate: 2, failed: 0, error: null };
    expect(JSON.parse(again.stdout)).toEqual([unchanged]);
    const key = [...(await objects()).keys()].find(name => name.includes('/revenues/')) ?? '';
    expect((await fetch(`${s3.url}/hotel/${key}`, { method: 'DELETE' })).status).toBe(204);
    const third = run(`sync s3://hotel/lake ${october} --refetch 0d`);
    await expectSuccess(third, '1 partition written, 1 were up to date, 0 failed');
    expect((await objects()).has(key)).toBe(true);
  });

  it('is the same after a run that was killed at one of its writes', { timeout: 120_000 }, async () => {
    await sync();
    const complete = await objects();
    const writes = s3.requests.filter(request => request.startsWith('PUT')).length;
    expect(writes).toBeGreaterThan(5);
    for (let at = 1; at <= writes; at += counted(8, 1)) {
      const bucket = `s3://hotel/killed-${at}`;
      let [pid, seen] = [0, 0];
      s3.fail(request => {
        if (request.method === 'PUT') seen += 1;
        if (seen < at) return false;
        process.kill(pid, 'SIGKILL');
        return true;
      });
      const running = (started: number) => {
        pid = started;
      };
      expect((await runHotelctl(`sync ${bucket} ${october}`, { env, running })).exitCode).toBeNull();
      s3.fail(undefined);
      await expectSuccess(run(`sync ${bucket} ${october}`));
      const found = [...(await objects())].flatMap(([key, content]) =>
        key.startsWith(`killed-${at}/`) ? [[key.replace(`killed-${at}/`, 'lake/'), content] as const] : [],
      );
      expect(new Map(found)).toEqual(complete);
    }
  });
});

describe('a fault of S3', () => {
  const secret = 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY';
  const denied = 'User hotel is not authorized to perform s3:PutObject';
  it.each<readonly [name: string, exit: number, text: string, fault: S3Fault]>([
    ['403', 4, denied, s3Error(403, 'AccessDenied', denied)],
    ['a message of 8 MB', 4, 'response 403', s3Error(403, 'AccessDenied', 'x'.repeat(8e6))],
    ['a message that is not XML', 4, 'response 403', s3Error(403, '<', '<<')],
    ['503', 5, 'Please reduce your rate', s3Error(503, 'SlowDown', 'Please reduce your rate.')],
    ['a cut connection', 5, 'closed the connection without a response', cut],
    ['no response', 5, 'did not respond within 5 s', silence],
    ['a slow response', 5, 'did not respond within 5 s', slow],
    ['an old token', 3, 'has expired', s3Error(400, 'ExpiredToken', `The token ${secret} has expired`)],
    ['an unknown key', 3, 'does not exist', s3Error(403, 'InvalidAccessKeyId', 'The key does not exist')],
    ['no bucket', 8, 'does not exist', s3Error(404, 'NoSuchBucket', 'The bucket does not exist')],
  ])(
    '%s is exit %i with one line and a hint, and the next run completes it',
    async (_, exitCode, text, fault) => {
      s3.fail(on(/PUT .*revenues/, fault));
      const only = 'sync s3://hotel/lake --property MUC --period 2026-10 --report revenues';
      const limit = [silence, slow].includes(fault) ? ' --timeout 5' : '';
      const failed = await expectFailure(run(`${only}${limit}`, { AWS_SESSION_TOKEN: secret }), exitCode);
      const lines = failed.stderr.trim().split('\n').slice(-2);
      expect(lines[0]).toMatch(/^hotelctl: .*the bucket hotel/);
      expect(lines[0]).toContain(text);
      expect(lines[1]).toMatch(/^hint: /);
      expect(failed.stderr).not.toMatch(/ {4}at |wJalr|Signature|hidden field/);
      expect((await objects()).size).toBe(0);
      s3.fail(undefined);
      await expectSuccess(run(only));
      expect((await objects()).size).toBe(1);
    },
  );

  it.each<readonly [name: string, exit: number, text: string, fault: S3Fault]>([
    ['503', 5, 'Please reduce your rate', s3Error(503, 'SlowDown', 'Please reduce your rate.')],
    ['a request that is too slow', 5, 'not read', s3Error(400, 'RequestTimeout', 'The socket was not read')],
    ['a body that is cut off', 5, 'broke before the response was complete', body(socket => socket.destroy())],
    ['a body that does not end', 5, 'did not respond within 5 s', body(() => {})],
    ['403', 10, '2 of 2 checks failed', s3Error(403, 'AccessDenied', denied)],
  ])('%s is exit %i of sync verify, and no missing file', async (_, exitCode, text, fault) => {
    await sync();
    s3.fail(on(/GET .*parquet/, fault));
    const { stdout } = await expectExit(run('sync verify s3://hotel/lake --timeout 5'), exitCode, text);
    expect(stdout).not.toContain('is missing');
    if (exitCode === 10) expect(stdout.replace(/\s+/g, ' ')).toContain(denied);
  });

  const endpoint = '<Endpoint>hotel.s3-eu-west-1.amazonaws.com</Endpoint>';
  const region = '<Region>eu-west-3</Region>';
  it.each([
    [403, 'RequestTimeTooSkewed', 3, 'check the clock of this machine'],
    [403, 'InvalidObjectState', 4, 'restore the object'],
    [400, 'KMS.DisabledException', 8, 'check the key of HOTELCTL_S3_ENCRYPTION'],
    [301, 'PermanentRedirect', 8, 'set AWS_REGION to the region of the bucket'],
    [301, 'PermanentRedirect', 8, 'set AWS_REGION=eu-south-1', { 'x-amz-bucket-region': 'eu-south-1' }],
    [301, `P</Code>${endpoint}<Code>`, 8, 'set AWS_REGION=eu-west-1'],
    [400, `AuthorizationHeaderMalformed</Code>${region}<Code>`, 8, 'set AWS_REGION=eu-west-3'],
  ])('%i %s is exit %i with a hint of its own', async (status, code, exitCode, hint, headers?: object) => {
    s3.fail(s3Error(status, code, 'Not now.', headers));
    await expectFailure(sync(), exitCode, 'Not now (ListObjectsV2 lake/_hotelctl/)', `hint: ${hint}`);
  });

  it.each([
    [400, 'ExpiredToken', 'renew the credentials'],
    [403, 'AccessDenied', 'allow s3:ListBucket'],
    [503, 'SlowDown', 'run the command again'],
  ])('%i %s of one partition is exit 7 with its object and its hint', async (status, code, hint) => {
    s3.fail(on(/PUT .*revenues/, s3Error(status, code, 'Not now.')));
    const line = /MUC revenues 2026-10: .* Not now \(PutObject lake\/revenues\/accounts\/.*parquet\)/;
    await expectFailure(sync(), 7, '1 of 2 partitions failed', line, `hint: ${hint}`);
  });

  it('that loses the connection fails the properties that are left, without a request of them', async () => {
    s3.fail(on(/PUT .*LND.*parquet/, cut));
    const flags = '--property MUC,LND,TYO --period 2026-10 --report revenues --concurrency 1';
    const ended = run(`sync s3://hotel/lake ${flags}`);
    await expectFailure(ended, 7, '1 partition written', '2 of 3 properties', '  - LND, TYO: ');
    expect(s3.requests.filter(request => request.includes('TYO'))).toEqual([]);
  });

  it('that passes is tried again', async () => {
    s3.fail(once(/PUT .*revenues/, s3Error(503, 'SlowDown', 'slow down')));
    await expectSuccess(sync());
    s3.fail(once(/PUT .*revenues/, cut));
    await expectSuccess(sync());
  });

  const always = (kind: RegExp, headers: Record<string, string>, body: string): S3Fault =>
    on(kind, (request, response) => {
      request.resume();
      response.writeHead(200, headers).end(body);
      return true;
    });
  it.each([
    ['says 200 to everything, with a page', always(/./, { 'content-type': 'text/html' }, '<html></html>')],
    ['says 200 to everything, with nothing', always(/./, {}, '')],
    ['has a page in place of the state', always(/GET .*_hotelctl/, { etag: '"1"' }, '<html></html>')],
    ['says 200 to writes without writing', always(/PUT/, { etag: '"1"' }, '')],
  ])('is exit 6 if the host %s', async (_, fault) => {
    s3.fail(fault);
    const { stderr } = await expectExit(sync(), 6);
    expect(stderr).not.toContain('partition written');
    s3.fail(undefined);
    expect(await s3.keys()).toEqual([]);
  });

  it('is exit 6 for a response to a write of more than 16 MiB, with a hint about the endpoint', async () => {
    s3.fail(always(/PUT/, { etag: '"1"' }, 'x'.repeat(17 << 20)));
    const { stderr } = await expectExit(sync(), 6);
    expect(stderr).toMatch(/larger than 16 MiB\nhint: check AWS_ENDPOINT_URL_S3/);
  });

  it('is exit 6 for a list that never ends, with ever new tokens', async () => {
    let page = 0;
    s3.fail((request, response) => {
      page += 1;
      const list = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>page-${page}</NextContinuationToken></ListBucketResult>`;
      return always(/GET .*list-type=2/, { 'content-type': 'application/xml' }, list)(request, response);
    });
    await expectFailure(run('sync verify s3://hotel/lake'), 6, 'the list of the bucket hotel does not end');
  });

  it('is exit 2 for an endpoint without a scheme, and if TLS is not verified', async () => {
    const endpoint = { AWS_ENDPOINT_URL_S3: s3.url.replace('http://', '') };
    await expectFailure(sync(endpoint), 2, 'AWS_ENDPOINT_URL_S3 must be a URL that begins with https://');
    const credentials = { ...withoutKeys, AWS_CONTAINER_CREDENTIALS_FULL_URI: s3.url };
    const insecure = { ...credentials, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    await expectFailure(sync(insecure), 2, 'NODE_TLS_REJECT_UNAUTHORIZED=0 would allow');
    expect(s3.requests).toEqual([]);
  });

  it('is exit 3 for a host of credentials with an unknown certificate', async () => {
    const host = await secureServer(() => {});
    const ended = sync({
      ...withoutKeys,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${host.url}/keys`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'container-token',
    });
    await expectFailure(ended, 3, 'hint: renew the credentials');
  });

  it('starts credential_process without the secrets of hotelctl and of the database', async () => {
    const seen = join(temporaryFolder(), 'environment');
    const keys = '{\\"Version\\":1,\\"AccessKeyId\\":\\"S3RVER\\",\\"SecretAccessKey\\":\\"S3RVER\\"}';
    const config = `[default]\ncredential_process = sh -c "env > ${seen}; printf '%s' '${keys}'"\n`;
    const AWS_CONFIG_FILE = temporaryFile('config', config);
    const secrets = { HOTELCTL_CLIENT_SECRET: 'client-secret-canary', PGPASSWORD: 'database-canary' };
    await expectSuccess(sync({ ...withoutKeys, AWS_CONFIG_FILE, ...secrets }));
    const names = readFileSync(seen, 'utf8');
    expect(names).toContain('AWS_CONFIG_FILE=');
    expect(names).not.toMatch(/HOTELCTL_|canary/);
  });

  it('is exit 3 without credentials, and without a region exit 8', async () => {
    await expectFailure(sync(withoutKeys), 3, /credentials.*\nhint: renew the credentials/);
    await expectFailure(sync({ AWS_ENDPOINT_URL_S3: '' }), 8, 'hint: set AWS_REGION');
    expect(s3.requests).toEqual([]);
  });

  it('ends with Ctrl-C', async () => {
    const arrived = new Promise<void>(resolve => {
      s3.fail(() => {
        resolve();
        return true;
      });
    });
    const settings = { ...env, HOME: temporaryFolder() };
    const program = startHotelctl(`sync s3://hotel/lake ${october}`, { env: settings });
    await arrived;
    program.signal('SIGINT');
    await expectExit(program.ended, 130);
  });
});

describe('two machines with the same property', () => {
  const state = /PUT .*_hotelctl/;
  const changed = s3Error(412, 'PreconditionFailed', 'At least one of the conditions did not hold');

  it('stop when the state of the other one is found, with exit 5', async () => {
    s3.fail(once(state, changed));
    const message = 'another machine has written lake/_hotelctl/property=MUC.json in the bucket hotel';
    await expectFailure(sync(), 5, message);
    expect(await s3.keys()).toEqual([]);
  });

  it('are not assumed when the response to an own write was lost', async () => {
    await sync();
    const before = (await s3.object('lake/_hotelctl/property=MUC.json')).toString();
    expect(before).toContain('revenues');
    // The same content again: as if a first attempt had been carried out.
    let content = '';
    s3.fail((request, response) => {
      if (request.method === 'GET' && request.url?.includes('_hotelctl') && content !== '') {
        response.writeHead(200, { etag: '"own"' }).end(content);
        content = '';
        return true;
      }
      if (!state.test(`${request.method} ${request.url}`) || request.headers['if-match'] === '"own"')
        return false;
      request.setEncoding('utf8').on('data', (text: string) => {
        content += text;
      });
      request.on('end', () => changed(request, response));
      return true;
    });
    await expectSuccess(sync());
  });

  it('are not found on a server without conditions, which gets none after the first', async () => {
    const unknown = s3Error(501, 'NotImplemented', 'A header is not implemented');
    s3.fail((request, response) => {
      const isConditional = request.headers['if-none-match'] || request.headers['if-match'];
      return isConditional ? unknown(request, response) : false;
    });
    await expectSuccess(sync());
    expect(s3.requests.filter(request => / if-/.test(request))).toHaveLength(1);
  });
});

describe('a report with --output s3://', () => {
  const report =
    'reports room-nights --property MUC --month 10 --year 2026 --format csv --output s3://hotel/out.csv';
  const large = async () => {
    const entry = { countryCode: 'x'.repeat(100_000), number: 1, percent: 1 };
    const body = JSON.stringify({ total: 1, nationalityBreakdown: Array(90).fill(entry) });
    const { url } = await localServer((_, response) => response.end(body));
    env = { ...signedIn(url), ...s3.env };
  };

  it('is one object, equal to the file', async () => {
    const { stdout } = await run(report.replace('s3://hotel/out.csv', '-'));
    expect(await run(report)).toMatchObject({ exitCode: 0, stdout: '' });
    expect((await s3.object('out.csv')).toString()).toBe(stdout);
    await expectSuccess(run(report.replace('out.csv', '{property}/{period}.csv')));
    expect(await s3.keys()).toEqual(['MUC/2026-10.csv', 'out.csv']);
  });

  it('is sent in parts if it is large, and the parts of a killed run are removed before', async () => {
    await large();
    const left = `<ListMultipartUploadsResult><Upload><Key>out.csv</Key><UploadId>left</UploadId></Upload>
      <Upload><Key>out.csv.old</Key><UploadId>other</UploadId></Upload></ListMultipartUploadsResult>`;
    s3.fail((request, response) => {
      if (request.method === 'GET' && request.url?.includes('uploads')) response.end(left);
      else if (request.method === 'DELETE') response.writeHead(204).end();
      else return false;
      return true;
    });
    await expectSuccess(run(report));
    expect(s3.requests.map(request => request.replace(/uploadId=\d\w+/, 'uploadId=NEW'))).toEqual([
      expect.stringMatching(/^GET \/hotel\/?\?uploads/),
      expect.stringMatching(/^DELETE \/hotel\/out.csv.*uploadId=left/),
      expect.stringMatching(/^POST \/hotel\/out.csv\?uploads/),
      expect.stringMatching(/^PUT .*partNumber=1$/),
      expect.stringMatching(/^PUT .*partNumber=2$/),
      expect.stringMatching(/^POST \/hotel\/out.csv\?uploadId=/),
      'HEAD /hotel/out.csv',
    ]);
    const { stdout } = await run(report.replace('s3://hotel/out.csv', '-'));
    expect((await s3.object('out.csv')).equals(Buffer.from(stdout))).toBe(true);
  });

  it('keeps the old object if a part fails, and its upload is aborted', async () => {
    await expectSuccess(run(report));
    const before = await s3.object('out.csv');
    await large();
    s3.fail(on(/partNumber=2/, s3Error(503, 'SlowDown', 'slow down')));
    await expectFailure(run(report), 5);
    expect(s3.requests.at(-1)).toMatch(/^DELETE \/hotel\/out.csv.*uploadId=/);
    s3.fail(undefined);
    expect((await s3.object('out.csv')).equals(before)).toBe(true);
  });
});

it.each([
  ['gs://hotel/lake', 'AWS_ENDPOINT_URL_S3=https://storage.googleapis.com'],
  ['az://hotel/lake', 'azcopy sync'],
  ['abfss://data@hotel.dfs.core.windows.net/lake', 'azcopy sync'],
  ['https://hotel.s3.amazonaws.com/lake?X-Amz-Signature=secret-signature', 'use a file or s3://BUCKET/KEY'],
  ['constructor://hotel/lake', 'use a file or s3://BUCKET/KEY'],
  ['s3://hotel/lake?X-Amz-Signature=secret-signature', 'for example s3://hotel-data/lake'],
  ['s3://hotel/../lake', 'for example s3://hotel-data/lake'],
])('%s is refused with exit 2, for sync and for --output, and nothing is sent', async (address, hint) => {
  for (const line of [
    ['sync', address, '--property', 'MUC'],
    ['reports', 'arrivals', '--property', 'MUC', '--month', '10', '--year', '2026', '--output', address],
    ['api', '/reports/v0/reports/x', '--output', address],
  ]) {
    const { stderr } = await expectFailure(runMain(line, { env }), 2, hint);
    expect(stderr).not.toContain('secret-signature');
  }
  expect(s3.requests).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reports } from '../../../src/platform/reports/index.ts';
import { openLake } from '../../../src/reports/lake/lake.ts';
import { openFolder } from '../../../src/reports/lake/lake-folder.ts';
import { isInShard, readShard } from '../../../src/reports/lake/sync-plan.ts';
import { main } from '../../../src/start/main.ts';
import { filesBelow, temporaryFolder, testContext } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { fakePorts } from '../../http/serve.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { hotelWith } from './hotel-with.ts';
import { runOn } from './run-sync.ts';

async function lake(today = '2026-11-21') {
  const hotel = smallHotel(today);
  const { env, requests } = await servedHotel(hotel);
  const target = join(temporaryFolder(), 'lake');
  const run = (flags: string, now = today) => runOn(now, `sync ${target} ${flags}`, env);
  /** Requests for reports since the last call, as `report property`. */
  const sent = () =>
    requests
      .splice(0)
      .flatMap(url => /reports\/([a-z-]+)\?.*propertyId=(\w+)/.exec(url)?.slice(1).join(' ') ?? []);
  return { target, run, sent, env };
}

describe('a data lake', () => {
  it('has every view of every report, which DuckDB reads by property and period', async () => {
    const { target, run } = await lake();
    const ended = run('--property MUC,LND --period 2026-10 --service MUC-BRKF');
    const summary = '2 properties: 16 partitions written, 0 were up to date, 0 failed';
    const { stdout } = await expectSuccess(ended, summary);
    expect(stdout).toBe('');
    for (const { name, views } of reports) {
      for (const view of views) {
        const rows = await duckRows(
          `select property, period, count(*) as n from read_parquet('${target}/${name}/${view}/*/*/data.parquet', hive_partitioning = true)
           where "propertyId" = property group by all order by property`,
        );
        expect(rows.length, `${name} ${view}`).toBeGreaterThan(0);
        expect(rows[0]).toMatchObject({ period: '2026-10' });
      }
    }
  });

  it('names a month of which the platform sent only some days, and has no partition of a list that is not complete', async () => {
    const env = await hotelWith('MUC', text =>
      text
        .replace(/"soldCount":\d+/, '"soldCount":1')
        .replace(/"count":(\d+)/, (_, count) => `"count":${Number(count) + 1}`),
    );
    const target = temporaryFolder();
    const reports = '--report property-performance --report company-invoices-vat';
    const line = `sync ${target} --property MUC,LND --period 2026-10 ${reports}`;
    await expectExit(
      runOn('2026-11-21', line, env),
      7,
      /^warning: MUC 2026-10: .* do not add up .*: soldCount \d+ instead of 1$/m,
      '2 properties: 3 partitions written, 0 were up to date, 1 of 4 partitions failed',
      / {2}- MUC .*: the company-invoices-vat report is not complete: count is \d+, but/,
    );
    const files = readdirSync(join(target, 'company-invoices-vat'), { recursive: true, encoding: 'utf8' });
    expect(files.filter(file => file.includes('=MUC') && file.endsWith('.parquet'))).toEqual([]);
    expect(files).toContain('invoices/property=LND/period=2026-10/data.parquet');
  });

  it('names the months of which the platform has no figures', async () => {
    const env = await hotelWith('LND', () => '');
    const line = `sync ${temporaryFolder()} -q --property MUC,LND --period 2026-08..2026-10 --report property-performance`;
    const warning = 'warning: LND: no figures for 2026-08, 2026-09, 2026-10\n';
    expect(await expectSuccess(runOn('2026-11-21', line, env))).toMatchObject({ stderr: warning });
  });

  it('contains the same rows as the report itself', async () => {
    const { target, run, env } = await lake();
    await run('--property MUC --period 2026-10 --report property-performance --report gross-transactions');
    for (const [name, view] of [
      ['property-performance', 'unit-groups'],
      ['gross-transactions', 'taxes'],
    ]) {
      const file = join(target, 'direct.parquet');
      const words = `reports ${name} --view ${view} --property MUC --period 2026-10 --output ${file}`;
      await expectSuccess(runOn('2026-11-21', words, env));
      const partition = `${target}/${name}/${view}/property=MUC/period=2026-10/data.parquet`;
      const select = (path: string) => `select * from read_parquet('${path}', hive_partitioning = false)`;
      const [difference] = await duckRows(
        `select (select count(*) from (${select(file)})) as rows,
           (select count(*) from (${select(file)} except all ${select(partition)})) as missing,
           (select count(*) from (${select(partition)} except all ${select(file)})) as added`,
      );
      expect(difference).toMatchObject({ missing: '0', added: '0' });
      expect(Number(difference?.['rows'])).toBeGreaterThan(0);
    }
  });

  it('prints a summary of each property with --format', async () => {
    const { run } = await lake();
    const flags = '--property MUC,NOPE --period 2026-10 --report revenues --report arrivals';
    const { stdout } = await expectExit(run(`${flags} --format json`), 7);
    expect(JSON.parse(stdout)).toEqual([
      { propertyId: 'MUC', written: 2, upToDate: 0, failed: 0, error: null },
      { propertyId: 'NOPE', written: 0, upToDate: 0, failed: 2, error: expect.stringContaining('NOPE') },
    ]);
  });

  it('fetches closed months once, open months and the last 35 days again', async () => {
    const { run, sent } = await lake();
    const flags = '--property MUC --period 2026-08..2026-11 --report revenues';
    await run(flags);
    expect(sent()).toHaveLength(4);
    await expectSuccess(run(flags), '2 partitions written, 2 were up to date');
    expect(sent()).toHaveLength(2);
    await expectSuccess(run(flags, '2026-12-06'), '2 partitions written, 2 were up to date');
    sent();
    await run(`${flags} --refetch 100d`);
    expect(sent()).toHaveLength(4);
  });

  it('fetches a partition again if its file is missing, and everything if the state is removed', async () => {
    const { target, run, sent } = await lake();
    const flags = '--property MUC --period 2026-07..2026-08 --report revenues';
    await run(flags);
    sent();
    rmSync(join(target, 'revenues/accounts/property=MUC/period=2026-07/data.parquet'));
    await run(flags);
    expect(sent()).toHaveLength(1);
    rmSync(join(target, '_hotelctl/property=MUC.json'));
    await run(flags);
    expect(sent()).toHaveLength(2);
  });

  it('leaves no temporary file behind if one view of a report cannot be written', async () => {
    const { target, run } = await lake();
    mkdirSync(join(target, 'property-performance'), { recursive: true });
    writeFileSync(join(target, 'property-performance/unit-groups'), '');
    const ended = run('--property MUC --period 2026-10 --report property-performance');
    await expectFailure(ended, 8, 'unit-groups');
    const names = filesBelow(target).map(file => basename(file));
    expect(names.sort()).toEqual(['property=MUC.json', 'unit-groups']);
  });

  it('refuses a state that it did not write, and one that is not a file', async () => {
    const { target, run, sent } = await lake();
    const flags = '--property MUC --period 2026-07 --report revenues';
    const state = join(target, '_hotelctl/property=MUC.json');
    await run(flags);
    const written = readFileSync(state, 'utf8');
    for (const content of [
      'null',
      '<html>',
      '{"version":1,"property":"MUC","partitions":{}}',
      written.replace('"property": "MUC"', '"property": "LND"'),
      written.replace('"revenues/accounts/', '"../../accounts/'),
    ]) {
      sent();
      writeFileSync(state, content);
      const hint = 'or remove that file to fetch everything again';
      await expectFailure(run(flags), 6, 'is not a state of format 3 that hotelctl wrote', hint);
      expect(sent()).toEqual([]);
    }
    rmSync(state);
    execFileSync('mkfifo', [state]);
    await expectFailure(run(flags), 8, 'cannot be read: it is not a regular file');
  });

  it('writes a partition again that was cut off, and verify names each file that is not as it was written', async () => {
    const { target, run, env } = await lake();
    const flags = '--property MUC --period 2026-07 --report revenues --report arrivals';
    await run(flags);
    const verification = `sync verify ${target} --format csv --no-header --columns check,state,found`;
    const verify = (more: Readonly<Record<string, string>> = {}) =>
      runMain(verification, { env: { ...env, ...more } });
    const passed = await expectSuccess(verify());
    const rows = /^MUC arrivals\/2026-07,passed,\d+ rows in \d files\r\nMUC revenues\/2026-07,passed,/;
    expect(passed.stdout).toMatch(rows);
    const file = 'revenues/accounts/property=MUC/period=2026-07/data.parquet';
    const path = join(target, file);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.from(bytes).fill(0, 100, 101));
    const changed = await expectExit(verify(), 10, 'hint: remove this file, then run `hotelctl sync` again');
    expect(changed.stdout).toContain(`${file} was changed`);
    await expectSuccess(run(flags), '0 partitions written');
    rmSync(path);
    await expectSuccess(run(flags), '1 partition written');
    await expectSuccess(verify());
    truncateSync(path, 100);
    expect((await expectExit(verify(), 10)).stdout).toContain(`${file} has 100 bytes, not ${bytes.length}`);
    await expectSuccess(run(flags), '1 partition written, 1 were up to date');
    expect(readFileSync(path)).toEqual(bytes);
    rmSync(path);
    expect((await expectExit(verify(), 10)).stdout).toContain(`${file} is missing`);
    await run(flags);
    writeFileSync(path.replace('data', 'copy'), bytes);
    const copied = await expectExit(verify(), 10, '1 of 3 checks failed');
    expect(copied.stdout).toContain(`${file.replace('data', 'copy')},failed,is not recorded`);
    const other = 'has the reports of the host 127.0.0.1';
    await expectFailure(verify({ HOTELCTL_BASE_URL: 'https://other.example.com' }), 4, other);
    await expectFailure(runMain(`sync verify ${target}x`, { env }), 4, 'there is no folder');
    writeFileSync(join(target, '_hotelctl/property=LND.json'), '{');
    const damaged =
      /^LND,failed,_hotelctl\/property=LND\.json is not a state .*\r\nMUC arrivals\/2026-07,passed/;
    expect((await expectExit(verify(), 10, 'remove that file')).stdout).toMatch(damaged);
    const records = join(target, '_hotelctl');
    rmSync(records, { recursive: true });
    symlinkSync('_hotelctl', records);
    await expectExit(verify(), 8, `${records} cannot be read: ELOOP`);
    rmSync(records);
    expect((await expectExit(verify(), 10)).stdout).toContain(`${file},failed,is not recorded`);
    const empty = temporaryFolder();
    const nothing = await expectExit(runMain(`sync verify ${empty}`, { env }), 10);
    expect(nothing.stderr).toContain(`there are no partitions to verify in ${empty}\nhint: check the folder`);
  });

  it('that was there and is empty, as without its disk, is not begun again', async () => {
    const { target, env } = await lake();
    const context = testContext({ env });
    const sync = `sync ${target} --property MUC --period 2026-07 --report revenues`;
    const run = (line: string) => runOn('2026-11-21', line, env, context);
    await expectSuccess(run(sync));
    renameSync(target, `${target}-unmounted`);
    mkdirSync(target);
    const gone = `${target} had a data lake, of which nothing is left\nhint: mount its disk`;
    for (const line of [sync, `sync verify ${target}`]) await expectFailure(run(line), 8, gone);
    rmSync(target, { recursive: true });
    await expectExit(run(sync), 8);
    expect(existsSync(target)).toBe(false);
    mkdirSync(join(target, '_hotelctl'), { recursive: true });
    await expectSuccess(run(sync));
  });

  it('belongs to one host and one client: others are refused, also with a property that is new in it', async () => {
    const { target, env } = await lake();
    const client = (name: string, own = env) => ({ ...own, HOTELCTL_CLIENT_ID: name });
    const sync = (property: string, own: typeof env) =>
      runOn('2026-11-21', `sync ${target} --property ${property} --period 2026-07 --report revenues`, own);
    await expectSuccess(sync('MUC', client('ours')));
    const other = await servedHotel(smallHotel('2026-11-21'));
    for (const property of ['MUC', 'TYO']) {
      await expectFailure(sync(property, client('ours', other.env)), 4, 'reports of the host 127.0.0.1:');
      await expectFailure(sync(property, client('theirs')), 4, 'has the reports of the client ours');
    }
    await expectSuccess(sync('TYO', client('ours')));
  });

  it('continues if the id of a property is too long for the name of a folder', async () => {
    const long = `M${'x'.repeat(300)}`;
    const target = join(temporaryFolder(), 'lake');
    const env = await hotelWith('', text => text.replaceAll('"id":"LND"', `"id":"${long}"`));
    const line = `sync ${target} --all-properties --report revenues --period 2026-10`;
    const failed = / {2}- Mx+.*: the property id Mx+… is too long for the name of a folder/;
    await expectExit(runOn('2026-11-21', line, env), 7, '2 partitions written', failed);
  });

  it('has the same lock for every path of its folder', async () => {
    const { target } = await lake();
    const context = testContext();
    const owner = { host: 'api.example.com', client: undefined };
    mkdirSync(target);
    symlinkSync(target, `${target}-link`);
    const one = await openLake(await openFolder(target), owner, context);
    const others = [relative(process.cwd(), target), `${target}/`, `${target}-link`];
    for (const path of others) {
      const other = await openLake(await openFolder(path), owner, context);
      const waiting = one.withProperty('MUC', async () => {
        const second = other.withProperty('MUC', async () => 'second').catch(error => error.message);
        await context.clock.asleep();
        await context.clock.advance(120_000);
        return second;
      });
      expect(await waiting).toMatch(/has held a lock for more than/);
    }
  });

  it('keeps what two machines record of a property at the same time', async () => {
    const target = temporaryFolder();
    const server = await localServer(async (request, response) => {
      if (request.url?.includes('/room-nights')) await expectSuccess(run('bed-nights'));
      response.end('{"total": 3}');
    });
    const env = signedIn(server.url);
    const run = (report: string) =>
      runOn('2026-11-21', `sync ${target} --property MUC --period 2026-07 --report ${report}`, env);
    await expectSuccess(run('room-nights'));
    const { stdout } = await expectSuccess(runMain(`sync verify ${target} --format csv`, { env }));
    expect(stdout.match(/(bed|room)-nights\/2026-07,passed/g)).toHaveLength(2);
  });

  it('reads a month through a link, and names a folder in the place of a file beside the other months', async () => {
    const { target, run } = await lake();
    const flags = '--property MUC --period 2026-06..2026-07 --report revenues';
    await run(flags);
    const month = join(target, 'revenues/accounts/property=MUC/period=2026-06');
    renameSync(month, `${target}-moved`);
    symlinkSync(`${target}-moved`, month);
    await expectSuccess(run(flags), '0 partitions written, 2 were up to date');
    rmSync(join(month, 'data.parquet'));
    mkdirSync(join(month, 'data.parquet'));
    const failed = `MUC revenues 2026-06: ${month}/data.parquet is a folder, not a file`;
    await expectExit(run(flags), 7, '1 of 2 partitions failed', failed, 'hint: move it out of the data lake');
  });

  it('does not fetch again in the next attempt of a job what an earlier one has fetched', async () => {
    const sent: string[] = [];
    const server = await localServer(({ url = '' }, response) => {
      if (url.includes('/inventory/') || sent.push(url) === 2) return response.writeHead(404).end();
      return response.end('{"total": 3}');
    });
    const line = `sync ${temporaryFolder()} --property MUC --period 2026-11 --report room-nights --report bed-nights`;
    const run = (due: string) => runOn('2026-11-21', line, { ...signedIn(server.url), HOTELCTL_AS_OF: due });
    await expectExit(run('2026-11-21T11:00:00Z'), 7);
    for (const _attempt of [2, 3])
      await expectSuccess(run('2026-11-21T11:00:00Z'), '2 partitions written, 0 were up to date');
    expect(sent).toHaveLength(3);
    // The open month is fetched again by a command without a job, and by a job that is a day late.
    await expectSuccess(run(''), '2 partitions written');
    await expectSuccess(run('2026-11-20T11:00:00Z'), '2 partitions written');
  });
});

describe('shards', () => {
  const properties = Array.from({ length: 1000 }, (_, index) => `H${index}`);

  it.each([1, 2, 7, 16])('%i of them contain every property exactly once, evenly distributed', count => {
    const shards = Array.from({ length: count }, (_, index) =>
      properties.filter(property => isInShard(property, { index: index + 1, count })),
    );
    expect(shards.flat().sort()).toEqual([...properties].sort());
    for (const shard of shards) expect(Math.abs(shard.length - 1000 / count)).toBeLessThan(40);
    // The same ones in every version.
    const known = ['MUC', 'LND', 'TYO'].filter(property => isInShard(property, { index: 1, count: 2 }));
    expect(known).toEqual(['LND']);
  });

  it('are set by the flag, by HOTELCTL_SHARD, or by a Kubernetes Indexed Job', () => {
    const job = { JOB_COMPLETION_INDEX: '0', HOTELCTL_SHARDS: '16' };
    expect(readShard('2/3', { HOTELCTL_SHARD: '1/8' })).toEqual({ index: 2, count: 3 });
    expect(readShard(undefined, { ...job, HOTELCTL_SHARD: '1/8' })).toEqual({ index: 1, count: 8 });
    expect(readShard(undefined, job)).toEqual({ index: 1, count: 16 });
    expect(readShard(undefined, { JOB_COMPLETION_INDEX: '3' })).toEqual({ index: 1, count: 1 });
    expect(() => readShard(undefined, { HOTELCTL_SHARDS: '4' })).toThrow('needs JOB_COMPLETION_INDEX');
    const beyond = { JOB_COMPLETION_INDEX: '16', HOTELCTL_SHARDS: '16' };
    expect(() => readShard(undefined, beyond)).toThrow('must be a shard');
  });

  it('of an Indexed Job write together what one run writes, each hotel once, with a part of the rate each', async () => {
    const [whole, sharded] = [await lake(), await lake()];
    const flags = '--all-properties --report revenues --report arrivals --period 2026-10';
    await expectSuccess(whole.run(flags), '3 properties: 6 partitions written');
    const start = Date.parse('2026-11-21T12:00:00Z');
    const passed = ['0', '1'].map(async index => {
      const env = { ...sharded.env, JOB_COMPLETION_INDEX: index, HOTELCTL_SHARDS: '2' };
      const { clock } = fakePorts(start).ports;
      const line = `sync ${sharded.target} ${flags} --rate 60 --concurrency 1`;
      const context = testContext({ env });
      expect(await main(wordsOf(line), { ...context, clock })).toBe(0);
      expect(context.err()).toContain(`shard ${Number(index) + 1}/2: ${Number(index) + 1} of 3 properties\n`);
      return clock.now() - start;
    });
    // Two reports of one and of two hotels, 30 a minute.
    expect(await Promise.all(passed)).toEqual([4000, 8000]);
    expect(sharded.sent().sort()).toEqual(whole.sent().sort());
    const written = (target: string) => {
      const files = filesBelow(target).filter(file => file.endsWith('data.parquet'));
      return new Map(files.map(file => [relative(target, file), readFileSync(file)]));
    };
    expect(written(sharded.target)).toEqual(written(whole.target));
  });
});

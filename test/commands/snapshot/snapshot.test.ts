import { execSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

const day = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** hotelctl on a machine with its own data folder, whose clock shows a day. */
async function archive(today = '2026-10-15') {
  // Of another month, as in other files, it would be generated again.
  const { env, requests } = await servedHotel(smallHotel('2026-11-21'));
  const dataDir = temporaryFolder();
  const run = (line: string, now = today, due = '') =>
    runMain(line, { env: { ...env, HOTELCTL_DATA_DIR: dataDir, HOTELCTL_AS_OF: due }, now: day(now) });
  const folder = (property: string, taken: string) =>
    join(archiveFolder(dataDir, property), `taken=${taken}`);
  return { run, folder, dataDir, requests };
}

describe('snapshot take', () => {
  it('sends one request per hotel and writes one snapshot', async () => {
    const { run, folder, requests } = await archive();
    const { stdout } = await expectSuccess(run('snapshot take --all-properties'), 'MUC: saved the snapshot');
    expect(stdout).toBe('');
    const reports = requests.filter(url => url.startsWith('/reports/'));
    expect(reports).toHaveLength(3);
    const query = 'propertyId=MUC&from=2026-09-01&to=2027-10-15&expand=businessDays';
    expect(reports[0]).toBe(`/reports/v0-nsfw/reports/property-performance?${query}`);
    const taken = folder('MUC', '2026-10-15');
    const files = readdirSync(taken).sort();
    expect(files).toEqual(wordsOf('days.parquet manifest.json unit-groups.parquet'));
    const bytes = files.reduce((sum, file) => sum + statSync(join(taken, file)).size, 0);
    expect(bytes * 40 * 365, 'a year of 40 hotels').toBeLessThan(1e9);
  });

  it('prints a summary with --format, also of the properties that failed', async () => {
    const { run, dataDir } = await archive();
    await run('snapshot take --property MUC --ahead 10d');
    writeFileSync(archiveFolder(dataDir, 'TYO'), '');
    const ended = run('snapshot take --property TYO,MUC,NOPE,LND --ahead 10d --format json');
    const { stdout } = await expectExit(ended, 7, '2 of 4 properties failed');
    expect(JSON.parse(stdout)).toEqual([
      { propertyId: 'TYO', outcome: 'failed', error: expect.stringContaining('is a file, not a folder') },
      { propertyId: 'MUC', taken: '2026-10-15', outcome: 'kept' },
      { propertyId: 'NOPE', outcome: 'failed', error: expect.stringContaining('NOPE') },
      { propertyId: 'LND', taken: '2026-10-15', outcome: 'written' },
    ]);
    const table = await run('snapshot take --property MUC --ahead 10d --replace --format csv');
    expect(table.stdout).toBe('propertyId,taken,outcome,error\r\nMUC,2026-10-15,replaced,\r\n');
  });

  it('describes the snapshot in manifest.json', async () => {
    const { run, folder } = await archive();
    await run('properties list');
    await run('snapshot take --property MUC --ahead 30d --behind 1d');
    const manifest = JSON.parse(readFileSync(join(folder('MUC', '2026-10-15'), 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      property: 'MUC',
      key: 'taken=2026-10-15',
      createdAt: '2026-10-15T12:00:00.000Z',
      about: { timeZone: 'Europe/Berlin', period: { first: '2026-10-14', last: '2026-11-14' } },
      files: [{ file: 'days.parquet', rows: 32 }, { file: 'unit-groups.parquet' }],
    });
    expect(manifest.about.bodySha256).toMatch(/^[0-9a-f]{64}$/);
    expect(manifest.about.request).toContain('-performance?propertyId=MUC&from=2026-10-14&to=2026-11-14');
  });

  it('keeps the snapshot of the day, and replaces it only with --replace', async () => {
    const { run, folder, requests } = await archive();
    const manifest = () => readFileSync(join(folder('MUC', '2026-10-15'), 'manifest.json'), 'utf8');
    await run('snapshot take --property MUC --ahead 10d');
    const before = manifest();
    const ended = run('snapshot take --property MUC --ahead 20d');
    await expectSuccess(ended, 'kept the snapshot of 2026-10-15; add --replace to take it again');
    expect(requests.filter(url => url.includes('property-performance'))).toHaveLength(1);
    expect(manifest()).toBe(before);
    // An earlier attempt of a job has saved it, unless the job is a day late.
    const attempt = (due: string) => run('snapshot take --property MUC', undefined, due);
    await expectSuccess(attempt('2026-10-15T11:00:00Z'), 'saved the snapshot of 2026-10-15');
    await expectSuccess(attempt('2026-10-14T11:00:00Z'), 'kept the snapshot of 2026-10-15');
    await run('snapshot take --property MUC --ahead 20d --replace');
    expect(manifest()).toContain('2026-11-04');
    expect(readdirSync(join(folder('MUC', '2026-10-15'), '..'))).toEqual(['taken=2026-10-15']);
  });

  const other = 'has format 3; this version of hotelctl reads format 2';
  it.each([
    ['a table that was changed', 'days.parquet', 'x', ''],
    ['a manifest that is not valid', 'manifest.json', '{}', ''],
    ['a manifest of another format', 'manifest.json', '{"format": 3}', other],
    ['a file of others', 'notes.txt', 'x', 'notes.txt'],
  ])('of the day with %s is replaced, if a reader would refuse it: %s', async (_, file, content, kept) => {
    const { run, folder } = await archive();
    const take = 'snapshot take --property MUC --ahead 10d --format csv --columns outcome --no-header';
    await run(take);
    writeFileSync(join(folder('MUC', '2026-10-15'), file), content);
    expect((await run(take)).stdout).toBe(`${kept ? 'kept' : 'replaced'}\r\n`);
    const { stdout } = await expectExit(run('snapshot verify --format csv'), kept ? 10 : 0);
    expect(stdout).toContain(kept);
  });

  it.each([
    ['a hotel without figures', 'OLD', 204, 4, 'has no figures for OLD'],
    ['a property id that would leave the folder', '../../evil', 200, 6, ''],
  ])('saves nothing of %s', async (_, property, status, exitCode, message) => {
    const server = await localServer((request, response) => {
      if (request.url?.includes('/inventory/')) return response.writeHead(404).end();
      return response.writeHead(status).end(status === 200 ? '{}' : undefined);
    });
    const env = { ...signedIn(server.url), HOTELCTL_DATA_DIR: temporaryFolder() };
    await expectFailure(runMain(`snapshot take --property ${property}`, { env }), exitCode, message);
    expect(readdirSync(env.HOTELCTL_DATA_DIR)).toEqual([]);
  });

  it('can be read by others as the umask allows', async () => {
    const { run, dataDir } = await archive();
    const before = process.umask(0o027);
    const taken = run('snapshot take --property MUC --ahead 2d').finally(() => process.umask(before));
    await expectSuccess(taken, 'saved the snapshot');
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(entries.filter(entry => entry.isFile()).length).toBeGreaterThan(1);
    for (const entry of entries) {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      expect(mode.toString(8), entry.name).toBe(entry.isDirectory() ? '750' : '640');
    }
  });

  it.each([
    ['snapshots/property=MUC', 'snapshots has another format: property=MUC is not in the folder of a host'],
    ['snapshots/host=other.example.com/property=MUC/taken=2026-10-15', undefined],
  ])('names the folder %s of an earlier format, instead of no snapshots', async (name, message) => {
    const { run, dataDir } = await archive();
    mkdirSync(join(dataDir, name), { recursive: true });
    const readers = ['snapshot list', 'snapshot verify', 'pickup --since 1d --property MUC'];
    for (const line of [...readers, 'snapshot take --property MUC'])
      if (message) await expectFailure(run(line), 8, message);
    if (!message) await expectFailure(run('snapshot verify'), 10, 'there are no snapshots to verify in ');
  });

  it('warns when the clock was set back', async () => {
    const { run } = await archive();
    await run('snapshot take --property MUC --ahead 5d');
    const later = run('snapshot take --property MUC --ahead 5d', '2026-10-12');
    await expectSuccess(later, 'dated in the future are not used: MUC 2026-10-15; check the clock');
    // After midnight, the snapshot of today is not from the future.
    const yesterday = await run('snapshot take --property MUC --ahead 5d --business-day yesterday');
    expect(yesterday).toMatchObject({ exitCode: 0, stderr: 'MUC: saved the snapshot of 2026-10-14\n' });
    expect((await run('snapshot verify', '2026-10-12')).stdout).toContain('in the future');
  });
});

it('snapshot verify accepts complete snapshots, and reports damaged ones and missing nights', async () => {
  const { run, folder } = await archive();
  for (const today of ['2026-10-10', '2026-10-11', '2026-10-14', '2026-10-15'])
    await run('snapshot take --property MUC --ahead 5d', today);
  const verify = () => run('snapshot verify --format csv');
  const gap = await expectExit(verify(), 10, /\nhint: the missing nights cannot be taken again; schedule /);
  expect(gap.stdout).toContain('MUC 2026-10-12,failed,"2 nights without a snapshot, to 2026-10-13",');
  expect(gap.stdout).toContain('MUC 2026-10-10..2026-10-15,passed,"4 snapshots, as written",');
  await run('snapshot take --property MUC --ahead 5d', '2026-10-12');
  await run('snapshot take --property MUC --ahead 5d', '2026-10-13');
  await expectSuccess(run('snapshot verify'));
  expect((await run('snapshot verify --limit 1')).stdout).toMatch(/^Snapshot .*\n.*\n.*\n$/);
  const other = await expectExit(run('snapshot verify --property MUC,TYO --format csv --no-header'), 10);
  expect(other.stdout).toContain('TYO 2026-10-15,failed,no snapshot,');
  appendFileSync(join(folder('MUC', '2026-10-11'), 'days.parquet'), 'x');
  rmSync(join(folder('MUC', '2026-10-12'), 'unit-groups.parquet'));
  appendFileSync(join(folder('MUC', '2026-10-13'), 'other.parquet'), 'x');
  const damaged = await expectExit(verify(), 10, /\nhint: take a damaged snapshot of today again with /);
  expect(damaged.stdout).toContain('MUC 2026-10-11,failed,days.parquet was changed,');
  expect(damaged.stdout).toContain('MUC 2026-10-12,failed,unit-groups.parquet is missing,');
  expect(damaged.stdout).toContain('MUC 2026-10-13,failed,other.parquet is not part of it,');
  mkdirSync(join(folder('MUC', '2026-10-12'), 'unit-groups.parquet'));
  const pruned = run('snapshot prune --keep daily=1,weekly=2');
  await expectSuccess(pruned, 'damaged snapshots are not counted: MUC 2026-10-11; run `hotelctl');
  const ofOthers = ['.pruned.json', ...wordsOf('10 11 12 13 15').map(day => `taken=2026-10-${day}`)];
  expect(readdirSync(join(folder('MUC', '2026-10-12'), '..'))).toEqual(ofOthers);
});

describe('snapshot prune', () => {
  it('keeps the newest days and the last snapshot of each month, and removes nothing in a dry run', async () => {
    const { run } = await archive();
    for (const today of ['2026-09-29', '2026-09-30', '2026-10-01', '2026-10-14', '2026-10-15'])
      await run('snapshot take --property MUC --ahead 5d', today);
    const days = async (line: string) =>
      (await run(`${line} --format csv --no-header --columns taken`)).stdout.trim().split('\r\n');
    const pruned = await days('snapshot prune --keep daily=1,monthly=all --dry-run');
    expect(pruned).toEqual(['2026-09-29', '2026-10-01', '2026-10-14']);
    expect(await days('snapshot list')).toHaveLength(5);
    await run('snapshot prune --keep daily=1,monthly=all');
    expect(await days('snapshot list')).toEqual(['2026-09-30', '2026-10-15']);
    // What was removed on purpose is not missing; a night that was never taken is.
    const verified = await run('snapshot verify --format csv --no-header');
    const missing = 'MUC 2026-10-02,failed,"12 nights without a snapshot, to 2026-10-13"';
    expect(verified.stdout.match(/.*failed,"[^"]*"/g)).toEqual([missing]);
  });

  it('leaves holes that verify knows', async () => {
    const { run, folder, dataDir } = await archive();
    for (let day = 24; day <= 31; day++)
      await run('snapshot take --property MUC --ahead 5d', `2026-10-${day}`);
    await run('snapshot prune --keep daily=3,weekly=2,monthly=all', '2026-10-31');
    const { stdout } = await run('snapshot list --format csv --no-header --columns taken', '2026-10-31');
    expect(stdout.match(/\d\d$/gm)).toEqual(['25', '29', '30', '31']);
    await expectSuccess(run('snapshot verify', '2026-10-31'));
    for (const day of [30, 31]) await run('snapshot take --property TYO --ahead 5d', `2026-10-${day}`);
    execSync(`chmod -R a+rwX ${dataDir}; chmod 555 ${folder('MUC', '2026-10-25')}`);
    const user = process.getuid?.() ?? 0;
    // Root ignores permissions.
    if (user === 0) process.seteuid?.(65534);
    const refused = run('snapshot prune --keep daily=1', '2026-10-31').finally(() => process.seteuid?.(user));
    await expectExit(refused, 7, 'Removed 1 snapshot\n', /- MUC: .*permission denied/);
  });

  it.each(['', 'hourly=3', 'daily=0', 'daily=1,daily=2', 'daily=-1'])('refuses the rule "%s"', async rule => {
    await expectFailure(runMain(['snapshot', 'prune', '--keep', rule]), 2, 'is not a valid rule');
  });
});

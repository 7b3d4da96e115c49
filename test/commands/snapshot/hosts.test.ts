import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { booksListener, makeBookings } from '../../reports/figures/books.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { booksArchive } from '../books-archive.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

const bookings = makeBookings('2026-10-01', 100);
const today = '2026-10-15';
const books = booksListener(bookings, () => today);
const take = 'snapshot take --property MUC --ahead 40d';
const listed = 'snapshot list --format csv --no-header --columns taken';

/** An archive that several platforms share, each with a property MUC. */
function sharedArchive() {
  const dataDir = temporaryFolder();
  const platform = async () => (await localServer(books)).url;
  const run = (line: string, url?: string, day = today) => {
    const env = { ...(url === undefined ? {} : signedIn(url)), HOTELCTL_DATA_DIR: dataDir };
    return runMain(line, { env, now: Date.parse(`${day}T12:00:00Z`) });
  };
  return { dataDir, platform, run };
}

describe('an archive of two hosts', () => {
  it('has a snapshot of each, and never compares the one with the other', async () => {
    const { platform, run } = sharedArchive();
    const [live, other] = [await platform(), await platform()];
    await expectSuccess(run(take, live, '2026-10-14'), 'saved the snapshot of 2026-10-14');
    for (const url of [live, other]) await expectSuccess(run(take, url), 'saved the snapshot of 2026-10-15');
    const pickup = 'pickup --property MUC --period next-7-days --since 1d';
    await expectSuccess(run(pickup, live));
    await expectExit(run(pickup, other), 4, 'there is no snapshot before the one of 2026-10-15');
    const moved = run('snapshot list', await platform());
    await expectSuccess(moved, /^warning: .* has snapshots of 127[^ ]*, 127[^ ]*, and none of 127.*\nno /);
    expect((await run(listed, live)).stdout).toBe('2026-10-14\r\n2026-10-15\r\n');
    expect((await run(listed, `${other}/`)).stdout).toBe('2026-10-15\r\n');
  });

  it('is not read without a base URL', async () => {
    const { platform, run } = sharedArchive();
    await run(take, await platform());
    expect((await run(listed)).stdout).toBe('2026-10-15\r\n');
    await run(take, await platform());
    const message = /has snapshots of several hosts: 127\.0\.0\.1:\d+, 127.*\nhint: choose one with/;
    await expectExit(run(listed), 2, message);
  });

  it('is keyed by the host and the path of the base URL, as a folder that leaves the archive by no name', async () => {
    const { dataDir, platform, run } = sharedArchive();
    const url = await platform();
    await run(take, `${url}/gateway/..%2f..%2fEvil`);
    expect(readdirSync(join(dataDir, 'snapshots'))).toEqual([
      `host=127.0.0.1%3A${new URL(url).port}%2Fgateway%2F..%252f..%252fEvil`,
    ]);
    expect(readdirSync(dataDir)).toEqual(['snapshots']);
  });
});

/** An archive of one host, today. */
const archive = () => booksArchive(bookings, today);

describe('a date from the future', () => {
  /** As a run left it whose clock was ahead: the books of the 15th, filed under another day. */
  function fileUnder(dataDir: string, day: string, property = 'MUC') {
    const folder = archiveFolder(dataDir, property);
    cpSync(join(folder, 'taken=2026-10-15'), join(folder, `taken=${day}`), { recursive: true });
    const file = join(folder, `taken=${day}`, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const filed = { ...manifest, key: `taken=${day}`, createdAt: `${day}T12:30:00.000Z` };
    writeFileSync(file, JSON.stringify(filed));
  }

  it('is not counted by prune, which says so and keeps the real snapshots', async () => {
    const { dataDir, run } = await archive();
    for (const day of ['2026-10-14', today]) await run(take, day);
    for (const day of ['2027-10-15', '2027-10-16']) fileUnder(dataDir, day);
    const warning =
      'warning: snapshots that are dated in the future are not used: MUC 2027-10-15, MUC 2027-10-16; check the clock of this machine\n';
    const { stderr } = await expectSuccess(run('snapshot prune --keep daily=1'));
    expect(stderr).toBe(`${warning}Removed 1 snapshot\n`);
    expect((await run(listed)).stdout).toBe('2026-10-15\r\n2027-10-15\r\n2027-10-16\r\n');
    await run('snapshot take --property LND --ahead 40d');
    fileUnder(dataDir, '2027-10-15', 'LND');
    const asOf = 'reports property-performance --as-of today --period next-7-days';
    for (const line of ['pickup --since 0d --period next-7-days', asOf])
      for (const hotels of ['--all-properties', '--property MUC,LND'])
        expect((await run(`${line} ${hotels}`)).stderr.split('warning: ')).toHaveLength(2);
  });

  it('is not used by --nearest, and does not keep the snapshot of its day from being taken', async () => {
    const { dataDir, run } = await archive();
    await run(take);
    fileUnder(dataDir, '2026-10-17');
    const line = 'pickup --property MUC --period next-7-days --since 1d --nearest';
    const message = 'there is no snapshot before the one of 2026-10-15 to compare it with';
    await expectFailure(run(line, '2026-10-16'), 4, message);
    await expectSuccess(run(take, '2026-10-17'), 'replaced the snapshot of 2026-10-17');
  });

  it.each(['-7d', '2026-10-13', 'tomorrow', '+1d'])('is not a business day: %s', async day => {
    const { dataDir, run } = await archive();
    await expectFailure(run(`${take} --business-day ${day}`), 2, /--business-day.*\nhint: /s);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

it('a property whose folder is a link is one of all properties', async () => {
  const { dataDir, run } = await archive();
  await run(take);
  const folder = archiveFolder(dataDir, 'MUC');
  renameSync(folder, join(dataDir, 'elsewhere'));
  symlinkSync(join(dataDir, 'elsewhere'), folder);
  expect((await run(listed)).stdout).toBe('2026-10-15\r\n');
});

it('a data folder that had snapshots and is empty, as without its disk, does not begin a second archive', async () => {
  const { dataDir, run: runIn } = await archive();
  const { folders } = testContext();
  const run = (line: string) => runIn(line, today, { replace: { folders } });
  const saved = join(dataDir, 'snapshots');
  await expectSuccess(run(listed), `no snapshot in ${saved}\n`);
  await expectSuccess(run(take));
  // The list of known folders does not grow without end.
  const [name = ''] = readdirSync(folders.state).filter(each => each.startsWith('archives-'));
  const list = join(folders.state, name);
  const others = Array.from({ length: 1000 }, (_, index) => `/${index}`);
  writeFileSync(list, JSON.stringify({ savedAt: 0, list: others }));
  await expectSuccess(run(take));
  expect(JSON.parse(readFileSync(list, 'utf8')).list).toEqual([...others.slice(1), dataDir]);
  renameSync(saved, `${dataDir}-unmounted`);
  const gone = `${dataDir} had an archive, of which nothing is left`;
  const pickup = 'pickup --all-properties --since 1d --period next-7-days';
  for (const line of [take, listed, 'snapshot verify', 'close list', pickup])
    await expectExit(run(line), 8, `${gone}\nhint: mount its disk`);
  expect(readdirSync(dataDir)).toEqual([]);
  expect((await run('doctor --format csv')).stdout).toContain(`archive,fatal,"${dataDir} had an archive`);
  await expectSuccess(run('brief --property MUC'));
  mkdirSync(saved);
  await expectSuccess(run(take));
});

it('two data folders that begin at the same time are both known', async () => {
  const { run, serve } = await archive();
  const { folders } = testContext();
  const dataDirs = [temporaryFolder(), temporaryFolder()] as const;
  const runIn = (dataDir: string, line: string) => run(line, today, { replace: { folders } }, dataDir);
  let isFirst = true;
  serve(async (request, response) => {
    if (request.url?.includes('/property-performance') && isFirst) {
      isFirst = false;
      await expectSuccess(runIn(dataDirs[1], take));
    }
    books(request, response);
  });
  await expectSuccess(runIn(dataDirs[0], take));
  for (const dataDir of dataDirs) {
    rmSync(join(dataDir, 'snapshots'), { recursive: true });
    await expectFailure(runIn(dataDir, listed), 8, `${dataDir} had an archive, of which nothing is left`);
  }
});

it('one id that cannot be a folder does not stop the other properties', async () => {
  const { dataDir, run, serve } = await archive();
  const ids = ['MUC', '', 'A\u0000', 'x'.repeat(300), 'ü'.repeat(200), 'LND'];
  const properties = ids.map(id => ({ id, name: id, timeZone: 'Europe/Berlin' }));
  serve((request, response) => {
    if (!request.url?.includes('/inventory/')) return books(request, response);
    return response.end(JSON.stringify({ properties, count: ids.length }));
  });
  const ended = run('snapshot take --all-properties --ahead 5d');
  const long = 'üü: the id of a property must be shorter, for a folder';
  await expectExit(ended, 7, '4 of 6 properties failed; the others were saved', long);
  const folders = readdirSync(join(archiveFolder(dataDir, 'MUC'), '..'));
  expect(folders.sort()).toEqual(['property=LND', 'property=MUC']);
});

it('several machines, which share no lock, all replace a snapshot and leave one complete one', async () => {
  const { dataDir, run } = await archive();
  const onOtherMachine = () => {
    const state = temporaryFolder();
    const folders = { config: state, state, data: dataDir };
    return run(`${take} --replace`, today, { replace: { folders } });
  };
  const runs = await Promise.all(Array.from({ length: 6 }, onOtherMachine));
  expect(runs.map(({ exitCode, stderr }) => (exitCode === 0 ? 0 : stderr))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(readdirSync(archiveFolder(dataDir, 'MUC'))).toEqual(['taken=2026-10-15']);
  expect(readdirSync(join(archiveFolder(dataDir, 'MUC'), 'taken=2026-10-15'))).toHaveLength(3);
});

it('a snapshot that another process is writing is not removed', async () => {
  const { dataDir, run } = await archive();
  await run(take, '2026-10-14');
  const folder = archiveFolder(dataDir, 'MUC');
  // Of a process of another machine, which is written to the same archive at the same time.
  const other = `.taken=2026-10-15.hotelctl-00000000-1-${'0'.repeat(32)}.tmp`;
  mkdirSync(join(folder, other));
  await run(take, today);
  expect(readdirSync(folder).sort()).toEqual([other, 'taken=2026-10-14', 'taken=2026-10-15']);
});

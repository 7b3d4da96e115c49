import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../../../src/platform/dates.ts';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { booksListener, makeBookings } from '../../reports/figures/books.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { killedAfter, runLimited } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { wordsOf } from '../../words.ts';
import { localServer, signedIn } from '../local-server.ts';

/** Processes that are killed while they replace a snapshot, that run at the same time, and that find no space. */
const today = new Date().toISOString().slice(0, 10);
const bookings = makeBookings(today, 600);
/** The settings of a platform, and of an archive in this home. */
async function settingsIn(home: string) {
  const { url } = await localServer(booksListener(bookings, () => today));
  return { ...signedIn(url), HOTELCTL_DATA_DIR: join(home, 'data') };
}
/** After midnight, yesterday is still accepted. */
const take = wordsOf(`snapshot take --property MUC --business-day ${today} --ahead 90d --replace`);

describe('snapshot take', () => {
  it('leaves the old snapshot or the new one if it is killed', { timeout: 240_000 }, async () => {
    const home = temporaryFolder();
    const archive = await settingsIn(home);
    await expectSuccess(runInProcess(take, { env: archive }));
    const parent = archiveFolder(join(home, 'data'), 'MUC');
    const rounds = counted(4, 30);
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (await killedAfter(120 + ((round * 11) % 30) * 15, take, { ...archive, HOME: home })) killed += 1;
      const list = 'snapshot list --format csv --no-header --columns taken,first';
      const { stdout } = await expectSuccess(runInProcess(list, { env: archive }));
      expect(stdout).toBe(`${today},${addMonths(today, -1).slice(0, 7)}-01\r\n`);
      const files = readdirSync(join(parent, `taken=${today}`));
      expect(files.sort()).toEqual(wordsOf('days.parquet manifest.json unit-groups.parquet'));
      const verified = await runInProcess('snapshot verify --format csv --no-header', { env: archive });
      expect(verified.stdout).not.toMatch(/failed,[\w-]+\.(parquet|json)/);
    }
    expect(killed).toBeGreaterThan(rounds / 6);
    // The next take removes what killed processes left.
    await expectSuccess(runInProcess(take, { env: archive }));
    expect(readdirSync(parent)).toEqual([`taken=${today}`]);
  });

  it('writes one snapshot if processes take it at the same time, by several paths', async () => {
    const home = temporaryFolder();
    const archive = { ...(await settingsIn(home)), HOTELCTL_STATE_DIR: join(home, 'state') };
    const words = take.filter(word => word !== '--replace');
    const paths = ['data', 'link', 'data/../link'].map(path => `${home}/${path}`);
    mkdirSync(join(home, 'data'));
    symlinkSync('data', join(home, 'link'));
    const runs = await Promise.all(
      paths.map(path => runInProcess(words, { env: { ...archive, HOTELCTL_DATA_DIR: path }, folder: home })),
    );
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(runs.filter(({ stderr }) => stderr.includes('saved the snapshot'))).toHaveLength(1);
    expect(runs.filter(({ stderr }) => stderr.includes('kept the snapshot'))).toHaveLength(2);
    expect(readdirSync(archiveFolder(join(home, 'data'), 'MUC'))).toEqual([`taken=${today}`]);
  });

  it('keeps the old snapshot if a file cannot be written completely, and leaves nothing of the new one', async () => {
    const home = temporaryFolder();
    const archive = await settingsIn(home);
    await expectSuccess(runInProcess(take, { env: archive }));
    const ended = runLimited('ulimit -f 8', take, { HOME: home, ...archive });
    const message = 'could not be written: the file system does not allow a file of this size';
    await expectFailure(ended, 8, message);
    expect(readdirSync(archiveFolder(join(home, 'data'), 'MUC'))).toEqual([`taken=${today}`]);
    const verified = await runInProcess('snapshot verify --format csv', { env: archive });
    expect(verified.stdout).not.toMatch(/failed,[\w-]+\.(parquet|json)/);
    // Only root may mount a disk. Prune frees space on one that has none for its list.
    if (process.getuid?.() !== 0) return;
    await runInProcess('snapshot take --property MUC --business-day yesterday', { env: archive });
    const full =
      'cp -r data copy; mount -t tmpfs -o size=1m none data; cp -r copy/* data; head -c 2m /dev/zero > data/x';
    const onFullDisk = `cd ~; exec unshare -m bash -c '${full} 2> /dev/null; exec "$0" "$@"' "$0" "$@"`;
    const pruned = runLimited(onFullDisk, 'snapshot prune --keep daily=1', { HOME: home, ...archive });
    await expectSuccess(pruned, 'Removed 1 snapshot\n');
  });
});

it('the folder of a property that cannot be read is named with its cause, and the other properties are delivered', async () => {
  const home = temporaryFolder();
  const env = { ...(await settingsIn(home)), HOME: home };
  await expectSuccess(runInProcess('snapshot take --property BER,MUC', { env }));
  const locked = archiveFolder(join(home, 'data'), 'BER');
  const closes = locked.replace('/snapshots/', '/closes/');
  mkdirSync(dirname(closes), { recursive: true });
  mkdirSync(closes.replace('BER', 'MUC'));
  // A link to itself is not even root's to read: it needs no process without rights.
  renameSync(locked, `${home}/BER`);
  for (const folder of [locked, closes]) symlinkSync(folder, folder);
  const inProcess = (line: string) => runInProcess(line, { env });
  const [problem, problemOfCloses] = [locked, closes].map(
    folder => `${folder} cannot be read: its symbolic links form a loop`,
  );
  const expectBoth = async (line: string, exitCode: number) => {
    const { stdout, stderr } = await expectExit(inProcess(`${line} --format csv`), exitCode);
    expect(stdout).toMatch(/MUC/);
    expect(`${stdout}${stderr}`).toContain(problem);
  };
  const several = '--all-properties --as-of';
  await expectBoth(`pickup ${several} ${today} --since 0d --period next-7-days --by day`, 7);
  await expectBoth(`reports property-performance ${several} ${today} --period next-7-days`, 7);
  await expectBoth('brief --property BER,MUC', 0);
  const listed = await expectExit(inProcess('snapshot list --format csv'), 7, `BER: ${problem}`);
  expect(listed.stdout).toContain(`BER,,,,,,${problem}\r\n`);
  const verified = inProcess('snapshot verify --format csv');
  const { stdout } = await expectExit(verified, 10, '1 of 2 checks failed; first: BER');
  expect(stdout).toContain(`BER,failed,${problem},`);
  await expectExit(inProcess('snapshot prune --keep daily=1'), 7, 'Removed 0 snapshots', `BER: ${problem}`);
  const list = inProcess('close list --property BER,MUC --format csv');
  const ofCloses = await expectExit(list, 7, 'no close of MUC', `BER: ${problemOfCloses}`);
  expect(ofCloses.stdout).toContain(`MUC,,,,no close,,,\r\nBER,,,,${problemOfCloses},`);
  expect((await inProcess('close verify --property BER,MUC --format csv')).stdout).toContain(problemOfCloses);
  for (const folder of [locked, closes]) rmSync(folder);
  renameSync(`${home}/BER`, locked);
  mkdirSync(closes);
  for (const folder of [locked, closes]) chmodSync(folder, 0);
  // Root reads it without these rights too, unless the process has lost that privilege.
  const isRoot = process.getuid?.() === 0;
  const unprivileged = 'exec setpriv --bounding-set=-dac_override,-dac_read_search "$0" "$@"';
  const run = (line: string) => runLimited(isRoot ? unprivileged : ':', line, env);
  const properties = dirname(locked);
  const kept = `${join(home, 'data', 'snapshots')}: 1 folder that hotelctl wrote, 1 that cannot be read`;
  expect((await run('uninstall --dry-run')).stdout).toContain(kept);
  await expectSuccess(inProcess('uninstall --yes'));
  await inProcess('profile add munich --credential-store file');
  const named = `  - ${kept}: ${locked} cannot be read: permission denied\n`;
  await expectExit(run('uninstall --yes --data'), 7, named, 'Kept the files');
  expect(readdirSync(properties)).toEqual(['property=BER']);
  expect(existsSync(join(home, '.config/hotelctl/profiles.json'))).toBe(true);
  for (const folder of [locked, closes]) chmodSync(folder, 0o700);
  await expectSuccess(inProcess('uninstall --yes --data'));
  expect([existsSync(properties), existsSync(join(home, '.config/hotelctl'))]).toEqual([false, false]);
  expect(existsSync(join(home, '.local/state/hotelctl'))).toBe(false);
});

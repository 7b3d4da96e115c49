import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/reports/archive/manifest.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { startMailServer } from '../../mail-server.ts';
import { jsonLines } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { at, closePlatform, foldersIn, keptCloses, postLate } from './close-platform.ts';

const later = at('2026-11-09T12:00:00Z');
const twoCloses = keptCloses(async ({ bodies, run }) => {
  await run();
  postLate(bodies);
  await run();
});

describe('the chain', () => {
  function chain() {
    const made = twoCloses();
    const verify = (flags = '') => made.run(`verify ${flags}`);
    return { ...made, verify, folders: foldersIn(made.dataDir) as [string, string] };
  }

  it.each([
    ['list', 'muc', 'did you mean MUC?'],
    ['verify', 'MUC,XYZ', 'properties with closes: MUC'],
  ])('is not empty for a typo: close %s --property %s', async (verb, property, hint) => {
    const { env } = chain();
    const line = `close ${verb} --property ${property}`;
    const typo = property.replace('MUC,', '');
    await expectFailure(runMain(line, { env }), 4, `there are no closes of ${typo}\nhint: ${hint}`);
    const none = { ...env, HOTELCTL_DATA_DIR: temporaryFolder() };
    await expectExit(runMain(line, { env: none }), verb === 'list' ? 0 : 10);
  });

  const change = (path: string, from: string | RegExp, to: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  const changeLedger = (folder: string) => change(join(folder, 'gross-transactions.json'), '119.5', '119.6');
  const renameByHash = (folder: string) => {
    const hash = sha256(readFileSync(join(folder, 'manifest.json')));
    renameSync(folder, folder.replace(/[0-9a-f]{16}$/, hash.slice(0, 16)));
  };
  /** Changes the result of the newest close, and computes all hashes again, as someone who can write to the archive can. */
  function changeResult([, two]: [string, string]) {
    const [result, manifest] = [join(two, 'close.json'), join(two, 'manifest.json')];
    change(result, '"postings":', '"postings":1');
    const read = JSON.parse(readFileSync(manifest, 'utf8'));
    const bytes = readFileSync(result);
    const file = read.files.find((each: { file: string }) => each.file === 'close.json');
    Object.assign(file, { sha256: sha256(bytes), bytes: bytes.length });
    writeFileSync(manifest, `${JSON.stringify(read, null, 2)}\n`);
    renameByHash(two);
  }
  it('has its hash in the mail, and ignores a file beside the closes, which is none', async () => {
    const { env, list, hotelctl, dataDir } = await closePlatform();
    const { mails, env: settings } = await startMailServer();
    const line = 'close --property MUC --period 2026-10 --mail-to anna@hotel.example';
    await expectSuccess(runMain(line, { env: { ...env, ...settings }, now: later }));
    const [{ hash }] = await list();
    const [mail] = await mails();
    expect(mail?.text).toContain(hash);
    expect(mail?.html).toContain(hash);
    const beside = dirname(foldersIn(dataDir)[0] ?? '');
    writeFileSync(join(beside, 'notes.txt'), 'mine');
    await expectSuccess(hotelctl('close verify'));
    mkdirSync(join(beside, '2026-11.0001.0123456789abcdef'));
    await expectExit(hotelctl('close verify'), 10, 'MUC 2026-11');
  });

  it('has a hash that shows, where it was noted elsewhere, that nothing was removed', async () => {
    const { list, verify, folders } = chain();
    const [first, second] = await list();
    expect([first.sequence, second.sequence, second.previous]).toEqual([1, 2, first.hash]);
    const head = second.hash;
    await expectSuccess(verify(`--head ${head}`));
    rmSync(folders[1], { recursive: true });
    await expectSuccess(verify());
    await expectExit(verify(`--head ${head}`), 10, `close ${head}`);
  });
  it.each<[string, (folders: [string, string]) => void]>([
    ['gross-transactions.json was changed', ([one]) => changeLedger(one)],
    ['other.json is not part of it', ([one]) => writeFileSync(join(one, 'other.json'), '{}')],
    // With its hashes.
    ['close.json is not the result of the responses', changeResult],
    ['manifest.json was changed', ([, two]) => change(`${two}/manifest.json`, '"MUC"', '"MUX"')],
    [
      'manifest.json describes 2026-10.0002 of MUX, ',
      ([, two]) => {
        change(join(two, 'manifest.json'), '"MUC"', '"MUX"');
        renameByHash(two);
      },
    ],
    [
      'manifest.json has format 2; this version of hotelctl reads format 3: move the folder away',
      ([one]) => change(join(one, 'manifest.json'), '"format": 3', '"format": 2'),
    ],
    ['MUC close 1 missing before close 2 of 2026-10', ([one]) => rmSync(one, { recursive: true })],
    // Made again.
    [
      'does not follow the close before it',
      ([one]) => {
        change(join(one, 'manifest.json'), /"createdAt": ".{4}/, '"createdAt": "2025');
        renameByHash(one);
      },
    ],
  ])('names %s', async (words, tamper) => {
    const { verify, folders } = chain();
    tamper(folders);
    const { stdout, stderr } = await expectExit(verify(), 10);
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain(words);
  });

  const foundBy = async (json: ReturnType<typeof chain>['json']) =>
    (await json('verify')) as { check: string; state: string; found: string; fix: string | null }[];

  it('names what is missing and its folder, if a later one is damaged too', async () => {
    const { folders, bodies, dataDir, run, json } = chain();
    bodies['gross-transactions'].transactions[0].reference = 'OTHER';
    await run();
    const third = foldersIn(dataDir)[2] ?? '';
    change(join(folders[1], 'arrivals.json'), '{', '{ ');
    const [first, second, last] = await foundBy(json);
    expect([first?.state, last?.state]).toEqual(['passed', 'passed']);
    const fix = `restore ${folders[1]} from a backup`;
    const found = 'arrivals.json was changed';
    expect(second).toEqual({ check: 'MUC 2026-10', state: 'failed', found, fix });
    rmSync(folders[0], { recursive: true });
    expect((await foundBy(json)).map(({ check, fix }) => [check, fix])).toEqual([
      ['MUC close 1', `restore ${folders[0].replace(/2026-10(?=\.0001)/, '*')} from a backup`],
      ['MUC 2026-10', fix],
      ['MUC 2026-10', null],
    ]);
    rmSync(join(folders[1], 'manifest.json'));
    expect((await foundBy(json)).map(({ state, found }) => [state, found.split(';')[0]])).toEqual([
      ['failed', 'missing before close 2 of 2026-10'],
      ['failed', 'manifest.json is missing'],
      ['passed', expect.stringContaining('close 3')],
    ]);
    expect(third).toContain('2026-10.0003.');
  });

  it('is listed with a damaged close, which is named', async () => {
    const { env, folders } = chain();
    writeFileSync(join(folders[0], 'manifest.json'), '{');
    const { stdout } = await expectExit(runMain('close list --format ndjson', { env }), 7, folders[0]);
    const second = { sequence: 2, state: 'question' };
    expect(jsonLines(stdout)).toMatchObject([{ sequence: 1, state: 'damaged' }, second]);
  });

  it('is listed, and goes on, without a close that is gone, which is named', async () => {
    const { folders, run } = chain();
    rmSync(folders[0], { recursive: true });
    const gap = 'MUC: missing before close 2 of 2026-10: close 1';
    expect((await expectExit(run('list'), 7, gap)).stdout).toContain(gap.slice(5));
    expect((await run()).stderr).toContain(`warning: ${gap}; run \`hotelctl close verify\``);
  });

  it('is not one without closes if the folder of the data is a file', async () => {
    const file = temporaryFile('file', '');
    const env = { HOTELCTL_BASE_URL: 'https://api.example.com', HOTELCTL_DATA_DIR: file };
    await expectFailure(runMain('close list --property MUC', { env }), 8, 'is a file, not a folder');
  });

  it('never compares with a close that was changed', async () => {
    const { run, folders } = chain();
    changeLedger(folders[1]);
    await expectFailure(run(), 8, 'was changed');
  });
});

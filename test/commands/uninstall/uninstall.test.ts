import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFiles } from '../../../src/commands/program/uninstall.ts';
import type { KeychainBatch } from '../../../src/http/auth/store/item-parts.ts';
import type { ArchiveKind } from '../../../src/reports/archive/archive.ts';
import { sha256 } from '../../../src/reports/archive/manifest.ts';
import { withStagedEntry } from '../../../src/reports/archive/write-entry.ts';
import { runChild } from '../../../src/start/child-processes.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { textOfFile } from '../../repository.ts';
import { runMain } from '../in-process.ts';
import { pathWith, pathWithCrontab } from '../path-programs.ts';

let home: string;
let folders: { config: string; state: string; data: string };
let PATH: string;
beforeEach(() => {
  home = temporaryFolder();
  folders = { config: join(home, 'config'), state: join(home, 'state'), data: join(home, 'data') };
  PATH = pathWithCrontab(join(home, 'crontab'), '0 1 * * * other-program\n');
});

const types = (line: string | readonly string[], options: Parameters<typeof runMain>[1] = {}) => {
  const env = { PATH, HOME: home, ...options.env };
  return runMain(line, { ...options, env, replace: { folders, runChild, ...options.replace } });
};
const crontab = () => readFileSync(join(home, 'crontab'), 'utf8');

/** A profile, a sign-in in the file store, a job in cron, an unknown booking and a snapshot. */
async function used() {
  const mail = '--smtp-host mail.example --smtp-user me';
  await types(`profile add munich --property MUC --credential-store file ${mail}`);
  await expectSuccess(types('profile set smtpPassword', { stdinLines: ['mail-secret'] }));
  const report = 'reports room-nights --period last-month --output a.csv';
  await expectSuccess(types(`schedule add nightly --every "day 06:30" --scheduler cron -- ${report}`));
  expect(crontab()).toContain('# job nightly');
  mkdirSync(join(folders.state, 'booking-requests'), { recursive: true });
  writeFileSync(join(folders.state, 'booking-requests', 'KEY.json'), '{}');
  writeFileSync(join(folders.state, 'properties-0123.json'), '{}');
  writeFileSync(join(folders.state, '.bookings.jsonl.hotelctl-01234567-1-aa.tmp'), '');
  await keep(folders.data, 'snapshots', 'taken=2026-11-21');
}

/** An entry of the archive, and a file of the user in the folder of its kind. */
async function keep(dataDir: string, kind: ArchiveKind, key: string) {
  const place = { archive: { dataDir, host: 'api.example.com' }, kind, property: 'MUC' };
  const bytes = Buffer.from('{}');
  const files = [{ file: 'data.json', sha256: sha256(bytes), bytes: bytes.length }];
  const context = testContext();
  await withStagedEntry(place, context, async staged => {
    await staged.write('data.json', bytes);
    await staged.keep({ key, createdAt: '2026-11-21T00:00:00Z', about: {}, files });
  });
  return join(dataDir, kind, 'host=api.example.com', 'property=MUC', key);
}

describe('uninstall', () => {
  it('--dry-run prints what would be removed and kept, and removes nothing', async () => {
    await used();
    const { stdout } = await expectSuccess(types('uninstall --dry-run'), /^$/);
    expect(stdout.replaceAll(home, '~').split('\n')).toEqual([
      'To be removed:',
      '  job nightly (in cron)',
      '  ~/state/.bookings.jsonl.hotelctl-01234567-1-aa.tmp',
      '  ~/state/booking-requests: 1 booking with an unknown outcome',
      '  ~/state/credentials.json',
      '  ~/state/locks',
      '  ~/state/properties-0123.json',
      '  ~/config/jobs',
      '  ~/config/profiles.json',
      'To be kept:',
      '  ~/data/snapshots: 1 folder that hotelctl wrote (--data removes it as well)',
      '',
    ]);
    expect(crontab()).toContain('# job nightly');
    expect(existsSync(join(folders.state, 'credentials.json'))).toBe(true);
  });

  it('--yes removes the jobs, the credentials and the files, and keeps the rest', async () => {
    await used();
    writeFileSync(join(folders.config, 'notes.txt'), '');
    const { stdout } = await expectSuccess(
      types('uninstall --yes'),
      'Removed job nightly (in cron).\n',
      `Kept ${folders.config}, which contains notes.txt.\n`,
      /To remove the program, run `npm uninstall --global hotelctl` with the --prefix .*\.\n$/,
    );
    expect(stdout).toBe('');
    expect(crontab()).toBe('0 1 * * * other-program\n');
    expect(readdirSync(folders.config)).toEqual(['notes.txt']);
    expect(existsSync(folders.state)).toBe(false);
    expect(readdirSync(folders.data)).toEqual(['snapshots']);
    expect((await types('uninstall --dry-run')).stdout).toMatch(/^Nothing to remove\.\nTo be kept/);
  });

  it('--data removes what hotelctl wrote, in the folder of a profile too, and no file of others', async () => {
    await used();
    const other = join(home, 'shared');
    const snapshot = await keep(other, 'snapshots', 'taken=2026-11-21');
    await keep(other, 'snapshots', 'taken=2026-11-22');
    await keep(other, 'statistics', 'DE-2026-10.20261101');
    const close = await keep(other, 'closes', '2026-10.0001');
    const mine = [join(other, 'statistics/guests.xlsx'), join(other, 'b.xlsx'), join(snapshot, 'notes.txt')];
    for (const file of mine) writeFileSync(file, 'mine');
    // A link in the place of an entry must not lead out of the archive.
    const elsewhere = join(home, 'elsewhere');
    cpSync(join(dirname(snapshot), 'taken=2026-11-22'), elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(dirname(snapshot), 'taken=2026-11-23'));
    await types(['profile', 'add', 'berlin', '--data-dir', other, '--credential-store', 'file']);
    const { stdout } = await types('uninstall --dry-run --data');
    expect(stdout).toContain(`  ${join(other, 'snapshots')}: 2 folders that hotelctl wrote\n`);
    const written = `${join(other, 'closes')}: 1 folder that hotelctl wrote`;
    expect(stdout).toContain(`${written} (--closes removes it as well)`);
    const hint = `To remove it too, set HOTELCTL_DATA_DIR=${other} and add --closes.\n`;
    await expectSuccess(types('uninstall --yes --data'), `Kept ${written}. ${hint}`);
    expect(existsSync(folders.data)).toBe(false);
    for (const file of mine) expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(snapshot)).toEqual(['notes.txt']);
    expect(readdirSync(elsewhere)).toContain('data.json');
    expect(readdirSync(close)).toEqual(['data.json', 'manifest.json']);
    await types(['profile', 'add', 'berlin', '--data-dir', other, '--credential-store', 'file']);
    await expectSuccess(types('uninstall --yes --closes'));
    expect(existsSync(join(other, 'closes'))).toBe(false);
  });

  it('does not follow a link in the place of the folder of a kind', async () => {
    const elsewhere = join(home, 'elsewhere');
    const close = await keep(elsewhere, 'closes', '2026-10.0001');
    const snapshot = await keep(elsewhere, 'snapshots', 'taken=2026-11-21');
    mkdirSync(folders.data, { recursive: true });
    for (const kind of ['closes', 'snapshots']) symlinkSync(join(elsewhere, kind), join(folders.data, kind));
    expect((await types('uninstall --dry-run --data --closes')).stdout).toBe('Nothing to remove.\n');
    await expectSuccess(types('uninstall --yes --data --closes'));
    for (const folder of [close, snapshot])
      expect(readdirSync(folder)).toEqual(['data.json', 'manifest.json']);
  });

  it('keeps files of others in folders that have the names of its own', async () => {
    await used();
    const { config, state } = folders;
    const [written, mine] = [
      ['refused/0123456789abcdef.json', 'pages/brief-0123456789abcdef.html', 'schedule/nightly.logs/1.log'],
      ['pages/thesis.html', 'schedule/nightly.logs/notes.txt', 'refused/letter.json', 'library/book.pdf'],
    ];
    for (const file of [...written, ...mine].map(name => join(state, name))) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'x');
    }
    writeFileSync(join(config, 'jobs', 'application.docx'), 'mine');
    const elsewhere = join(home, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, '0123456789abcdef.json'), 'mine');
    symlinkSync(elsewhere, join(state, 'delivered'));
    await expectSuccess(types('uninstall --yes'));
    const left = (readdirSync(state, { recursive: true }) as string[]).filter(name => name.includes('.'));
    expect(left.filter(name => !name.endsWith('.logs')).sort()).toEqual(mine.sort());
    expect(readdirSync(config, { recursive: true })).toEqual(['jobs', 'jobs/application.docx']);
    expect(readdirSync(elsewhere)).toEqual(['0123456789abcdef.json']);
  });

  it('requires a confirmation', async () => {
    await used();
    const message = 'uninstalling requires confirmation\nhint: add --dry-run to see what';
    await expectFailure(types('uninstall'), 2, message);
    const answered = (answer: boolean) => types('uninstall', { terminal: true, answers: [answer] });
    expect((await expectExit(answered(false), 2)).context.prompted).toEqual(['Remove 8 items?']);
    expect(existsSync(join(folders.config, 'profiles.json'))).toBe(true);
    await expectSuccess(answered(true));
    expect(existsSync(folders.config)).toBe(false);
  });

  it('removes nothing when the scheduler of a job or the keychain is not accessible', async () => {
    await used();
    const before = readdirSync(folders.state);
    const env = { PATH: pathWith({ crontab: 'exit 3' }) };
    await expectFailure(types('uninstall --yes', { env }), 8, 'the crontab could not be read');
    await types('profile add berlin --auth-url https://identity.example --client-id C');
    const reply = JSON.stringify({ failure: 'no-service', message: 'none' });
    const replace = {
      runChild: async (request: Parameters<typeof runChild>[0]) =>
        request.args[0]?.endsWith('keychain-child.cjs')
          ? { exitCode: 0, timedOut: false, stdout: reply, stderr: '' }
          : runChild(request),
    };
    const hint = 'or use --credential-store file';
    await expectFailure(types('uninstall --yes', { replace }), 3, hint);
    expect(readdirSync(folders.state)).toEqual(before);
    await expectSuccess(types('uninstall --yes --credential-store file', { replace }));
    expect(existsSync(folders.config)).toBe(false);
  });

  it('removes a job whose file is damaged from the scheduler that has it', async () => {
    await used();
    writeFileSync(join(folders.config, 'jobs', 'nightly.json'), '{');
    expect((await types('uninstall --yes')).stderr).toContain('Removed job nightly (in cron).\n');
    expect(crontab()).toBe('0 1 * * * other-program\n');
  });

  it('deletes every item of a profile from the keychain', async () => {
    const items = new Map([
      ['munich https://identity.example C refresh-token', 'r'],
      ['munich smtp - smtp-password', 'p'],
      ['other item', 'x'],
    ]);
    const replace = {
      runChild: async (request: Parameters<typeof runChild>[0]) => {
        const { operations } = JSON.parse(request.input ?? '') as KeychainBatch;
        const results = operations.map(({ account, value: changed }) => {
          const value = items.get(account) ?? null;
          if (changed === null) items.delete(account);
          return { value };
        });
        return { exitCode: 0, timedOut: false, stdout: JSON.stringify({ results }), stderr: '' };
      },
    };
    await types('profile add munich --auth-url https://identity.example --client-id C --smtp-user me');
    const removed =
      /^Removed the sign-in of profile munich \(in the keychain\)\.\nRemoved the mail server password of profile munich/;
    const env = { HOTELCTL_CREDENTIAL_STORE: 'file' };
    await expectSuccess(types('uninstall --yes', { replace, env }), removed);
    expect([...items.keys()]).toEqual(['other item']);
  });

  it('knows the files that SECURITY.md describes', () => {
    const text = textOfFile('SECURITY.md');
    for (const [kind, folder] of [
      ['config', 'configuration'],
      ['state', 'state'],
    ] as const) {
      const described = [...text.matchAll(/^\| `([\w*.-]+\/?)` \| (\w+) \|/gm)]
        .filter(match => match[2] === folder)
        .map(match => match[1]);
      expect(Object.keys(ownFiles[kind]).sort(), folder).toEqual(described.sort());
    }
  });
});

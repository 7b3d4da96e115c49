import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/reports/archive/manifest.ts';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { makeBookings } from '../../reports/figures/books.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { booksArchive } from '../books-archive.ts';

const bookings = makeBookings('2026-10-01', 100);
/** Of a snapshot of 2026-10-15: from the first day of the month before, to 40 days ahead. */
const days = 85;

/** One for all tests, which damage copies. */
let whole: Awaited<ReturnType<typeof booksArchive>>;
beforeAll(async () => {
  whole = await booksArchive(bookings, '2026-10-14');
  for (const day of ['2026-10-14', '2026-10-15'])
    await whole.run('snapshot take --property MUC --ahead 40d', day);
});

/** An archive with two snapshots, and the folder of the later one, which a test damages. */
function archive() {
  const dataDir = temporaryFolder();
  cpSync(whole.dataDir, dataDir, { recursive: true });
  const folder = join(archiveFolder(dataDir, 'MUC'), 'taken=2026-10-15');
  return { run: (line: string) => whole.run(line, '2026-10-15', {}, dataDir), folder };
}

const reportOfDays =
  'reports property-performance --property MUC --from 2026-10-15 --to 2026-10-20 --as-of 2026-10-15';

/** Every command that reads the damaged snapshot ends, names the file and what to do. */
async function expectDamage({ run, folder }: ReturnType<typeof archive>, what: string) {
  const lines = [
    'pickup --property MUC --since 1d --period next-7-days',
    'pace --property MUC --versus -1d --period next-7-days',
    reportOfDays,
  ];
  // Pick-up and pace read the unit groups.
  const first = what.startsWith('days') ? 2 : 0;
  for (const line of what.startsWith('unit-groups') ? lines.slice(0, 2) : lines.slice(first)) {
    const message = `hotelctl: the snapshot of MUC taken on 2026-10-15 is damaged: ${join(folder, what)}`;
    const hint = 'hint: run `hotelctl snapshot verify` to see every damaged snapshot\n';
    await expectFailure(run(line), 4, message, hint);
  }
  const named = what.startsWith('manifest') ? 'warning: 1 snapshot cannot be read: run' : /^$/;
  await expectSuccess(run('snapshot list --property MUC'), named);
}
const verified = async ({ run }: ReturnType<typeof archive>) => {
  const { exitCode, stdout } = await run('snapshot verify --format csv --no-header');
  return [exitCode, /.*failed,[^,]*/.exec(stdout)?.[0]];
};

it.each(['manifest.json', 'days.parquet', 'unit-groups.parquet'])(
  'a named pipe in place of %s is refused without waiting for it',
  async file => {
    const found = archive();
    rmSync(join(found.folder, file));
    execFileSync('mkfifo', [join(found.folder, file)]);
    await expectDamage(found, `${file} is not a regular file`);
    expect(await verified(found)).toEqual([10, `MUC 2026-10-15,failed,${file} is not a regular file`]);
  },
);

describe('a manifest that hotelctl did not write', () => {
  const about = (manifest: Record<string, unknown>, more: object) => ({
    ...manifest,
    about: { ...(manifest['about'] as object), ...more },
  });
  const filesOf = (manifest: Record<string, unknown>) => manifest['files'] as { file: string }[];
  const outside = (manifest: Record<string, unknown>) =>
    filesOf(manifest).map(each => ({ ...each, file: `../${each.file}` }));
  const changes: readonly (readonly [string, (manifest: Record<string, unknown>) => unknown])[] = [
    ['is empty', () => undefined],
    ['is not an object', () => 5],
    ['is null', () => null],
    ['has no period', manifest => about(manifest, { period: null })],
    ['has a period that is not of dates', manifest => about(manifest, { period: { first: 1, last: {} } })],
    ['has a number as time zone', manifest => about(manifest, { timeZone: 5 })],
    ['has files without hashes', manifest => ({ ...manifest, files: [{ file: 'days.parquet' }] })],
    ['has a file of another folder', manifest => ({ ...manifest, files: outside(manifest) })],
    ['has only one of its files', manifest => ({ ...manifest, files: filesOf(manifest).slice(0, 1) })],
    ['has a request that is not a URL', manifest => about(manifest, { request: 'here' })],
    ['has a time that is not one', manifest => ({ ...manifest, createdAt: 'now' })],
  ];
  it.each(changes)('and that %s is a damaged snapshot', async (_, change) => {
    const found = archive();
    const file = join(found.folder, 'manifest.json');
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))) ?? '');
    await expectDamage(found, 'manifest.json is not valid');
    expect(await verified(found)).toEqual([10, 'MUC 2026-10-15,failed,manifest.json is not valid']);
  });

  it('is refused if it describes another property', async () => {
    const found = archive();
    const file = join(found.folder, 'manifest.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"property": "MUC"', '"property": "LND"'));
    await expectDamage(found, 'manifest.json describes taken=2026-10-15 of LND, ');
  });
});

describe('a Parquet file that hotelctl did not write', () => {
  /** Replaces the table, with a manifest that fits: hashes protect against accidents, not against people. */
  function replaceTable(folder: string, bytes: Uint8Array, rows?: number, table = 'days') {
    const file = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const files = manifest.files.map((each: { file: string; rows: number }) =>
      each.file === `${table}.parquet`
        ? { ...each, sha256: sha256(bytes), bytes: bytes.length, rows: rows ?? each.rows }
        : each,
    );
    writeFileSync(join(folder, `${table}.parquet`), bytes);
    writeFileSync(file, JSON.stringify({ ...manifest, files }));
  }
  // The best compression of 80 MB takes seconds, and the quickest one is small enough.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  const compressors = { BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes, { params }) };
  const parquet = (table: Parameters<typeof parquetWriteBuffer>[0]) =>
    new Uint8Array(parquetWriteBuffer({ codec: 'BROTLI', compressors, ...table }));
  const tableOf = (rows: number, type: 'INT32' | 'INT64' = 'INT32') => {
    const data = type === 'INT32' ? new Int32Array(rows) : new BigInt64Array(rows);
    const column = { data, type, encoding: 'RLE_DICTIONARY' } as const;
    const columnData = ['businessDay', 'soldCount'].map(name => ({ name, ...column }));
    return parquet({ rowGroupSize: rows, columnData });
  };

  it('and that is a few bytes of many rows is refused before it is decoded', async () => {
    const found = archive();
    const bomb = tableOf(60_000);
    expect(bomb.length).toBeLessThan(1000);
    replaceTable(found.folder, bomb, days);
    await expectDamage(found, `days.parquet does not have the ${days} rows of its manifest`);
    // One row for each day of the period.
    replaceTable(found.folder, tableOf(days + 1), days + 1);
    await expectDamage(found, 'manifest.json is not valid');
    const other = archive();
    replaceTable(other.folder, bomb, 60_000, 'unit-groups');
    const problem = 'unit-groups.parquet has too many rows';
    expect(await verified(other)).toEqual([10, `MUC 2026-10-15,failed,${problem}`]);
  });

  it('and that is 4 MB of many columns or long texts is refused before it is decoded', async () => {
    const texts = (rows: number, columns: number, length: number) => {
      const data = Array(rows).fill('x'.repeat(length));
      const column = { data, type: 'STRING', encoding: 'RLE_DICTIONARY' } as const;
      const columnData = Array.from({ length: columns }, (_, index) => ({ name: `c${index}`, ...column }));
      return parquet({ rowGroupSize: rows, statistics: false, columnData });
    };
    const found = archive();
    const bomb = async (bytes: Uint8Array, rows: number) => {
      expect(bytes.length).toBeLessThan(4_000_000);
      replaceTable(found.folder, bytes, rows, 'unit-groups');
      return (await verified(found))[1];
    };
    expect(await bomb(texts(40_000, 63, 9), 40_000)).toContain('unit-groups.parquet has too many rows');
    expect(await bomb(texts(9, 39, 2 << 20), 9)).toContain('is too large when it is decompressed');
  });

  it('and whose column has the name of no field is refused before another one is read', async () => {
    const found = archive();
    const bytes = Buffer.from(tableOf(days));
    // The last name is that of the column in the group of rows.
    bytes.write('soldCounu', bytes.lastIndexOf('soldCount'));
    replaceTable(found.folder, new Uint8Array(bytes), days);
    await expectDamage(found, 'days.parquet has a structure that hotelctl does not write');
  });

  it('and whose page claims more values than rows is refused', async () => {
    const found = archive();
    const bytes = readFileSync(join(found.folder, 'days.parquet'));
    // A run of as many values that are not null: twice the number in groups of seven bits, then 1. It becomes 127.
    const at = bytes.indexOf(Buffer.from([((2 * days) & 0x7f) | 0x80, (2 * days) >> 7, 1]));
    expect(at).toBeGreaterThan(0);
    bytes.set([0xfe, 0x01], at);
    replaceTable(found.folder, bytes);
    await expectDamage(found, 'days.parquet has too many values');
  });

  const length = Buffer.from([0, 0, 48, 0]);
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('PAR1 but not really PAR1')],
    ['a description that is too long', Buffer.concat([Buffer.alloc(3 << 20), length, Buffer.from('PAR1')])],
    ['nested columns', parquet({ columnData: [{ name: 'a', data: Array(days).fill({ b: 1 }) }] })],
    ['other columns', tableOf(days)],
    ['columns of another type', tableOf(days, 'INT64')],
  ])('and that is %s is refused', async (_, bytes) => {
    const found = archive();
    replaceTable(found.folder, bytes);
    const ended = found.run(reportOfDays);
    await expectFailure(ended, 4, `${join(found.folder, 'days.parquet')} `, 'hotelctl snapshot verify');
  });
});

it.each(['manifest.json is larger than 1 MiB', 'days.parquet is larger than 64 MiB'])(
  'a file that is larger than any is not read: %s',
  async problem => {
    const found = archive();
    truncateSync(join(found.folder, problem.split(' ')[0] ?? ''), 2 ** 40);
    await expectDamage(found, problem);
  },
);

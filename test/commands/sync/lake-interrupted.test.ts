import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { expectFailure } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { killedAfter, runHotelctl, runLimited } from '../../run-hotelctl.ts';
import { wordsOf } from '../../words.ts';
import { localServer, signedIn } from '../local-server.ts';

/** A lake whose writer is killed, or has no space: each file has the old rows or the new ones. */
const rows = 20_000;
let generation: number;
let env: Record<string, string>;
let home: string;
let target: string;
beforeEach(async () => {
  generation = 1;
  const server = await localServer((request, response) => {
    if (!request.url?.includes('/room-nights')) return response.writeHead(404).end();
    const entry = (_: unknown, index: number) => ({
      countryCode: `C${index}`,
      number: generation,
      percent: 12.345678901234567,
      reservationIds: [`R${index}-${generation}`],
    });
    return response.end(
      JSON.stringify({ total: generation, nationalityBreakdown: Array.from({ length: rows }, entry) }),
    );
  });
  home = temporaryFolder();
  target = join(home, 'lake');
  env = { ...signedIn(server.url), HOME: home };
});

const words = () => wordsOf('sync', [target], '--property MUC --report room-nights --period this-month');
const folderOf = (view: string) => {
  const property = join(target, 'room-nights', view, 'property=MUC');
  return join(property, readdirSync(property)[0] ?? '');
};

/** The generation of each file: all its rows are of the same one. */
const generations = () =>
  Promise.all(
    [
      ['breakdown', 'number'],
      ['reservations', `split_part("reservationId", '-', 2)`],
    ].map(async ([view = '', generationOf = '']) => {
      const found = await duckRows(
        `select ${generationOf} as generation, count(*) as n from '${folderOf(view)}/data.parquet' group by 1`,
      );
      expect(found).toHaveLength(1);
      expect(Number(found[0]?.['n'])).toBeGreaterThanOrEqual(rows);
      return Number(found[0]?.['generation']);
    }),
  );

describe('a lake', () => {
  it('has whole files when its writer is killed, and the next run completes it', {
    timeout: 240_000,
  }, async () => {
    expect((await runHotelctl(words(), { env })).exitCode).toBe(0);
    let killed = 0;
    for (let round = 0; round < counted(6, 50); round += 1) {
      generation += 1;
      if (await killedAfter(150 + ((round * 37) % 50) * 16, words(), { ...env, HOME: home })) killed += 1;
      for (const found of await generations()) expect(found).toBeLessThanOrEqual(generation);
    }
    expect(killed).toBeGreaterThan(2);
    generation += 1;
    expect((await runHotelctl(words(), { env })).exitCode).toBe(0);
    expect(await generations()).toEqual([generation, generation]);
    for (const view of ['breakdown', 'reservations'])
      expect(readdirSync(folderOf(view))).toEqual(['data.parquet']);
  });

  it('keeps its files when the disk is full, and says so with exit 8', async () => {
    expect((await runHotelctl(words(), { env })).exitCode).toBe(0);
    const before = readFileSync(join(folderOf('reservations'), 'data.parquet'));
    generation = 2;
    await expectFailure(runLimited('ulimit -f 8', words(), env), 8, 'could not be written');
    expect(await generations()).toEqual([1, 1]);
    expect(readFileSync(join(folderOf('reservations'), 'data.parquet')).equals(before)).toBe(true);
    for (const view of ['breakdown', 'reservations'])
      expect(readdirSync(folderOf(view))).toEqual(['data.parquet']);
  });
});

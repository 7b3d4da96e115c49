import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { killedAfter, runLimited } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { wordsOf } from '../../words.ts';
import { localServer, roomNightsListener, signedIn } from '../local-server.ts';

/** A lake whose writer is killed, or has no space: each file has the old rows or the new ones. */
const rows = 10_000;
let generation: number;
let env: Record<string, string>;
let home: string;
let target: string;
beforeEach(async () => {
  generation = 1;
  const reservation = (index: number) => `R${index}-${generation}`;
  const server = await localServer(roomNightsListener(rows, () => generation, reservation));
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
    await expectSuccess(runInProcess(words(), { env }));
    let killed = 0;
    for (let round = 0; round < counted(6, 50); round += 1) {
      generation += 1;
      if (await killedAfter(150 + ((round * 37) % 50) * 16, words(), { ...env, HOME: home })) killed += 1;
      for (const found of await generations()) expect(found).toBeLessThanOrEqual(generation);
    }
    expect(killed).toBeGreaterThan(2);
    generation += 1;
    await expectSuccess(runInProcess(words(), { env }));
    expect(await generations()).toEqual([generation, generation]);
    for (const view of ['breakdown', 'reservations'])
      expect(readdirSync(folderOf(view))).toEqual(['data.parquet']);
  });

  it('keeps its files when the disk is full, and says so with exit 8', async () => {
    await expectSuccess(runInProcess(words(), { env }));
    const before = readFileSync(join(folderOf('reservations'), 'data.parquet'));
    generation = 2;
    await expectFailure(runLimited('ulimit -f 8', words(), env), 8, 'could not be written');
    expect(await generations()).toEqual([1, 1]);
    expect(readFileSync(join(folderOf('reservations'), 'data.parquet')).equals(before)).toBe(true);
    for (const view of ['breakdown', 'reservations'])
      expect(readdirSync(folderOf(view))).toEqual(['data.parquet']);
  });
});

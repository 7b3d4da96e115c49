import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { runLimited } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { wordsOf } from '../../words.ts';
import { localServer, roomNightsListener, signedIn } from '../local-server.ts';

it('a lake keeps its whole files when the disk is full, and the next run replaces them', async () => {
  let generation = 1;
  const reservation = (index: number) => `R${index}-${generation}`;
  const server = await localServer(roomNightsListener(3_000, () => generation, reservation));
  const home = temporaryFolder();
  const target = join(home, 'lake');
  const env = { ...signedIn(server.url), HOME: home };
  const words = wordsOf('sync', [target], '--property MUC --report room-nights --period this-month');
  const files = () =>
    ['breakdown', 'reservations'].flatMap(view => {
      const property = join(target, 'room-nights', view, 'property=MUC');
      const folder = join(property, readdirSync(property)[0] ?? '');
      return readdirSync(folder).map(name => [name, readFileSync(join(folder, name)).toString('hex')]);
    });
  await expectSuccess(runInProcess(words, { env }));
  const before = files();
  expect(before.map(([name]) => name)).toEqual(['data.parquet', 'data.parquet']);
  generation = 2;
  await expectFailure(runLimited('ulimit -f 8', words, env), 8, 'could not be written');
  expect(files()).toEqual(before);
  await expectSuccess(runInProcess(words, { env }));
  for (const [index, [name, content]] of files().entries())
    expect([name, content === before[index]?.[1]]).toEqual(['data.parquet', false]);
});

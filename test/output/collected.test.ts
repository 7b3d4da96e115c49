import { expect, it } from 'vitest';
import { collected } from '../../src/output/results.ts';

const batch = Array.from({ length: 1000 }, () => ({ id: 'a' }));

async function* endless() {
  for (;;) yield batch;
}

it('an endless result is refused when its rows no longer fit in memory', async () => {
  await expect(collected(endless())).rejects.toMatchObject({
    exitCode: 8,
    message: 'more than 500000 rows: this format keeps all of them in memory',
  });
  expect(await collected([[{ id: 'a' }], [{ id: 'b' }]])).toEqual([{ id: 'a' }, { id: 'b' }]);
});

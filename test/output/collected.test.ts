import { expect, it } from 'vitest';
import { collected } from '../../src/output/results.ts';

async function* endless() {
  for (;;) yield [{ id: 'a' }, { id: 'b' }];
}

it('an endless result is refused when its rows no longer fit in memory', async () => {
  await expect(collected(endless(), 1001)).rejects.toMatchObject({
    exitCode: 8,
    message: 'more than 1001 rows: this format keeps all of them in memory',
  });
  expect(await collected([[{ id: 'a' }], [{ id: 'b' }]], 2)).toEqual([{ id: 'a' }, { id: 'b' }]);
});

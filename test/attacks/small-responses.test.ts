import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { localServer } from '../commands/local-server.ts';
import { expectExit } from '../expect-run.ts';
import { line, lodging } from '../reports/journal/ledger-lines.ts';
import { type Run, runHotelctl } from '../run-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';

/**
 * Responses of some kilobytes that become gigabytes. The program gets 160 MB for its objects: with more, Node.js ends it,
 * and the exit code is not the one that is expected.
 */
const heap = { NODE_OPTIONS: '--max-old-space-size=160' };

async function runAgainst(args: Line, body: Uint8Array, codings = 'gzip'): Promise<Run> {
  const server = await localServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': codings });
    response.end(body);
  });
  return runHotelctl(args, {
    env: {
      ...heap,
      HOTELCTL_BASE_URL: server.url,
      HOTELCTL_ACCESS_TOKEN: 'literal-token',
      HOTELCTL_MAX_ATTEMPTS: '1',
    },
  });
}

const transactions = wordsOf(
  `reports gross-transactions --property MUC --format csv --date-filter gte_2026-10-01
    --date-filter lt_2026-11-01`,
);
const objects = (count: number) => `[${'{},'.repeat(count)}{}]`;
const fields = (count: number) => Array.from({ length: count }, (_, index) => `"x${index}":0`).join(',');

describe('a small response', () => {
  it.each([
    [
      'an element with millions of undocumented objects',
      `{"transactions":[{"junk":${objects(5_000_000)}}],"count":1}`,
      'a value in it is larger than 1 MiB',
    ],
    [
      'an element with a million undocumented fields',
      `{"transactions":[{${fields(1_000_000)}}],"count":1}`,
      'a value in it is larger than 1 MiB',
    ],
    [
      'hundreds of undocumented fields around the list',
      `{${Array.from({ length: 300 }, (_, index) => `"f${index}":${objects(50_000)}`).join(',')}}`,
      'the fields around its list are too large',
    ],
  ])('with %s is refused in little memory', async (_, body, why) => {
    const { stderr } = await expectExit(runAgainst(transactions, gzipSync(body)), 6);
    expect(stderr.split('\n')[0]).toEqual(`hotelctl: the response is not as documented: ${why}`);
  });

  it('that is one transaction again and again is refused when it has expanded to 250 times its size', async () => {
    const one = JSON.stringify(line(lodging, lodging, 1));
    const count = (70 << 20) / one.length;
    const text = `{"transactions":[${`${one},`.repeat(count)}${one}],"count":${Math.ceil(count)}}`;
    const ended = runAgainst(transactions, gzipSync(gzipSync(text)), 'gzip, gzip');
    const { stderr } = await expectExit(ended, 6);
    expect(stderr).toContain('expands to more than 250 times its size');
  });
});

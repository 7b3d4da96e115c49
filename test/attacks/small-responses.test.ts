import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { localServer, signedIn } from '../commands/local-server.ts';
import { expectExit } from '../expect-run.ts';
import { line, lodging } from '../reports/journal/ledger-lines.ts';
import { runHotelctl } from '../run-hotelctl.ts';

/** Some kilobytes that become gigabytes. The program gets 160 MB for its objects: with more, Node.js ends it. */
it('a small response that is one transaction again and again is refused when it has expanded to 250 times its size', async () => {
  const one = JSON.stringify(line(lodging, lodging, 1));
  const count = (70 << 20) / one.length;
  const text = `{"transactions":[${`${one},`.repeat(count)}${one}],"count":${Math.ceil(count)}}`;
  const body = gzipSync(gzipSync(text));
  const server = await localServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip' });
    response.end(body);
  });
  const ended = runHotelctl(
    'reports gross-transactions --property MUC --period 2026-10 --format csv --max-attempts 1',
    { env: { ...signedIn(server.url), NODE_OPTIONS: '--max-old-space-size=160' } },
  );
  const { stderr } = await expectExit(ended, 6);
  expect(stderr).toContain('expands to more than 250 times its size');
});

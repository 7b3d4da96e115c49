import { expect, it } from 'vitest';
import { everyElement, firstPage } from '../../../src/commands/api/response.ts';
import { get, httpResponse } from '../../http/serve.ts';

it.each([
  [1, 'pages of one element'],
  [500, 'pages of 500 elements'],
])('a host that never sends a last page is abandoned: %i', async size => {
  const first = firstPage(get(`https://api.example/things?pageSize=${size}`));
  let pages = 0;
  const endless = everyElement(first, async () => {
    pages += 1;
    const elements = Array.from({ length: size }, (_, index) => pages * size + index);
    return httpResponse(200, {}, JSON.stringify(elements));
  });
  await expect(endless).rejects.toThrow('there are more than 10000 pages or 1000000 elements');
  expect(pages).toBe(size === 1 ? 10_001 : 2001);
});

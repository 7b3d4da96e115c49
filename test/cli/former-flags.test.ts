import { expect, it } from 'vitest';
import { unused } from '../http/serve.ts';
import { runHotelctl } from '../run-hotelctl.ts';

it('--retries is accepted for --max-attempts, prints nothing about it, and is not in the help', async () => {
  const env = { HOTELCTL_BASE_URL: await unused(), HOTELCTL_ACCESS_TOKEN: 'token-of-the-test' };
  const [former, present] = await Promise.all(
    ['--retries', '--max-attempts'].map(flag => runHotelctl(['api', '/x', flag, '1'], { env })),
  );
  expect(former).toEqual(present);
  expect(former).toMatchObject({ exitCode: 5, stdout: '' });
  const { stdout } = await runHotelctl('api --help --verbose');
  expect(stdout).toContain('--max-attempts');
  expect(stdout).not.toContain('--retries');
});

import { expect, it, vi } from 'vitest';
import { authorizeAsHotelUser } from '../../../src/sandbox/hotel-user.ts';
import { authorizeUrl, exchange, testSandbox } from './client-application.ts';

// In a separate file, because the library prints once per process, when it is loaded.
it('a whole sign-in writes nothing to the console', async () => {
  const words: unknown[] = [];
  const spies = (['log', 'info', 'warn', 'error'] as const).map(name =>
    vi.spyOn(console, name).mockImplementation((...parts) => void words.push(...parts)),
  );
  const warn = console.warn;
  const sandbox = await testSandbox();
  expect(console.warn).toBe(warn);
  const redirect = new URL(await authorizeAsHotelUser(authorizeUrl(sandbox), { allow: true }));
  const { status } = await exchange(sandbox, redirect.searchParams.get('code') ?? '');
  await exchange(sandbox, 'no code at all');
  for (const spy of spies) spy.mockRestore();
  expect(status).toBe(200);
  expect(words).toEqual([]);
});

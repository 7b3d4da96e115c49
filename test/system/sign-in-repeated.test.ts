import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { counted } from '../full-counts.ts';
import { isOpen } from '../http/auth/loopback-ports.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { processesAt } from './process-table.ts';
import { openWorkplace, useWorkplace } from './workplace.ts';

useWorkplace();

const rounds = counted(4, 20);

it(`${rounds} sign-ins in a row leave no process, no open port and no temporary file`, {
  timeout: 120_000,
}, async () => {
  const workplace = await openWorkplace();
  const { browser, home, port } = workplace;
  const before = processesAt(home);
  expect(before.some(({ command }) => command.includes('sandbox start'))).toBe(true);
  for (let round = 0; round < rounds; round++) {
    const login = workplace.login();
    const page = await signInAsHotelUser(await browser.opened(login), { allow: true });
    expect(page.text).toContain('You are signed in');
    expect(await login.ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Signed in as') });
    expect(await isOpen(port)).toBe(false);
  }
  // Also waits for the last browser, which nothing else waits for.
  expect(await browser.starts()).toBe(rounds);
  expect(processesAt(home)).toEqual(before);
  // No lock, no incomplete file, no second profile; the secrets are where they were after the first time.
  expect(workplace.files().map(file => basename(file))).toEqual(['profiles.json']);
  const items = Object.keys(await workplace.keychainItems()).map(account => account.split(' ').at(-1));
  expect(items.sort()).toEqual(['access-token', 'client-secret', 'refresh-token']);
});

import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isOpen } from '../http/auth/loopback-ports.ts';
import { signInAsHotelUser } from '../sandbox/sign-in-as-hotel-user.ts';
import { processesAt } from './process-table.ts';
import { openWorkplace, useWorkplace } from './workplace.ts';

useWorkplace();

it('a signal while it waits ends a sign-in immediately, and the next one gets the port', async () => {
  const workplace = await openWorkplace();
  const { browser, home, port } = workplace;
  const stored = async () => ({
    items: await workplace.keychainItems(),
    files: workplace.files(),
    processes: processesAt(home),
  });
  const before = await stored();
  for (const [signal, exitCode, message] of [
    ['SIGINT', 130, 'sign-in canceled; nothing was changed'],
    ['SIGTERM', 143, 'stopped by SIGTERM'],
  ] as const) {
    const stopped = workplace.login();
    await browser.opened(stopped);
    // A browser that connects before its request, as browsers do: hotelctl does not wait for it.
    const idle = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void idle.destroy());
    await new Promise(resolve => idle.once('connect', resolve));
    stopped.signal(signal);
    const run = await stopped.ended;
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toMatch(new RegExp(`^hotelctl: ${message}\nhint: .*\n$`, 'm'));
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(await isOpen(port)).toBe(false);
    expect(await stored()).toEqual(before);
  }
  expect(await browser.starts()).toBe(2);
  const next = workplace.login();
  await signInAsHotelUser(await browser.opened(next), { allow: true });
  expect(await next.ended).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Signed in as') });
});

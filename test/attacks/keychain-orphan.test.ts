import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { hotelctlFile } from '../run-hotelctl.ts';

/** A bus that accepts and never responds blocks the keychain library forever; hotelctl kills its helper if it can. */
it('a blocked helper ends when its hotelctl process is killed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'bus');
  const bus = createServer(() => {});
  bus.listen(path);
  await once(bus, 'listening');
  onTestFinished(() => void bus.close());
  const connected = once(bus, 'connection');
  const hotelctl = spawn(process.execPath, [hotelctlFile, 'auth', 'token'], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`,
      HOTELCTL_AUTH_URL: 'http://127.0.0.1:9',
      HOTELCTL_CLIENT_ID: 'CLIENT',
    },
  });
  await connected;
  const [helper] = readFileSync(`/proc/${hotelctl.pid}/task/${hotelctl.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  expect(readFileSync(`/proc/${helper}/cmdline`, 'utf8')).toContain('keychain-child');
  hotelctl.kill('SIGKILL');
  await once(hotelctl, 'exit');
  while (existsSync(`/proc/${helper}`) && !readFileSync(`/proc/${helper}/stat`, 'utf8').includes(') Z'))
    await new Promise(setImmediate);
});

/**
 * A process that takes a lock repeatedly: it prints `in` when it has it, `out` when it releases it. A second resource,
 * which is independent of the lock and released by the kernel when a process dies, proves exclusivity: an address in
 * use. Arguments: lock, witness address, rounds. With `hold` as a fourth it keeps the lock until its input ends.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { withLock } from '../../src/base/lock.ts';
import { makeRealContext } from '../../src/start/real-context.ts';

const [lock = '', witness = '', rounds = '1', hold] = process.argv.slice(2);
const context = makeRealContext(__dirname);

async function work(): Promise<void> {
  const server = createServer();
  server.on('error', (error: NodeJS.ErrnoException) => {
    writeSync(1, `violation: ${error.code}\n`);
    process.exit(1);
  });
  server.listen(`\0${witness}`);
  await once(server, 'listening');
  writeSync(1, 'in\n');
  if (hold) await context.stdin.readText();
  // Long enough for a kill to happen here, too.
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  server.close();
  await once(server, 'close');
}

async function run(): Promise<void> {
  for (let round = 0; round < Number(rounds); round += 1) {
    await withLock(lock, context, work);
    writeSync(1, 'out\n');
  }
}

void run();

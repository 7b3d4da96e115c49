import { writeSync } from 'node:fs';
import { HotelctlError } from '../../src/base/errors.ts';
import { deliver } from '../../src/output/deliver.ts';
import { makeRealContext } from '../../src/start/real-context.ts';

/** Delivers so many chunks to a target, and writes to descriptor 3 before each and after the last. Exits as main does. */
const [target, count] = process.argv.slice(2);

async function* chunks() {
  for (let index = 0; index < Number(count); index++) {
    writeSync(3, `chunk ${index}\n`);
    yield `${index} `.repeat(20_000);
  }
  writeSync(3, `chunk ${count}\n`);
}

try {
  writeSync(3, `${await deliver(chunks(), target, makeRealContext(import.meta.dirname))}\n`);
} catch (error) {
  if (!(error instanceof HotelctlError)) throw error;
  writeSync(3, `${error.message}\n`);
  process.exitCode = error.exitCode;
}

import { basename, dirname, join } from 'node:path';
import { main } from '../../src/start/main.ts';
import { makeRealContext } from '../../src/start/real-context.ts';
import { quickClock } from './quick-clock.ts';

/** hotelctl as a process with the time of NIGHT_NOW: only its clock is not the machine's. */
const folder = dirname(process.argv[1] ?? '');
const real = makeRealContext(join(folder, '..', basename(folder)));
process.exitCode = await main(process.argv.slice(2), {
  ...real,
  clock: quickClock(Number(process.env['NIGHT_NOW'])).clock,
});
process.exit();

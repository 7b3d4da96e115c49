// Every benchmark, one after the other, each figure beside its goal: npm run bench. `-- --large` adds an export of 1 GB.
// Ends with 1 if a figure misses its goal by more than a tenth.
import { missed } from './measure.mjs';

for (const name of ['start-up', 'fan-out', 'export', 'archive']) await import(`./${name}.mjs`);
if (missed.length > 0) {
  console.log(`\nmissed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

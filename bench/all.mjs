// Every benchmark, one after the other, each figure beside its goal: npm run bench. The figures go to bench/results.json, and
// `npm run generate` puts them into docs/speed.md. `-- --large` adds peers at 1 GB. Ends with 1 if a figure misses its goal by more
// than a tenth.
import { writeResults } from './measure.mjs';

for (const name of ['start-up', 'fan-out', 'export', 'close', 'archive']) await import(`./${name}.mjs`);
if (!writeResults(new URL('results.json', import.meta.url))) process.exitCode = 1;

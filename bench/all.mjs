// Every benchmark, one after the other: npm run bench. `node bench/export.mjs --large` adds 1 GB.
import './start-up.mjs';
import './fan-out.mjs';
import './export.mjs';

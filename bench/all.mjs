// Every benchmark, one after the other: npm run bench
import './start-up.mjs';

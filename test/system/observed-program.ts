import { createInterface } from 'node:readline';
import { runInProcess } from '../run-in-process.ts';

/**
 * hotelctl for many command lines, one after the other, in a process with observer.cjs: each line of standard input has the
 * words of a command line, its environment and its folder as JSON, and each line of standard output is the result.
 */
for await (const line of createInterface(process.stdin)) {
  const { words, ...options } = JSON.parse(line);
  const run = await runInProcess(words, options);
  process.stdout.write(`${JSON.stringify(run)}\n`);
}

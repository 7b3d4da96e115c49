import { main } from '../../src/start/main.ts';
import { type TestContextOptions, testContext } from '../context.ts';
import { type Line, wordsOf } from '../words.ts';

/** The program from argv to exit code, on the test's own Context: fast, and with access to every stream. */
export async function runMain(line: Line, options: TestContextOptions = {}) {
  const context = testContext(options);
  const exitCode = await main(wordsOf(line), context);
  return { exitCode, stdout: context.out(), stderr: context.err(), context };
}

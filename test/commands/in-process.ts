import { main } from '../../src/main.ts';
import { type TestContextOptions, testContext } from '../context.ts';

/** The program from argv to exit code, on a Context of the test's own: fast, and every stream is at hand. */
export async function runMain(args: readonly string[], options: TestContextOptions = {}) {
  const context = testContext(options);
  const exitCode = await main(args, context);
  return { exitCode, stdout: context.out(), stderr: context.err(), context };
}

import { main } from '../../src/start/main.ts';
import { type TestContextOptions, testContext } from '../context.ts';

/** The program from argv to exit code, on the test's own Context: fast, and with access to every stream. */
export async function runMain(args: readonly string[], options: TestContextOptions = {}) {
  const context = testContext(options);
  const exitCode = await main(args, context);
  return { exitCode, stdout: context.out(), stderr: context.err(), context };
}

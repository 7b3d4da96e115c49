import { main } from '../../../src/start/main.ts';
import { testContext } from '../../context.ts';
import { fakePorts } from '../../http/serve.ts';
import { type Line, wordsOf } from '../../words.ts';

/**
 * hotelctl with a clock that advances only while hotelctl sleeps, so that rate limiting takes no time.
 *
 * @param context of several commands with the same folders
 */
export async function runOn(
  day: string,
  line: Line,
  env: Readonly<Record<string, string>>,
  context = testContext({ env }),
) {
  const { clock } = fakePorts(Date.parse(`${day}T12:00:00Z`)).ports;
  const exitCode = await main(wordsOf(line), { ...context, clock });
  return { exitCode, stdout: context.out(), stderr: context.err() };
}

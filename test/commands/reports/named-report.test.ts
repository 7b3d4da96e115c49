import { expect, it } from 'vitest';
import { invocationOpener } from '../../../src/cli/invocation.ts';
import { buildProgram } from '../../../src/start/run.ts';
import { testContext } from '../../context.ts';

const open = invocationOpener(testContext());

async function flagsOf(words: readonly string[] | undefined): Promise<Readonly<Record<string, number>>> {
  const program = await buildProgram(open, 'reports', false, words);
  const reports = program.commands.find(command => command.name() === 'reports');
  return Object.fromEntries(
    (reports?.commands ?? []).map(({ options }, index) => [
      reports?.commands[index]?.name() ?? '',
      options.length,
    ]),
  );
}

it('only the report that the command line names gets its flags; the others are listed', async () => {
  const all = await flagsOf(undefined);
  const named = await flagsOf(['reports', 'arrivals', '--month', '10']);
  expect(Object.keys(named)).toEqual(Object.keys(all));
  expect(named['arrivals']).toBe(all['arrivals']);
  expect(all['revenues']).toBeGreaterThan(10);
  expect(named['revenues']).toBe(0);
});

it('the help of the group is the same with and without their flags', async () => {
  const helps = [undefined, ['reports']].map(async words => {
    const program = await buildProgram(open, 'reports', false, words);
    return program.commands.find(command => command.name() === 'reports')?.helpInformation();
  });
  const [whole, stubs] = await Promise.all(helps);
  expect(stubs).toBe(whole);
  expect(whole).toContain('room-nights');
});

import { expect, it } from 'vitest';
import { buildProgram } from '../../../src/start/run.ts';

async function flagsOf(words: readonly string[] | undefined): Promise<Readonly<Record<string, number>>> {
  const program = await buildProgram('reports', false, words);
  const reports = program.commands.find(command => command.name() === 'reports');
  return Object.fromEntries(reports?.commands.map(report => [report.name(), report.options.length]) ?? []);
}

it('only the report that the command line names is declared; without one all are listed, without flags', async () => {
  const all = await flagsOf(undefined);
  expect(all['revenues']).toBeGreaterThan(10);
  expect(await flagsOf(['reports', 'arrivals', '--month', '10'])).toEqual({ arrivals: all['arrivals'] });
  const listed = await flagsOf(['reports', '--unknown']);
  expect(Object.keys(listed)).toEqual(Object.keys(all));
  expect(new Set(Object.values(listed))).toEqual(new Set([0]));
});

it('help that follows the name of a report as a value lists the other reports too', async () => {
  const listed = await flagsOf(['reports', '--unknown', 'arrivals', '--help']);
  expect(Object.keys(listed)).toContain('revenues');
});

it('the help of the group is the same with and without their flags', async () => {
  const helps = [undefined, ['reports']].map(async words => {
    const program = await buildProgram('reports', false, words);
    return program.commands.find(command => command.name() === 'reports')?.helpInformation();
  });
  const [whole, stubs] = await Promise.all(helps);
  expect(stubs).toBe(whole);
  expect(whole).toContain('room-nights');
});

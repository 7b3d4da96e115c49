import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import { optionNamed, placeOf } from '../completion/place.ts';
import { pathOf } from './help.ts';

/**
 * `--property --from 2026-10-01`: commander takes `--from` for the property's id, and complains of the date, or sends
 * it. No value that anybody means is the name of a flag of the same command; `--property=--from` says it all the same.
 *
 * @throws UsageError that names both flags
 */
export function refuseMissingValue(program: Command, words: readonly string[]): void {
  for (const [index, word] of words.entries()) {
    const { command, awaited, beyond } = placeOf(program, words.slice(0, index));
    if (beyond) return;
    const [flag = ''] = word.split('=', 1);
    if (!awaited || !flag.startsWith('--') || !optionNamed(command, flag)) continue;
    throw new UsageError(`${awaited.long} needs a value, and ${flag} is a flag`, {
      hint: `${awaited.flags.split(', ').at(-1)}; \`${pathOf(command)} --help\` shows what there is`,
    });
  }
}

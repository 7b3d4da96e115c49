import { describe, expect, it } from 'vitest';
import { commandTree, everyCommand } from '../../scripts/reference/commands.ts';
import { sourcesBelow, textOfFile } from '../repository.ts';
import { wordsOf } from '../words.ts';

/** Flags of other programs that documents and messages name. */
const ofOthers = new Set(
  `--ignore-scripts --maxWorkers --project --experimental --user --keep --env-file --abbrev-ref --no-optional --global
  --watch --strip --json --jq --globoff --semi-space-growth-factor --interrupt-budget --max-inlined-bytecode-size-cumulative --variable --expand-header --head --request --data-binary --data-raw --value --rates --currency --prefix`.split(
    /\s+/,
  ),
);

describe('a flag that is named', async () => {
  const commands = everyCommand(await commandTree());
  const flags = commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  const known = new Set(flags.flatMap(flag => [flag, flag.replace('--no-', '--')]));
  const files = wordsOf(
    'src/cli src/commands src/reports src/bookings src/jobs src/output src/platform',
  ).flatMap(sourcesBelow);

  it.each(files)('in a message of %s exists', file => {
    const source = textOfFile(file).replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
    const named = source.match(/(?<![\w$}{./(-])--[a-z][a-z-]+[a-z](?![\w$-]|[(:])/g) ?? [];
    const ofEach = ['--help', '--version'];
    const unknown = named.filter(flag => !known.has(flag) && !ofOthers.has(flag) && !ofEach.includes(flag));
    expect(unknown).toEqual([]);
  });
});

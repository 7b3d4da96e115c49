import { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import { pathOf } from './help.ts';

/** commander's Command with three more checks of the flags that take one value. */
export class StrictCommand extends Command {
  override createCommand(name?: string): StrictCommand {
    return new StrictCommand(name);
  }

  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    this.refuseMissingValue(args);
    return super.parseOptions(args);
  }

  /**
   * commander takes the next word as the value even if it is a flag: in `--property --from 2026-10-01` it would read `--from` as
   * the id of the property. `--property=--from` is possible.
   *
   * @throws UsageError that names both flags
   */
  private refuseMissingValue(args: readonly string[]): void {
    const named = (word: string | undefined) =>
      this.options.find(({ long, short }) => word === long || word === short);
    for (let index = 0; index < args.length && args[index] !== '--'; index += 1) {
      const option = named(args[index]);
      if (!option?.required) continue;
      index += 1;
      const [next = ''] = args[index]?.split('=', 1) ?? [];
      if (!next.startsWith('--') || !named(next)) continue;
      throw new UsageError(`${option.long} needs a value, and ${next} is a flag`, {
        hint: `write ${option.flags.split(', ').at(-1)}; run \`${pathOf(this)} --help\` for usage`,
      });
    }
  }

  /**
   * commander uses the last value of a flag and silently drops the others, one of which may be the intended one. It also accepts
   * the name of a file that is empty, which a shell makes of a variable that is not set.
   */
  override setOptionValueWithSource(
    ...[key, value, source]: Parameters<Command['setOptionValueWithSource']>
  ): this {
    if (source === 'cli' && typeof value === 'string') {
      const option = this.options.find(candidate => candidate.attributeName() === key);
      if (this.getOptionValueSource(key) === 'cli') {
        throw new UsageError(`${option?.long ?? key} is specified more than once`, {
          hint: 'specify it once; it accepts one value',
        });
      }
      if (value === '' && option?.flags.endsWith('<file>')) {
        throw new UsageError(`${option.long} is empty`, { hint: 'name a file, or omit the flag' });
      }
    }
    return super.setOptionValueWithSource(key, value, source);
  }
}

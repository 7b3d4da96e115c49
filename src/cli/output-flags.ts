import type { Command } from 'commander';
import { formats } from '../output/format.ts';
import { withChoices } from './flags.ts';
import { withQueryFlag } from './query-flag.ts';

/** Flags of everything that writes records: format, file, columns, view and the dialect of a CSV. */
export interface OutputOptions {
  readonly format?: string;
  readonly output?: string;
  readonly view?: string;
  readonly columns?: string;
  readonly query?: string;
  /** Of reports alone. */
  readonly chart?: boolean;
  readonly open?: boolean;
  readonly delimiter?: string;
  readonly decimalComma?: boolean;
  readonly bom?: boolean;
  /** commander's spelling of `--no-header`. */
  readonly header: boolean;
}

/** What `--columns` takes, for a view or the default one. Asked by completion alone, so it may load what it needs. */
type ColumnSource = (view: string | undefined) => Promise<readonly { readonly name: string }[]>;

const columnSources = new WeakMap<Command, ColumnSource>();
export const columnsOf = (command: Command): ColumnSource | undefined => columnSources.get(command);

/**
 * @param views names of the views to choose among, the default first; a list that is no report has none
 * @param chartView the view that is drawn
 */
export function withOutputFlags(
  command: Command,
  columns: ColumnSource,
  views: readonly string[] = [],
  chartView: string | undefined = views[0],
): Command {
  columnSources.set(command, columns);
  const flag = (flags: string, summary: string, choices?: readonly string[]) =>
    command.addOption(withChoices(command.createOption(flags, summary), choices).helpGroup('Output flags:'));
  flag('--format <format>', "the form (without it what --output's name ends in, else table)", formats);
  flag(
    '--output <file>',
    views.length > 0
      ? 'replace this file as a whole (- is standard output); {property}, {report}, {period} and {date} in its name are filled in'
      : 'replace this file as a whole (- is standard output)',
  );
  if (views.length > 0) {
    const drawn = chartView === views[0] ? '' : `, and ${chartView} for --chart and html`;
    flag('--view <name>', `which records (without it ${views[0]}${drawn})`, views);
  }
  flag('--columns <a,b,c>', 'choose and order the columns');
  withQueryFlag(command);
  flag('--delimiter <character>', 'between the cells of a CSV; without it a comma');
  flag('--decimal-comma', 'CSV numbers with a decimal comma');
  flag('--bom', 'CSV with a byte order mark, for Excel');
  flag('--no-header', 'CSV without its header line');
  return command;
}

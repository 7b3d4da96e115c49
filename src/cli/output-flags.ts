import type { Command } from 'commander';
import { csvHeadings } from '../output/csv-options.ts';
import { formats } from '../output/format.ts';
import { withChoices, withSettingFlags } from './flags.ts';

import { withQueryFlag } from './query-flag.ts';

/** All views of a report, as a value of `--view`. */
export const allViews = 'all';

/** Flags of every command that writes records. The dialect of a CSV file and the locale are settings. */
export interface OutputOptions {
  readonly format?: string;
  readonly output?: string;
  readonly view?: string;
  readonly columns?: string;
  readonly sort?: string;
  readonly limit?: string;
  readonly query?: string;
  readonly raw?: boolean;
  /** Reports only. */
  readonly chart?: boolean;
  readonly open?: boolean;
  readonly headings?: string;
  /** commander's spelling of `--no-header` and `--no-formula-guard`. */
  readonly header: boolean;
  readonly formulaGuard: boolean;
}

/** The columns of a view, or of the default one. Only completion calls it, so it may load modules. */
type ColumnSource = (view: string | undefined) => Promise<readonly { readonly name: string }[]>;

const columnSources = new WeakMap<Command, ColumnSource>();
export const columnsOf = (command: Command): ColumnSource | undefined => columnSources.get(command);

/**
 * @param views names of the views to choose among, the default first; a list that is not a report has none
 * @param chartView the view that charts show
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
  flag('--format <format>', 'output format (default: the extension of --output, else table)', formats);
  flag(
    '-o, --output <file>',
    views.length > 0
      ? 'write to this file (replaced atomically); - is standard output; {property}, {report}, {period} and {date} in the name are replaced'
      : 'write to this file (replaced atomically); - is standard output',
  );
  if (views.length > 0) {
    const drawn = chartView === views[0] ? '' : `; ${chartView} for --chart and html`;
    const several = views.length > 1 ? '; xlsx and html accept several, separated by commas' : '';
    flag(
      views.length > 1 ? '--view <name,...>' : '--view <name>',
      `kind of records${several} (default ${views[0]}${drawn})`,
      views.length > 1 ? [...views, allViews] : views,
    );
  }
  flag('--columns <a,b,c>', 'columns to write, in this order, by path or heading');
  flag('--sort <column[:desc]>', 'sort the rows by this column');
  flag('--limit <count>', 'write at most this many rows; totals still cover all rows');
  withQueryFlag(command);
  withSettingFlags(command, ['locale', 'delimiter', 'decimalComma', 'bom'], 'Output flags:');
  flag('--headings <kind>', 'CSV header, as field paths or as readable headings (default path)', [
    ...csvHeadings,
  ]);
  flag('--no-header', 'omit the CSV header line');
  flag(
    '--no-formula-guard',
    'do not escape formulas in CSV text; a spreadsheet may then run text from the platform',
  );
  return command;
}

import type { Context, Output } from '../base/context.ts';

export type TableStyle = Readonly<ReturnType<typeof tableStyle>>;

/** The style for a table that goes to `output`, or to a file when that is null. */
export function tableStyle(output: Output | null, environment: Context, noColor: boolean) {
  return {
    /** Columns of the terminal; Infinity for a file or a pipe, where no text is shortened to fit. */
    width: output?.isTerminal ? Math.max(20, output.columns) : Number.POSITIVE_INFINITY,
    color: (output?.color ?? false) && !noColor,
    /** Whether rules, bars and the ellipsis may use non-ASCII characters. Data is shown unchanged. */
    unicode: !environment.plain && speaksUnicode(environment),
    /** Plain text: no bars, no rules, no symbols. */
    plain: environment.plain,
  };
}

function speaksUnicode({ env, host }: Pick<Context, 'env' | 'host'>): boolean {
  if (env['TERM'] === 'dumb') return false;
  if (host.platform === 'win32') return true;
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of at most `width` columns for a share of 0 to 100: a full bar is 100 percent, so that bars can be compared
 * across groups, tables and months. Any value above zero is visible; a value out of range is clipped.
 */
export function bar(percent: number, width: number, unicode: boolean): string {
  const share = Math.min(1, Math.max(0, percent / 100));
  if (!unicode) return '#'.repeat(Math.max(share > 0 ? 1 : 0, Math.round(share * width)));
  const units = Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8));
  return '█'.repeat(Math.floor(units / 8)) + eighths[units % 8];
}

type Ends = Readonly<Record<'least' | 'most', number>>;

/** A bar of `width` columns from zero to the value; the largest value fills it. Negative bars extend to the left. */
export function signedBar(value: number, { least, most }: Ends, width: number, unicode: boolean): string {
  const zero = Math.round((-least / (most - least)) * width);
  if (value >= 0) return ' '.repeat(zero) + bar(most > 0 ? (value / most) * 100 : 0, width - zero, unicode);
  // Few fonts have blocks that fill from the right, so negative bars use only full blocks.
  const length = Math.min(zero, Math.max(1, Math.round((value / least) * zero)));
  return ' '.repeat(zero - length) + (unicode ? '█' : '#').repeat(length);
}

export const versusMark = (unicode: boolean): string => (unicode ? '┃' : '|');

/** A bar of `width` columns, split at the position of the mark for a second value. */
export function markedBar(
  drawn: string,
  versus: number,
  { least, most }: Ends,
  width: number,
): readonly [before: string, after: string] {
  const zero = Math.round((-least / (most - least)) * width);
  const place =
    versus >= 0
      ? zero + Math.round((most > 0 ? versus / most : 0) * (width - zero)) - 1
      : zero - Math.round((versus / least) * zero);
  const mark = Math.min(width - 1, Math.max(0, place));
  const padded = drawn.padEnd(mark);
  return [padded.slice(0, mark), padded.slice(mark + 1)];
}

const blocks = [...'▁▂▃▄▅▆▇█'];

/** From zero to the highest value; a gap is a space. */
export function sparkline(values: readonly (number | null)[]): string {
  const most = Math.max(0, ...values.map(value => value ?? 0));
  return values
    .map(value =>
      value === null ? ' ' : (blocks[Math.min(7, Math.max(0, Math.round((value / (most || 1)) * 7)))] ?? ''),
    )
    .join('');
}

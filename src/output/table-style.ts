import type { Context, Output } from '../base/context.ts';
import { styledText } from '../base/text.ts';

/** How a table may look, depending on its destination. */
export interface TableStyle {
  /** Columns of the terminal; Infinity for a file or a pipe, where no text is shortened to fit. */
  readonly width: number;
  readonly color: boolean;
  /** Whether rules, bars and the ellipsis may use non-ASCII characters. Data is shown unchanged. */
  readonly unicode: boolean;
  /** Plain text: no bars, no rules, no symbols. */
  readonly plain: boolean;
}

/** The style for a table that goes to `output`, or to a file when that is null. */
export function tableStyle(
  output: Output | null,
  environment: Pick<Context, 'env' | 'host' | 'plain'>,
  noColor: boolean,
): TableStyle {
  return {
    width: output?.isTerminal ? Math.max(20, output.columns) : Number.POSITIVE_INFINITY,
    color: (output?.color ?? false) && !noColor,
    unicode: !environment.plain && speaksUnicode(environment),
    plain: environment.plain,
  };
}

function speaksUnicode({ env, host }: Pick<Context, 'env' | 'host'>): boolean {
  if (env['TERM'] === 'dumb') return false;
  if (host.platform === 'win32') return true;
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
}

/** The characters and the only colors of hotelctl's tables; the colors come from the terminal's theme. */
export interface Drawing {
  readonly unicode: boolean;
  readonly plain: boolean;
  readonly rule: string;
  readonly ellipsis: string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly bar: (text: string) => string;
}

export function drawingOf({ color, unicode, plain }: Omit<TableStyle, 'width'>): Drawing {
  const styled = (style: 'bold' | 'gray' | 'cyan') => (text: string) => styledText(color, style, text);
  return {
    unicode,
    plain,
    rule: plain ? '' : unicode ? '─' : '-',
    ellipsis: unicode ? '…' : '...',
    strong: styled('bold'),
    // Bright black instead of "dim", which several terminals show as plain text.
    faint: styled('gray'),
    bar: styled('cyan'),
  };
}

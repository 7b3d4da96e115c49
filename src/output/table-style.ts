import type { Context, Output } from '../base/context.ts';

/** How a table may look where it goes. */
export interface TableStyle {
  /** Columns of the terminal; Infinity where nobody's screen cuts it (a file, a pipe), and then no text is cut. */
  readonly width: number;
  readonly colour: boolean;
  /** Whether rules, bars and the ellipsis may leave ASCII. Data is shown as it came. */
  readonly unicode: boolean;
  /** Words alone: no bars, no rules, no signs. */
  readonly plain: boolean;
}

/** The style for a table that goes to `output`, or to a file when that is null. */
export function tableStyle(
  output: Output | null,
  environment: Pick<Context, 'env' | 'host' | 'plain'>,
  noColour: boolean,
): TableStyle {
  return {
    width: output?.isTerminal ? Math.max(20, output.columns) : Number.POSITIVE_INFINITY,
    colour: (output?.colour ?? false) && !noColour,
    unicode: !environment.plain && speaksUnicode(environment),
    plain: environment.plain,
  };
}

function speaksUnicode({ env, host }: Pick<Context, 'env' | 'host'>): boolean {
  if (env['TERM'] === 'dumb') return false;
  if (host.platform === 'win32') return true;
  return /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
}

/** The characters and the only colours of the program's tables; the colours are the terminal theme's own. */
export interface Drawing {
  readonly unicode: boolean;
  readonly plain: boolean;
  readonly rule: string;
  readonly ellipsis: string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly bar: (text: string) => string;
}

export function drawingOf({ colour, unicode, plain }: Omit<TableStyle, 'width'>): Drawing {
  const sgr = (on: number, off: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    unicode,
    plain,
    rule: plain ? '' : unicode ? '─' : '-',
    ellipsis: unicode ? '…' : '...',
    strong: sgr(1, 22),
    // Bright black and not "dim", which several terminals show as plain text.
    faint: sgr(90, 39),
    bar: sgr(36, 39),
  };
}

import { type Context, type Output, withWrite } from '../base/context.ts';
import { countText, secondsText } from '../base/text.ts';

const clearLine = '\r\u001b[K';
const frames = { unicode: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'], ascii: ['|', '/', '-', '\\'] };

/** Milliseconds that a command runs before a spinner appears on a terminal. */
const quietTime = 1000;
const frameTime = 100;

export type StatusLine = ReturnType<typeof withStatusLine>['status'];

/** `, about 15 s left`, where so much takes as long as it took so far; empty below a second. */
export function timeLeftText(elapsed: number, done: number, total: number): string {
  const left = (elapsed / done) * (total - done);
  return left < 1000 ? '' : `, about ${secondsText(Math.ceil(left / 1000) * 1000)} left`;
}

/**
 * The one line on standard error that is overwritten: progress, or a spinner. The output of the returned Context removes it
 * before each write, so that it never shares a line with data, notes or errors.
 */
export function withStatusLine(context: Context, isQuiet = false) {
  const { stderr, stdout, clock, env } = context;
  /** Whether the line is shown: on a terminal, without `--quiet`, `--no-animation` or TERM=dumb. */
  const isDrawn = () => !isQuiet && !context.plain && stderr.isTerminal && env['TERM'] !== 'dumb';
  let onScreen = false;
  let overall: string | undefined;
  let request: string | undefined;
  let written: (() => number | undefined) | undefined;
  const remove = async () => {
    if (!onScreen) return;
    onScreen = false;
    await stderr.write(clearLine);
  };
  const draw = async () => {
    const progress = overall ?? request;
    if (progress === undefined) return remove();
    const rows = written?.() ?? 0;
    const text = rows > 0 ? `${progress}, ${countText(rows, 'row')} written` : progress;
    // `schedule run` shows it: this process has no terminal then.
    await context.runner?.send({ progress: text });
    if (!isDrawn()) return;
    onScreen = true;
    await stderr.write(clearLine + text.slice(0, Math.max(1, stderr.columns - 1)));
  };
  const removing = (output: Output) =>
    withWrite(output, async data => {
      await remove();
      await output.write(data);
    });
  const spin = async (text: string, stop: AbortSignal) => {
    const spinner = /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '')
      ? frames.unicode
      : frames.ascii;
    await clock.sleep(quietTime, stop);
    for (let frame = 0; ; frame += 1) {
      request = `${spinner[frame % spinner.length]} ${text}`;
      await draw();
      await clock.sleep(frameTime, stop);
    }
  };
  const showRequest = (text: string | undefined) => {
    request = text;
    return draw();
  };
  const status = {
    isDrawn,
    /** Shows the progress of a command, until the next text; undefined removes it. */
    show(text: string | undefined) {
      overall = text;
      return draw();
    },
    /** The same for a single request; not shown while `show` has a text. */
    showRequest,
    /** Adds the number of rows that were written so far to the text; undefined ends it. */
    countRows(rows: (() => number | undefined) | undefined) {
      written = rows;
    },
    /** Shows a spinner if `work` takes longer than a second. */
    async spinning<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
      if (!isDrawn()) return work();
      const stop = new AbortController();
      // It ends only when it is stopped.
      const spinning = spin(text, stop.signal).catch(() => {});
      try {
        return await work();
      } finally {
        stop.abort();
        await spinning;
        await showRequest(undefined);
      }
    },
  };
  return { context: { ...context, stdout: removing(stdout), stderr: removing(stderr) }, status };
}

/** A line as a terminal shows it. Most lines are short; measuring the others needs a table of wide letters, which takes time to load. */
export async function wrappedFor(
  { isTerminal, columns }: { readonly isTerminal: boolean; readonly columns: number },
  line: string,
): Promise<string> {
  if (!isTerminal || line.length * 2 <= columns) return line;
  return (await import('../output/text-width.ts')).wrapLine(line, columns);
}

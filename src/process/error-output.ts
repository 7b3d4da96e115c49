import { HotelctlError, OutputError } from '../base/errors.ts';
import { writeProblem } from '../output/write-problem.ts';
import { safeText } from '../platform/safe-text.ts';

/**
 * What a failure looks like: `hotelctl: what happened`, the platform's messages, its tracking id, `hint: what to do`;
 * under `--error-format json` one JSON object. Pure; the flags are read from argv because a command line that could
 * not be understood must still be answered in the form that it asked for.
 */
export function errorOutput(
  thrown: unknown,
  argv: readonly string[],
  colour: boolean,
): { exitCode: number; text: string } {
  const error = thrown instanceof HotelctlError ? thrown : defect(thrown);
  const { exitCode, code } = error;
  const { status } = error.details;
  const message = safeText(error.message);
  const hint = safeText(error.details.hint);
  const messages = error.details.messages?.map(line => safeText(line));
  const trackingId = error.details.trackingId && safeText(error.details.trackingId);
  const own = ownWords(argv);
  if (wantsJson(own)) {
    const body = { code, exitCode, message, hint, status, messages, trackingId };
    return { exitCode, text: `${JSON.stringify({ error: body })}\n` };
  }
  const [bold, dim, off] =
    colour && !own.includes('--no-color') ? ['\u001b[1;31m', '\u001b[2m', '\u001b[0m'] : ['', '', ''];
  const lines = [
    `${bold}hotelctl:${off} ${message}`,
    ...(messages ?? []).map(line => `  - ${line}`),
    ...(trackingId ? [`${dim}tracking id:${off} ${trackingId}`] : []),
    `${dim}hint:${off} ${hint}`,
  ];
  return { exitCode, text: `${lines.join('\n')}\n` };
}

/** Exit 8: what standard output's failure means to a person. */
export function unwritable(error: unknown): OutputError {
  const { what, hint } = writeProblem(error);
  return new OutputError(`standard output could not be written: ${what}`, { hint, cause: error });
}

/** Exit 1. The message of an unforeseen error may hold anything, so only its kind and place are told. */
function defect(thrown: unknown): HotelctlError {
  const kind = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
  const place =
    thrown instanceof Error
      ? /^ +at (?:async )?([\w$.<>]+) /m.exec((thrown.stack ?? '').replace(thrown.message, ''))?.[1]
      : undefined;
  return new HotelctlError('defect', `a defect in hotelctl: ${kind}${place ? ` in ${place}` : ''}`, {
    hint: 'please report it with the command that you ran and `hotelctl --version`',
    cause: thrown,
  });
}

/** Without the words of another program (`sandbox run -- COMMAND --error-format json`). */
const ownWords = (argv: readonly string[]) =>
  argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;

/** The last one counts, as it does for the program itself. */
function wantsJson(argv: readonly string[]): boolean {
  const last = argv.findLastIndex(word => /^--error-format(=|$)/.test(word));
  return (
    argv[last] === '--error-format=json' || (argv[last] === '--error-format' && argv[last + 1] === 'json')
  );
}

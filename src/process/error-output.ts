import { HotelctlError, OutputError } from '../base/errors.ts';
import { writeProblem } from '../output/write-problem.ts';
import { safeText } from '../platform/safe-text.ts';

/**
 * What a failure looks like: `hotelctl: what happened`, the platform's messages, its tracking id, `hint: what to do`;
 * with the error format `json` one JSON object.
 */
export function errorOutput(
  thrown: unknown,
  format: string,
  colour: boolean,
): { exitCode: number; text: string } {
  const error = thrown instanceof HotelctlError ? thrown : defect(thrown);
  const { exitCode, code } = error;
  const { status } = error.details;
  const message = safeText(error.message);
  const hint = safeText(error.details.hint);
  const messages = error.details.messages?.map(line => safeText(line));
  const trackingId = error.details.trackingId && safeText(error.details.trackingId);
  if (format === 'json') {
    const body = { code, exitCode, message, hint, status, messages, trackingId };
    return { exitCode, text: `${JSON.stringify({ error: body })}\n` };
  }
  const [bold, dim, off] = colour ? ['\u001b[1;31m', '\u001b[2m', '\u001b[0m'] : ['', '', ''];
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

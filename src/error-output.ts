import { HotelctlError } from './errors.ts';
import { safeText } from './platform/safe-text.ts';

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
  const { exitCode, code, message } = error;
  const { hint, status, messages, trackingId } = error.details;
  if (wantsJson(argv)) {
    const body = {
      code,
      exitCode,
      message: safeText(message),
      hint: safeText(hint),
      status,
      messages: messages?.map(line => safeText(line)),
      trackingId,
    };
    return { exitCode, text: `${JSON.stringify({ error: body })}\n` };
  }
  const [bold, dim, off] =
    colour && !argv.includes('--no-color') ? ['\u001b[1;31m', '\u001b[2m', '\u001b[0m'] : ['', '', ''];
  const lines = [
    `${bold}hotelctl:${off} ${safeText(message)}`,
    ...(messages ?? []).map(line => `  - ${safeText(line)}`),
    ...(trackingId ? [`${dim}tracking id:${off} ${safeText(trackingId)}`] : []),
    `${dim}hint:${off} ${safeText(hint)}`,
  ];
  return { exitCode, text: `${lines.join('\n')}\n` };
}

/** Exit 1. The message of an unforeseen error may hold anything, so only its kind and place are told. */
function defect(thrown: unknown): HotelctlError {
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  const place =
    thrown instanceof Error ? /at (?:async )?([\w$.<>]+) /.exec(thrown.stack ?? '')?.[1] : undefined;
  return new HotelctlError('defect', `a defect in hotelctl: ${kind}${place ? ` in ${place}` : ''}`, {
    hint: 'please report it with the command that you ran and `hotelctl --version`',
    cause: thrown,
  });
}

const wantsJson = (argv: readonly string[]) =>
  argv.some(
    (word, index) =>
      word === '--error-format=json' || (word === '--error-format' && argv[index + 1] === 'json'),
  );

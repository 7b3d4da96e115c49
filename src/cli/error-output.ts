import { type ErrorDetails, errorFields, HotelctlError, TemporaryError } from '../base/errors.ts';
import type { Secrets } from '../base/secrets.ts';
import { styledText } from '../base/text.ts';
import { missingPart } from '../base/version.ts';
import { withProfileFlag } from '../output/prose.ts';
import { restingOn } from '../platform/assumptions.ts';
import { safeText } from '../platform/safe-text.ts';
import type { GlobalFlags } from './global-flags.ts';

/**
 * The boundary of errors: what the program prints, the library throws and an agent reads is this copy. Every text of it is
 * redacted and safe to show, and nothing of another library is left in it: no cause, and no message that is not ours.
 *
 * @param inWords names flags as the reader knows them
 */
export function presentedError(
  thrown: unknown,
  { redact }: Pick<Secrets, 'redact'>,
  inWords: (text: string) => string = text => text,
): HotelctlError {
  const error = thrown instanceof HotelctlError ? thrown : (lackOfResources(thrown) ?? defect(thrown));
  const shown = (text: string) => inWords(safeText(redact(text)));
  const { cause: _, hint, messages, trackingId, fields, ...others } = error.details;
  const details: ErrorDetails = {
    ...others,
    hint: shown(hint),
    ...(messages && { messages: messages.map(shown) }),
    ...(trackingId !== undefined && { trackingId: shown(trackingId) }),
    ...(fields && { fields: JSON.parse(redact(JSON.stringify(fields))) }),
  };
  const copy = new HotelctlError(error.code, shown(error.message), details);
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  delete copy.cause;
  const frames = /(?:\n {4}at .*)+$/.exec(error.stack ?? '')?.[0] ?? '';
  // The first lines of a stack are the message as it was.
  copy.stack = `${copy.name}: ${copy.message}${frames}`;
  return copy;
}

/** What a failure looks like: a line, the platform's messages, the hint; or JSON. @param error what `presentedError` made */
export function errorOutput(
  error: HotelctlError,
  { errorFormat, profile, verbose }: Pick<GlobalFlags, 'errorFormat' | 'profile' | 'verbose'>,
  color: boolean,
): { exitCode: number; lines: readonly string[] } {
  const { exitCode, message } = error;
  const { messages, trackingId } = error.details;
  const assumed = restingOn(error.details.assumes ?? [], verbose);
  const hint = `${withProfileFlag(error.details.hint, profile)}${assumed}`;
  if (errorFormat === 'json')
    return { exitCode, lines: [JSON.stringify({ error: errorFields(error, hint) })] };
  const lines = [
    `${styledText(color, 'bold', styledText(color, 'red', 'hotelctl:'))} ${message}`,
    ...(messages ?? []).map(line => `  - ${line}`),
    ...(trackingId ? [`${styledText(color, 'dim', 'tracking id:')} ${trackingId}`] : []),
    `${styledText(color, 'dim', 'hint:')} ${hint}`,
  ];
  return { exitCode, lines };
}

/** Exit 5: the machine lacks a resource, or a file of hotelctl; wherever it was noticed, that is not a defect. */
function lackOfResources(thrown: unknown): HotelctlError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const missing = missingPart(thrown);
  if (missing) return missing;
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code === 'EMFILE' || code === 'ENFILE') {
    const hint = 'raise the limit with ulimit -n, or lower --concurrency';
    return new TemporaryError('too many files are open', { hint, cause: thrown });
  }
  const outOfMemory =
    ['ENOMEM', 'ERR_WORKER_OUT_OF_MEMORY'].includes(code) ||
    (thrown instanceof RangeError && /allocat|out of memory/i.test(thrown.message));
  const hint = 'free memory, or raise the limit (ulimit -v)';
  return outOfMemory ? new TemporaryError('there is not enough memory', { hint, cause: thrown }) : undefined;
}

/** Exit 1. The message of an unexpected error may contain anything, so only its kind and place are shown. */
function defect(thrown: unknown): HotelctlError {
  const { stack = '', message = '' } = thrown instanceof Error ? thrown : {};
  const kind = thrown instanceof Error ? thrown.constructor.name : typeof thrown;
  const [, place] = /^ +at (?:async )?([\w$.<>]+) /m.exec(stack.replace(message, '')) ?? [];
  return new HotelctlError('defect', `a defect in hotelctl: ${kind}${place ? ` in ${place}` : ''}`, {
    hint: 'please report it with the command that you ran and `hotelctl --version`',
    cause: thrown,
  });
}

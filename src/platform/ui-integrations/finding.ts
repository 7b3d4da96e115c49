import { durationText } from '../../base/text.ts';
import type { FetchedResponse } from './fetch-result.ts';

/**
 * Problems that the platform's suite does not detect but users notice: a view that passes and stays blank, a
 * certificate that ends next week. A warning never makes `check` fail.
 */
export interface ViewFinding {
  readonly name: string;
  readonly result: 'good' | 'warning' | 'not reached';
  /** Safe to show: contains no query and no path. */
  readonly seen: string;
  readonly fix?: string;
}

export const good = (name: string, seen: string): ViewFinding => ({ name, result: 'good', seen });
export const warning = (name: string, seen: string, fix: string): ViewFinding => ({
  name,
  result: 'warning',
  seen,
  fix,
});
export const notReached = (name: string, seen = ''): ViewFinding => ({ name, result: 'not reached', seen });

const certificateMargin = 21 * 86_400_000;

/** When the certificate of a received response expires. */
export function certificate(name: string, response: FetchedResponse | undefined): ViewFinding {
  if (response?.certificateEnds === undefined) return notReached(name);
  const left = response.certificateEnds - response.receivedAt;
  const seen = `ends in ${durationText(left)}`;
  return left > certificateMargin
    ? good(name, seen)
    : warning(name, seen, 'renew it, preferably automatically');
}

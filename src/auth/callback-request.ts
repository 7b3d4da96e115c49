import type { IncomingMessage } from 'node:http';
import { isExpectedState } from './authorization.ts';
import type { LoopbackTarget } from './redirect.ts';

/** Why a request is not the callback; the text goes to whoever sent it, and holds nothing of the request. */
export interface Misfit {
  readonly status: 400 | 404 | 405 | 421;
  readonly text: string;
}

/**
 * The query of a request that is the callback, or what is wrong with it. Host first: a page elsewhere whose name
 * was pointed at this machine must not get as far as the state.
 */
export function readCallbackRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headersDistinct'>,
  target: LoopbackTarget,
  expectedState: string,
): URLSearchParams | Misfit {
  const [host, ...others] = request.headersDistinct['host'] ?? [];
  if (host?.toLowerCase() !== target.authority || others.length > 0) {
    return { status: 421, text: 'This address is for a sign-in of hotelctl, under another host name.' };
  }
  const [path, ...query] = (request.url ?? '').split('?');
  if (path !== target.path) return { status: 404, text: 'There is nothing here.' };
  if (request.method !== 'GET') return { status: 405, text: 'Only GET is answered here.' };
  const params = new URLSearchParams(query.join('?'));
  if (!isExpectedState(params, expectedState)) {
    return { status: 400, text: 'This is not the sign-in that hotelctl is waiting for.' };
  }
  return params;
}

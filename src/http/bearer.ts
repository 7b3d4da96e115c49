import { HotelctlError } from '../base/errors.ts';
import { trackingIdOf } from './body.ts';
import type { HttpRequest, HttpResponse, Send } from './exchange.ts';

/** Returns a valid access token; `rejected` is one that the platform just refused, so another is returned if possible. */
export type TokenSource = (rejected?: string) => Promise<string>;

/**
 * A layer that adds the access token to requests with `authorize`, and only for the origins that the token was made
 * for. After a 401 it requests another token and repeats the request, once: a 401 was not carried out, so this is safe
 * for writes too. A second 401, or a 401 without another token, is returned unchanged.
 *
 * @param origins as URL.origin writes them, `https://api.example`
 * @throws HotelctlError (defect) if a request to another origin needs a token; nothing is sent then
 */
export function bearer(
  send: Send,
  { token, origins }: { token?: TokenSource | undefined; origins: readonly string[] },
): Send {
  return async (request, signal) => {
    if (!request.authorize) return send(request, signal);
    const { origin } = new URL(request.url);
    if (!token || !origins.includes(origin)) {
      throw new HotelctlError('defect', `a request to ${origin} requires a token that is not meant for it`, {
        hint: 'nothing was sent; please report this',
      });
    }
    const first = await token();
    const response = await send(withToken(request, first), signal);
    if (response.status !== 401) return response;
    const second = await token(first).catch(error => {
      throw withTrackingId(error, response);
    });
    if (second === first) return response;
    await response.discard();
    return send(withToken(request, second), signal);
  };
}

const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** The platform's support needs the tracking id of the 401 that ended a sign-in. */
function withTrackingId(error: unknown, response: HttpResponse): unknown {
  const trackingId = trackingIdOf(response.headers);
  if (!(error instanceof HotelctlError) || trackingId === undefined) return error;
  return new HotelctlError(error.code, error.message, {
    ...error.details,
    status: response.status,
    trackingId,
  });
}

import { HotelctlError } from '../base/errors.ts';
import { trackingIdOf } from './body.ts';
import type { HttpRequest, HttpResponse, Send } from './exchange.ts';

/** Gives a valid access token; `rejected` is the one that the platform just refused, so it gives another if it can. */
export type TokenSource = (rejected?: string) => Promise<string>;

/**
 * A layer that adds the access token to requests that ask for it (`authorize`), and only to the origins that the
 * token was made for. On 401 it asks once for another token and repeats once: a 401 was not carried out, so that
 * holds for writes too. A second 401, or no other token, is handed up as it is.
 *
 * @param origins as URL.origin writes them, `https://api.example`
 * @throws HotelctlError (defect) when a token is asked for elsewhere; nothing is sent then
 */
export function bearer(
  send: Send,
  { token, origins }: { token?: TokenSource | undefined; origins: readonly string[] },
): Send {
  return async (request, signal) => {
    if (!request.authorize) return send(request, signal);
    const { origin } = new URL(request.url);
    if (!token || !origins.includes(origin)) {
      throw new HotelctlError('defect', `a request to ${origin} asked for a token that is not meant for it`, {
        hint: 'nothing was sent; please report this',
      });
    }
    const first = await token();
    const answer = await send(withToken(request, first), signal);
    if (answer.status !== 401) return answer;
    const second = await token(first).catch(error => {
      throw withTrackingId(error, answer);
    });
    if (second === first) return answer;
    await answer.discard();
    return send(withToken(request, second), signal);
  };
}

const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** The platform's support asks for the tracking id of the 401 that a sign-in ended on. */
function withTrackingId(error: unknown, answer: HttpResponse): unknown {
  const trackingId = trackingIdOf(answer.headers);
  if (!(error instanceof HotelctlError) || trackingId === undefined) return error;
  return new HotelctlError(error.code, error.message, {
    ...error.details,
    status: answer.status,
    trackingId,
  });
}

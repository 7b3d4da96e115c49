import { HotelctlError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';
import { trackingIdOf } from './body.ts';
import type { Send } from './exchange.ts';
import type { HttpPorts } from './ports.ts';
import { redactHeaders, redactUrl } from './redaction.ts';

/**
 * A layer that tells each request and answer in lines, for `--verbose`: `>` what is sent, `<` what came, `*` what
 * happened. Bodies are never shown, secrets are taken out, and no control character gets through.
 *
 * @param write takes one line, without a line feed
 * @param origins hosts of the platform: elsewhere (a UI integration's own server) every query value is taken out,
 * because that is where integrations keep their secret
 */
export function trace(
  send: Send,
  {
    write,
    clock,
    origins,
  }: { write: (line: string) => void; clock: HttpPorts['clock']; origins: readonly string[] },
): Send {
  return async (request, signal) => {
    const known = URL.canParse(request.url) && origins.includes(new URL(request.url).origin);
    write(`> ${request.method} ${redactUrl(request.url, known ? 'secret' : 'all')}`);
    for (const [name, value] of Object.entries(redactHeaders(request.headers))) write(`> ${name}: ${value}`);
    if (request.body !== undefined) write(`> (body of ${Buffer.byteLength(request.body)} bytes)`);
    const started = clock.now();
    const took = () => `${Math.round(clock.now() - started)} ms`;
    try {
      const answer = await send(request, signal);
      const trackingId = trackingIdOf(answer.headers);
      write(`< ${answer.status} after ${took()}${trackingId ? `, tracking id ${trackingId}` : ''}`);
      for (const [name, value] of Object.entries(redactHeaders(answer.headers))) write(`< ${name}: ${value}`);
      return answer;
    } catch (error) {
      // An unexpected error's text may hold anything; ours are made to be shown.
      const message = error instanceof HotelctlError ? error.message : 'failed';
      write(`* ${safeText(message)} after ${took()}`);
      throw error;
    }
  };
}

import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { certificateFor } from './http/certificate.ts';
import { listen } from './http/serve.ts';

export type SecureServer = Awaited<ReturnType<typeof secureServer>>;

/**
 * A real HTTPS server with a certificate created by openssl; `ca` is the file to trust it by. Ends with the running test.
 * @param name host name or address that the certificate is for
 * @param days from and until when the certificate is valid, as openssl writes them; two days from now without them
 */
export async function secureServer(
  respond: RequestListener,
  name = '127.0.0.1',
  days?: [from: string, to: string],
) {
  const { file, cert, key } = certificateFor(name, days);
  const requests: IncomingMessage[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    requests.push(request);
    respond(request, response);
  });
  return { url: await listen(server, 'https'), ca: file, requests };
}

/** An endpoint's response, literally. */
export const responding =
  (body: string, headers: Record<string, string | string[]> = {}, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that records each request and sends literal responses; imports nothing of src/. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface LiteralResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type RecordingServer = Awaited<ReturnType<typeof recordingServer>>;

export async function recordingServer(respond: (request: RecordedRequest, count: number) => LiteralResponse) {
  const requests: RecordedRequest[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const request = { method: incoming.method ?? '', path, query, headers: incoming.headers, body };
    requests.push(request);
    const { status, headers = {}, body: text = '' } = respond(request, requests.length);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    outgoing.end(text);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../http/serve.ts';

/** What a server received, as plain data. */
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

/** A server that records each request and sends literal responses, until the test is over. */
export async function recordingServer(respond: (request: RecordedRequest, count: number) => LiteralResponse) {
  const requests: RecordedRequest[] = [];
  const url = await listen(
    createServer(async (incoming, outgoing) => {
      const [path = '', query = ''] = (incoming.url ?? '').split('?');
      const { method = '', headers } = incoming;
      const request = { method, path, query, headers, body: await text(incoming) };
      requests.push(request);
      const response = respond(request, requests.length);
      outgoing.writeHead(response.status, { 'content-type': 'application/json', ...response.headers });
      outgoing.end(response.body);
    }),
  );
  return { url, requests };
}

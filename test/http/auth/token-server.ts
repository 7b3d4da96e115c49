import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../serve.ts';

export interface TokenServerOptions {
  /** A new refresh token with each response; the old one becomes invalid. */
  readonly rotates?: boolean;
  /** Error responses instead of tokens. */
  readonly respond?: () => ErrorResponse | Promise<ErrorResponse>;
}

type ErrorResponse = { readonly status: number; readonly body: object } | undefined;

/** The identity host's token endpoint (platform.md, Refresh), on a separate port, that counts its requests. */
export async function startTokenServer(options: TokenServerOptions = {}) {
  const requests: URLSearchParams[] = [];
  let refreshToken = 'refresh-0';
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams(await text(request));
    requests.push(body);
    const send = (status: number, content: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(content));
    };
    const instead = await options.respond?.();
    if (instead) return send(instead.status, instead.body);
    const isGood =
      request.url === '/connect/token' &&
      body.get('grant_type') === 'refresh_token' &&
      body.get('refresh_token') === refreshToken;
    if (!isGood) return send(400, { error: 'invalid_grant' });
    if (options.rotates) refreshToken = `refresh-${requests.length}`;
    send(200, {
      access_token: `access-${requests.length}`,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(options.rotates ? { refresh_token: refreshToken } : {}),
    });
  });
  return {
    authUrl: await listen(server),
    /** Bodies of the token requests, oldest first. */
    requests,
    /** The refresh token that is currently valid. */
    current: () => refreshToken,
  };
}

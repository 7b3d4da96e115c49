import type { Handler, VerifyToken } from './http-handler.ts';

/** The UI integration service: knows who may ask; it has no operation yet, so every path is unknown to it. */
export function makeUiIntegrationHost(verifyToken: VerifyToken): Handler {
  return {
    async handle({ headers }) {
      const [, token] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
      const grant = token === undefined ? undefined : await verifyToken(token);
      return { status: grant ? 404 : 401, headers: {} };
    },
  };
}

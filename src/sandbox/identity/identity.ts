/**
 * The identity host of the sandbox: a certified authorization server, configured for platform.md's rules, with its
 * sign-in and consent pages.
 */
import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Random } from '../../base/context.ts';
import { pageHeaders } from '../page.ts';
import type { VerifyToken } from '../routes.ts';
import type { SandboxClient } from './client.ts';
import { identityConfiguration } from './configuration.ts';
import { makeInteractions } from './interactions.ts';
import { errorPage, explainError } from './pages.ts';
import { splitScope } from './scopes.ts';
import {
  type Agreement,
  authorizePath,
  clientEndpoints,
  completeAuthorizeQuery,
  shapeTokenResponse,
  withoutCookies,
} from './token-responses.ts';

interface IdentityOptions {
  /** The identity host's URL, without a trailing slash; cookie names contain its port. */
  readonly url: string;
  readonly client: SandboxClient;
  readonly random: Pick<Random, 'bytes'>;
  /** Seconds. */
  readonly accessTokenLifetime: number;
  /** Each refresh returns a new refresh token and makes the old one invalid. */
  readonly rotateRefreshTokens: boolean;
  readonly onDefect: (error: unknown) => void;
}

export interface Identity {
  readonly listener: RequestListener;
  readonly verifyToken: VerifyToken;
}

export async function makeIdentity(options: IdentityOptions): Promise<Identity> {
  const { Provider, errors } = await loadOidcLibrary();
  const agreements = new Map<string, Agreement>();
  // Browsers share cookies between the ports of a host, and several sandboxes may run at the same time.
  const prefix = `hotelctl-sandbox-${new URL(options.url).port}`;
  const cookieNames = {
    interaction: `${prefix}-interaction`,
    resume: `${prefix}-resume`,
    session: `${prefix}-session`,
  };
  const provider = new Provider(
    options.url,
    identityConfiguration({
      ...options,
      errors,
      agreements,
      cookieNames,
      cookieKey: Buffer.from(options.random.bytes(32)).toString('base64url'),
      renderError: (ctx, out, error) => {
        if (clientEndpoints.includes(ctx.path)) {
          ctx.body = out;
          return;
        }
        ctx.set(pageHeaders([]));
        ctx.body = explainError(error, ctx.query, options.client);
      },
    }),
  );
  provider.use(async (ctx, next) => {
    await next();
    if (clientEndpoints.includes(ctx.path)) {
      shapeTokenResponse(ctx as KoaContextWithOIDC, agreements, options.rotateRefreshTokens);
    }
  });
  provider.on('server_error', (_ctx, error) => options.onDefect(error));
  // Without a listener, the library's web framework writes errors to the console.
  (provider as EventEmitter).on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') options.onDefect(error);
  });

  const protocol = provider.callback();
  const interactions = makeInteractions(provider, errors, agreements);
  const sessionCookies = [cookieNames.session, `${cookieNames.session}.sig`];
  return {
    listener: (request, response) => {
      const target = request.url ?? '';
      // The library answers 500 to a request target that is not a URL.
      if (!/^\/(?!\/)/.test(target) || !URL.canParse(`${options.url}${target}`)) {
        response.writeHead(400).end();
        return;
      }
      const [path = ''] = target.split('?', 1);
      if (path.startsWith('/interaction/')) {
        interactions(request, response, path).catch(error => {
          // A browser that disconnects is not an error.
          if (request.readableAborted || response.destroyed) return;
          options.onDefect(error);
          const broken = errorPage('Something broke in the sandbox', 'Please try again.');
          if (response.headersSent) response.destroy();
          else response.writeHead(500, pageHeaders([])).end(broken);
        });
        return;
      }
      if (path === authorizePath) {
        request.url = `${path}?${completeAuthorizeQuery(target.slice(path.length + 1))}`;
        const cookie = withoutCookies(request.headers.cookie, sessionCookies);
        if (cookie === undefined) delete request.headers.cookie;
        else request.headers.cookie = cookie;
      }
      protocol(request, response);
    },
    verifyToken: async token => {
      const found = await provider.AccessToken.find(token);
      return found && { scopes: splitScope(found.scope), subject: found.accountId };
    },
  };
}

let library: Promise<typeof import('oidc-provider')> | undefined;

/**
 * Loads the certified authorization server, only when an identity host is started. It runs on Node 20, but prints a
 * recommendation of Node 22 on the console: that line is suppressed, because the user cannot act on it.
 */
function loadOidcLibrary() {
  if (library) return library;
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  library = import('oidc-provider').finally(() => {
    console.warn = warn;
  });
  return library;
}

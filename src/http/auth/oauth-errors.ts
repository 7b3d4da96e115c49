import {
  HotelctlError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { isClientError } from '../../base/http-status.ts';
import { excerpt } from '../body.ts';

/**
 * The messages for OAuth errors. The library's own errors are dropped: their causes contain the request's state, the
 * response's tokens and other secrets.
 */

/** An `error` in the redirect; its state has been verified. */
export function authorizationRefusal(params: URLSearchParams): SignInError {
  const error = params.get('error') ?? '';
  const description = excerpt(params.get('error_description') ?? '', 200);
  const known = authorizationErrors[error];
  return new SignInError(known?.message ?? `the identity host refused the sign-in${inBrackets(error)}`, {
    hint:
      known?.hint ??
      'run `hotelctl login` again; if the error persists, ask the person who registered the client',
    ...(description === '' ? {} : { messages: [description] }),
  });
}

const authorizationErrors: Readonly<Record<string, { message: string; hint: string } | undefined>> = {
  access_denied: {
    message: 'the sign-in was denied',
    hint: 'run `hotelctl login` again and allow the access, or ask a hotel user who is allowed to',
  },
  invalid_scope: {
    message: 'the identity host refused the requested scopes',
    hint: 'set --scope to the scopes that the client is registered for',
  },
  unauthorized_client: {
    message: 'the client is not allowed to sign in this way',
    hint: 'check the client id and redirect URI against the registration',
  },
  temporarily_unavailable: {
    message: 'the identity host is too busy for a sign-in',
    hint: 'run `hotelctl login` again in a moment',
  },
  server_error: {
    message: 'the identity host failed during the sign-in',
    hint: 'run `hotelctl login` again in a moment',
  },
};

/** Converts any error of oauth4webapi to a hotelctl error. `grant` supplies the message of invalid_grant. */
export function tokenEndpointFailure(failure: unknown, grant: 'code' | 'refresh' | 'revocation'): unknown {
  if (failure instanceof HotelctlError) return failure;
  const { code, error, status, trackingId } = describe(failure);
  // An error without one of the library's codes is an interruption or a defect, and is returned unchanged.
  if (code === undefined) return failure;
  if (
    error === 'invalid_client' ||
    error === 'unauthorized_client' ||
    (status === 401 && error === undefined)
  ) {
    return new SignInError('the identity host refused the client id or the client secret', {
      hint: 'check both against the registration, then run `hotelctl login`',
      status,
      trackingId,
    });
  }
  if (error === 'invalid_grant' && grant !== 'revocation') {
    return new SignInError(
      grant === 'code'
        ? 'the identity host did not accept the authorization code'
        : 'the sign-in is no longer valid: it was revoked or has expired',
      {
        hint:
          grant === 'code'
            ? 'run `hotelctl login` again; the redirect URI must match the registered one exactly'
            : 'run `hotelctl login`',
        status,
        trackingId,
      },
    );
  }
  if (error === 'invalid_scope') {
    return new SignInError('the identity host refused the requested scopes', {
      hint: 'set --scope to the scopes that the client is registered for, then run `hotelctl login`',
      status,
      trackingId,
    });
  }
  if (error === 'temporarily_unavailable' || error === 'server_error') {
    return new TemporaryError('the identity host is not available', {
      hint: 'try again in a moment',
      status,
      trackingId,
    });
  }
  // invalid_request, unsupported_grant_type, or no error code: a refusal.
  if (status !== undefined && isClientError(status)) {
    return new RefusedError(
      `the identity host refused ${requested[grant]}: ${status}${inBrackets(error ?? '')}`,
      {
        hint: 'check the identity host (--auth-url), the client id and the redirect URI against the registration',
        status,
        trackingId,
      },
    );
  }
  return new UndocumentedResponseError(
    status === undefined || status === 200
      ? 'the identity host sent a response that is not as documented'
      : `the identity host returned ${status}, which is not documented`,
    { hint: 'check the identity host (--auth-url)', status, trackingId },
  );
}

const requested = {
  code: 'to issue tokens for the authorization code',
  refresh: 'to refresh the sign-in',
  revocation: 'to revoke the sign-in',
} as const;

/** Checked by the errors' shape, because loading the library only for `instanceof` would cost more. */
function describe(failure: unknown): {
  readonly code?: string;
  readonly error?: string;
  readonly status?: number;
  readonly trackingId?: string;
} {
  if (!(failure instanceof Error) || !('code' in failure) || typeof failure.code !== 'string') return {};
  if (!failure.code.startsWith('OAUTH_')) return {};
  // An error with an error body has the response as `response`; one for an invalid response has it as its cause.
  const { error, response = failure.cause }: { error?: unknown; response?: unknown; cause?: unknown } =
    failure;
  const trackingId = response instanceof Response ? response.headers.get('tracking-id') : null;
  return {
    code: failure.code,
    ...(typeof error === 'string' ? { error } : {}),
    ...(response instanceof Response ? { status: response.status } : {}),
    ...(trackingId === null ? {} : { trackingId: decodeURIComponent(trackingId) }),
  };
}

/** Error codes are untrusted text: shown only if they look like one. */
const inBrackets = (error: string) => (/^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '');

/** The client application at an identity host, as the platform registered it. */
export interface OAuthClient {
  /** Identity host, without a trailing slash. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * Names the entries of a sign-in in a credential store: the same client may be signed in for several hotel users, one
 * for each profile.
 */
export interface CredentialKey {
  readonly profile: string;
  readonly authUrl: string;
  readonly clientId: string;
}

/** The stored items. `access-token` contains an AccessGrant as JSON, the others the plain secret. */
export const credentialItems = ['refresh-token', 'client-secret', 'access-token'] as const;
/** The password of the mail server does not belong to a sign-in: it is stored for the profile only. */
export type CredentialItem = (typeof credentialItems)[number] | 'smtp-password';

/** An access token with the data that the next process needs without a request. */
export interface AccessGrant {
  readonly token: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number;
  readonly scopes: readonly string[];
  /** From the id token: who signed in. Absent if the identity host sent none. */
  readonly user?: { readonly subject: string; readonly name?: string };
}

/** The validated response of the identity host's token endpoint. */
export interface TokenResponse {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Absent in most refresh responses: the old one stays valid then. */
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
  /** From the id token, if there is one. */
  readonly user?: { readonly subject: string; readonly name?: string };
}

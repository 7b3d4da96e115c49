/** The client application at an identity host, as the platform registered it. */
export interface OAuthClient {
  /** Identity host, without a trailing slash. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * Names the place of a sign-in in a credential store: the same client may be signed in for several hotel users,
 * one for each profile.
 */
export interface CredentialKey {
  readonly profile: string;
  readonly authUrl: string;
  readonly clientId: string;
}

/** What is stored, one item each. `access-token` holds an AccessGrant as JSON, the others the bare secret. */
export const credentialItems = ['refresh-token', 'client-secret', 'access-token'] as const;
/** The password of the mail server belongs to no sign-in: it is stored for the profile only. */
export type CredentialItem = (typeof credentialItems)[number] | 'smtp-password';

/** An access token with what the next process needs to know about it without a request. */
export interface AccessGrant {
  readonly token: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number;
  readonly scopes: readonly string[];
  /** From the id token: who signed in. Absent where the identity host sent none. */
  readonly user?: { readonly subject: string; readonly name?: string };
}

/** The response of the identity host's token endpoint, checked. */
export interface TokenResponse {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  /** Absent in most refresh responses: the old one stays valid then. */
  readonly refreshToken?: string;
  readonly scopes: readonly string[];
  /** From the id token, where one came. */
  readonly user?: { readonly subject: string; readonly name?: string };
}

import type { SandboxClient } from './client.ts';

interface Explanation {
  readonly title: string;
  readonly detail: string;
  /** Values to compare, shown unchanged. */
  readonly facts?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export const signInIsOver: Explanation = {
  title: 'This sign-in is over',
  detail: 'It has expired or was already completed. Start again with hotelctl login.',
};

/** One clear line, and what to compare, for an error that can't be sent to the client by a redirect. */
export function explainError(
  error: Error,
  query: Readonly<Record<string, unknown>>,
  client: SandboxClient,
): Explanation {
  const code = 'error' in error ? error.error : undefined;
  if (code === 'invalid_redirect_uri') {
    return {
      title: 'This redirect URI is not registered',
      detail: 'It has to match a registered one exactly, with its port and any trailing slash.',
      facts: [
        { name: 'Requested', values: [String(query['redirect_uri'] ?? 'none')] },
        { name: 'Registered', values: client.redirectUris },
      ],
    };
  }
  if (code === 'invalid_client') {
    return {
      title: 'This client is not registered',
      detail: 'The sandbox knows one client application.',
      facts: [
        { name: 'Requested', values: [String(query['client_id'] ?? 'none')] },
        { name: 'Registered', values: [client.clientId] },
      ],
    };
  }
  if (error.name === 'SessionNotFound') return signInIsOver;
  const description = 'error_description' in error ? error.error_description : undefined;
  return {
    title: 'This sign-in request can’t be completed',
    detail:
      typeof description === 'string' ? `${capitalized(description)}.` : 'Start again with hotelctl login.',
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

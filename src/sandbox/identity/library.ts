/**
 * Loads the certified authorization server, only when an identity host is started. It runs on Node 20, but prints a
 * recommendation of Node 22 on the console: that line is suppressed, because the user cannot act on it.
 */
export type OidcLibrary = typeof import('oidc-provider');

let library: Promise<OidcLibrary> | undefined;

export function loadOidcLibrary(): Promise<OidcLibrary> {
  library ??= importQuietly();
  return library;
}

async function importQuietly(): Promise<OidcLibrary> {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

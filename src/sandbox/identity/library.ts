/**
 * Loads the certified authorization server, only when an identity host is started. It runs on Node 20, but says
 * on the console that it would rather have 22: that one line is kept from people who can do nothing about it.
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

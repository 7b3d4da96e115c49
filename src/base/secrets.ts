/**
 * The secrets that one run has handled. Standard error never shows them, whichever code writes to it: a platform may
 * repeat a token in an error's messages, a header or a tracking id, which the code that writes those lines cannot know.
 */
export interface Secrets {
  /** Text that must not be shown from now on. Text of fewer than eight characters is ignored. */
  register(secret: string | undefined): void;
  /** A URL whose query, fragment and password are secrets (a private UI integration's). */
  registerUrl(address: string): void;
  /** The text without them, in any usual encoding, and without the beginning of one that was cut off by `…`. */
  redact(text: string): string;
}

/** Replaces a secret. */
export const redacted = '[redacted]';

/** Shorter text would be removed from ordinary words. */
const shortest = 8;

/** Contains the secrets of the environment from the start. */
export function knownSecrets(env: Readonly<Record<string, string | undefined>>): Secrets {
  const known = new Set<string>();
  /** All spellings, the longest first: a secret may contain another one. */
  let hidden: readonly string[] | undefined;
  const register = (secret: string | undefined) => {
    const text = secret?.trim() ?? '';
    if (text.length < shortest || known.has(text)) return;
    known.add(text);
    hidden = undefined;
  };
  for (const name of ['HOTELCTL_ACCESS_TOKEN', 'HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_CLIENT_SECRET']) {
    register(env[name]);
  }
  return {
    register,
    registerUrl(address) {
      const [, query = '', fragment = ''] = /^[^?#]*\??([^#]*)#?(.*)$/s.exec(address) ?? [];
      for (const part of query.split(/[&;]/)) register(part.slice(part.indexOf('=') + 1));
      register(fragment);
      if (URL.canParse(address)) register(decoded(new URL(address).password));
    },
    redact(text) {
      if (known.size === 0) return text;
      // Only now: most runs print nothing. Kept: `--verbose` prints thousands of lines.
      hidden ??= [...new Set([...known].flatMap(spellings))].sort((a, b) => b.length - a.length);
      return hidden.reduce(withoutOne, text);
    },
  };
}

function withoutOne(text: string, spelling: string): string {
  const parts = text.replaceAll(spelling, redacted).split('…');
  const end = parts.pop() ?? '';
  return [...parts.map(part => withoutBeginning(part, spelling)), end].join('…');
}

/** The platform's texts are truncated when they are read, so a secret may have lost its end there. */
function withoutBeginning(part: string, spelling: string): string {
  for (let length = Math.min(spelling.length, part.length); length >= shortest; length -= 1) {
    if (part.endsWith(spelling.slice(0, length))) return part.slice(0, -length) + redacted;
  }
  return part;
}

/** As it is, decoded, and encoded for a URL, a form, JSON, HTML or as base64. */
function spellings(secret: string): readonly string[] {
  return [...new Set([secret, decoded(secret)])].flatMap(text => {
    const encoded = encodeURIComponent(Buffer.from(text).toString());
    return [
      text,
      encoded,
      encoded.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()),
      new URLSearchParams({ s: text }).toString().slice(2),
      inJson(text),
      // The JSON of a response, quoted in the JSON of an error.
      inJson(inJson(text)),
      ...htmlEntities.map(entities => inHtml(text, entities)),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
      Buffer.from(text).toString('base64url'),
    ];
  });
}

/** Servers differ in which characters they escape, and how. */
const htmlEntities: readonly Readonly<Record<string, string>>[] = [
  { '<': '&lt;' },
  ...['&#39;', '&#x27;', '&apos;', "'"].map(quote => ({ '<': '&lt;', '>': '&gt;', "'": quote })),
  { '<': '&#60;', '>': '&#62;', "'": '&#39;', '"': '&#34;', '&': '&#38;' },
];

const inHtml = (text: string, entities: Readonly<Record<string, string>>) =>
  text.replace(
    /[&"<>']/g,
    character => ({ '&': '&amp;', '"': '&quot;', ...entities })[character] ?? character,
  );

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

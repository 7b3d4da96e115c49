import { uriDecoded } from './text.ts';

/**
 * The secrets that one run has handled. Standard error never shows them, whichever code writes to it: a platform may
 * repeat a token in an error's messages, a header or a tracking id, which the code that writes those lines cannot know.
 */
export type Secrets = ReturnType<typeof knownSecrets>;

export const redacted = '[redacted]';

/** Shorter text would be removed from ordinary words. */
const shortest = 8;

/** Contains the secrets of the environment from the start. */
export function knownSecrets(env: Readonly<Record<string, string | undefined>>) {
  const known = new Set<string>();
  /** All spellings, the longest first: a secret may contain another one. */
  let hidden: readonly string[] | undefined;
  const register = (secret: string | undefined) => {
    const text = secret?.trim() ?? '';
    if (text.length < shortest) return;
    known.add(text);
    hidden = undefined;
  };
  for (const name of ['HOTELCTL_ACCESS_TOKEN', 'HOTELCTL_REFRESH_TOKEN', 'HOTELCTL_CLIENT_SECRET'])
    register(env[name]);
  return {
    /** Text that must not be shown from now on. Text of fewer than eight characters is ignored. */
    register,
    /** A URL whose query, fragment and password are secrets (a private UI integration's). */
    registerUrl(address: string): void {
      const [, query = '', fragment] = /^[^?#]*\??([^#]*)#?(.*)$/s.exec(address) ?? [];
      for (const part of query.split(/[&;]/)) register(part.slice(part.indexOf('=') + 1));
      register(fragment);
      if (URL.canParse(address)) register(uriDecoded(new URL(address).password));
    },
    /** The text without them, in any usual encoding, and without the beginning of one that was cut off by `…`. */
    redact(text: string): string {
      // Only now: most runs print nothing. Kept: `--verbose` prints thousands of lines.
      hidden ??= longestFirst([...known].flatMap(spellings)).filter(({ length }) => length >= shortest);
      return hidden.reduce(withoutOne, text);
    },
  };
}

/**
 * The message of a server that was sent these passwords, without them, in any usual encoding. `redact` ignores a short
 * password, because it would remove ordinary words from every text; here it is removed where it is a whole word.
 */
export function withoutPasswords(message: string, passwords: readonly string[]): string {
  const encoded = passwords.filter(({ length }) => length > 2);
  const plain = message.replace(/[\w+/-]{4,}/g, word => {
    const content = Buffer.from(word, 'base64').toString();
    return encoded.some(password => content.includes(password)) ? redacted : word;
  });
  const all = longestFirst(passwords.flatMap(spellings));
  return all.reduce((text, spelling) => {
    const word = `(?<![\\p{L}\\p{N}])${literal(spelling)}(?![\\p{L}\\p{N}])`;
    return text.replaceAll(spelling.length >= shortest ? spelling : new RegExp(word, 'gu'), redacted);
  }, plain);
}

const longestFirst = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter(text => text !== '').sort((a, b) => b.length - a.length);

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function withoutOne(text: string, spelling: string): string {
  const parts = text.replaceAll(spelling, redacted).split('…');
  const last = parts.length - 1;
  return parts.map((part, index) => (index < last ? withoutBeginning(part, spelling) : part)).join('…');
}

/** The platform's texts are truncated when they are read, so a secret may have lost its end there. */
function withoutBeginning(part: string, spelling: string): string {
  for (let length = Math.min(spelling.length, part.length); length >= shortest; length -= 1) {
    if (part.endsWith(spelling.slice(0, length))) return part.slice(0, -length) + redacted;
  }
  return part;
}

/** As it is, decoded, and encoded for a URL, a form, JSON, HTML, as base64 or as hexadecimal digits. */
function spellings(secret: string): readonly string[] {
  return [...new Set([secret, uriDecoded(secret)])].flatMap(text => {
    const bytes = Buffer.from(text);
    const hexadecimal = bytes.toString('hex');
    return [
      text,
      ...inUrl(bytes.toString()),
      ...[hexadecimal, hexadecimal.toUpperCase()].flatMap(digits => [digits, digits.replace(/../g, '%$&')]),
      new URLSearchParams({ s: text }).toString().slice(2),
      inJson(text),
      // The JSON of a response, quoted in the JSON of an error.
      inJson(inJson(text)),
      ...htmlEntities.map(entities => inHtml(text, entities)),
      ...(['base64', 'base64url'] as const).flatMap(encoding =>
        inBase64(text, encoding).flatMap(spelling => [spelling, ...inUrl(spelling)]),
      ),
    ];
  });
}

function inUrl(text: string): readonly string[] {
  const encoded = encodeURIComponent(text);
  return [encoded, encoded.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())];
}

/** As base64, also within a longer text, such as `\0user\0password` of SMTP: without the characters that depend on it. */
function inBase64(text: string, encoding: 'base64' | 'base64url'): readonly string[] {
  const within = [0, 1, 2].map(before => {
    const bytes = Buffer.from('\0'.repeat(before) + text);
    return bytes.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return [Buffer.from(text).toString(encoding).replace(/=+$/, ''), ...within];
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

/** hotelctl's own variables, those of Postgres, and names that say that the value is a secret. */
const secretNames =
  /^(HOTELCTL_|PG[A-Z])|TOKEN|PASSW|PASSPHRASE|SECRET|CREDENTIAL|API_?KEY|(^|_)(KEY|PAT|PWD|PASS|DSN)$|_KEY_|(DATABASE|MONGO\w*|REDIS|AMQP)_UR[IL]$/i;

/** Folders, which programs need. */
const folderNames = /^(OLD)?PWD$/;

/** The environment of another program, such as a browser: without secrets, and without the user and password of URLs. */
export const environmentWithoutSecrets = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || (secretNames.test(name) && !folderNames.test(name))
        ? []
        : [[name, value.replace(/(\w:\/\/)[^/?#\s]*@/g, '$1')]],
    ),
  );

import { randomBytes } from 'node:crypto';
import { remember } from '../../src/base/text.ts';

/**
 * Secrets that can't be mistaken for anything else. Each has characters that a URL, a form, JSON and a shell write
 * differently, and no long run of letters that a cautious reader of error bodies would omit anyway.
 */
export function makeCanary(name: string): string {
  const part = () => randomBytes(5).toString('hex');
  return `${name}-${part()}/+"%${part()}\\&=${part()}`;
}

export type Canaries = ReadonlyMap<string, string>;

/** Names of the canaries that are in the text, in any spelling, whole or the first or last half of them. */
export function canariesIn(text: string, canaries: Canaries): readonly string[] {
  return [...canaries]
    .filter(([, secret]) => spellings(secret).some(spelling => text.includes(spelling)))
    .map(([name]) => name);
}

/** Kept, because hundreds of texts are searched for the same secrets. */
const spellings = remember((secret: string): readonly string[] => {
  const half = Math.ceil(secret.length / 2);
  return [secret, secret.slice(0, half), secret.slice(half)].flatMap(text => {
    const encoded = encodeURIComponent(text);
    return [
      text,
      encoded,
      encoded.toLowerCase(),
      new URLSearchParams({ s: text }).toString().slice(2),
      JSON.stringify(text).slice(1, -1),
      JSON.stringify(JSON.stringify(text)).slice(3, -3),
      text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
      Buffer.from(text).toString('hex'),
      ...[0, 1, 2].map(offset => base64Within(text, offset)),
    ];
  });
});

/** The part of the base64 of a longer text that depends only on this part, if it begins at this offset of three bytes. */
function base64Within(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString('base64');
  return encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : 4, -2);
}

// Windows-1252 is what Excel writes as CSV, and the only encoding that every way into DATEV reads. Node.js has no encoder for it,
// and version 20 decodes its bytes 80 to 9F as if they were Latin-1.

/** The characters of the bytes 80 to 9F; five bytes have none. */
const special = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

const bytes = new Map(
  Array.from(special, (character, index) => [character, 0x80 + index] as const).filter(
    ([character]) => character !== '\0',
  ),
);

const findWindows1252 = (character: string): number | undefined => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : bytes.get(character);
};

/** @throws Error for a character without a byte: `transliterate` replaces those */
export function encodeWindows1252(text: string): Buffer {
  const latin = text.replace(/[^\0-\x7f\xa0-\xff]/gu, character => {
    const byte = findWindows1252(character);
    if (byte === undefined) throw new Error('a character that is not in Windows-1252');
    return String.fromCharCode(byte);
  });
  return Buffer.from(latin, 'latin1');
}

/** @returns undefined for bytes that have no character */
export function decodeWindows1252(encoded: Uint8Array): string | undefined {
  const text = Buffer.from(encoded)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, byte => special[byte.charCodeAt(0) - 0x80] ?? '\0');
  return text.includes('\0') ? undefined : text;
}

/** Letters that Unicode does not take apart into a letter and a mark. */
const letters = new Map(
  ['ŁL', 'łl', 'ĐD', 'đd', 'ĦH', 'ħh', 'ŦT', 'ŧt', 'ıi', 'ĸk', 'ẞß', '−-', '‐-', '‑-'].map(
    ([from = '', to = '']) => [from, to] as const,
  ),
);

/** Text in the characters of Windows-1252, without control characters: `Dvořák` becomes `Dvorák`, other scripts `?`. */
export function transliterate(text: string): string {
  // Most texts are plain, and there are many.
  if (/^[ -~\xa1-\xac\xae-\xff]*$/.test(text)) return text;
  return Array.from(text.normalize('NFC'), character => {
    if (/\p{C}|[\u2028\u2029]/u.test(character)) return ' ';
    if (findWindows1252(character) !== undefined) return character;
    const plain = letters.get(character) ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(each => findWindows1252(each) !== undefined) ? plain : '?';
  }).join('');
}

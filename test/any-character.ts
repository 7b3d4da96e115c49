import fc from 'fast-check';

/** Any code point, as `binary` of fast-check, which first makes a table of all of them for more than a second. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map(
  code => String.fromCodePoint(code),
  text => {
    const code = String(text).codePointAt(0);
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one character');
    return code;
  },
);

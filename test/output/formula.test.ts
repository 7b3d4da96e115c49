import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormula } from '../../src/output/formula.ts';
import { counted } from '../full-counts.ts';

describe('text that a spreadsheet would run', () => {
  it.each([
    // At the start of the cell.
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-5.00', "'-5.00"],
    ['-', "'-"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['|cmd', "'|cmd"],
    ['%0A=1', "'%0A=1"],
    ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    // Behind what a reader drops or trims.
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u3000\u2003=1', "'\u3000\u2003=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b\u2060=1', "'\u200b\u2060=1"],
    ['\u0000\u001b=1', "'\u0000\u001b=1"],
    ['"=1', `'"=1`],
    ["'=1", "''=1"],
    ['\u201c=1', "'\u201c=1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['\r\n =1', "'\r\n' =1"],
    ['\tname', "'\tname"],
    ['\rname', "'\rname"],
    ['\nname', "'\nname"],
    // Other widths of the signs.
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM', "'＠SUM"],
    ['\u22121', "'\u22121"],
    ['\ufe66\u207c', "'\ufe66\u207c"],
    // At what would be the start of a cell for a program that splits elsewhere.
    ['a;=1+1', "a;'=1+1"],
    ['a,=1+1', "a,'=1+1"],
    ['a\t=1+1', "a\t'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['a\r\n=1+1', "a\r\n'=1+1"],
    ['x","=1+1', `x",'"=1+1`],
    ['x";"=cmd|\' /C calc\'!A0', `x";'"=cmd|' /C calc'!A0`],
    ['a;+1', "a;'+1"],
    ['a; @x', "a;' @x"],
    ["a; - cmd|' /C calc'!A0", "a;' - cmd|' /C calc'!A0"],
    ['a;＝1', "a;'＝1"],
  ])('%j becomes %j', (text, harmless) => {
    expect(withoutFormula(text)).toBe(harmless);
  });

  it.each([
    '',
    'Anna',
    "O'Brien",
    'a=b',
    'a-b, c+d',
    'Frühstück 12,- EUR',
    'Parkplatz 15,-',
    'Müller; Söhne',
    'a@b.example',
    '50% off',
    '2026-10-01',
    '_=1',
    'line 1\nline 2',
    '東京ホテル',
    '(=1)',
  ])('%j stays', text => {
    expect(withoutFormula(text)).toBe(text);
  });

  const hostile = fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '|',
        '%',
        '＝',
        ' ',
        '\t',
        '\n',
        '\r',
        "'",
        '"',
        ',',
        ';',
        'a',
        '1',
        '(',
        '!',
        '\u200b',
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join(''));

  /** A second, naive way to say what a program may take for the start of a formula. */
  const runs = (cell: string) =>
    /^[\t\r\n]/.test(cell) || /^[=@+\-|%＝]/.test(cell.replace(/^[ \t\r\n\u200b"]+/, ''));

  it('is harmless at the start, and after each separator, whatever it is', () => {
    fc.assert(
      fc.property(hostile, text => {
        const harmless = withoutFormula(text);
        expect(runs(harmless)).toBe(false);
        for (const piece of harmless.split(/[,;\t\r\n]/).slice(1))
          expect(piece).not.toMatch(/^[ "\u200b]*[=@＝]/);
      }),
      { numRuns: counted(500, 5_000) },
    );
  });

  it('can be had back by removing one apostrophe at each guarded place', () => {
    fc.assert(
      fc.property(hostile, fc.nat(12), (text, place) => {
        const harmless = withoutFormula(text);
        expect(harmless.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
        // No two texts become the same, in particular none that differ by an apostrophe.
        const neighbour = `${text.slice(0, place)}'${text.slice(place)}`;
        expect(withoutFormula(neighbour)).not.toBe(harmless);
        if (harmless !== text) expect(withoutFormula(harmless)).not.toBe(harmless);
      }),
      { numRuns: counted(500, 5_000) },
    );
  });

  it('takes time in proportion to its length', () => {
    // Quadratic work on this text would take minutes and not fit the test's time limit.
    const text = `${';+ '.repeat(300_000)}${' '.repeat(300_000)}${'"'.repeat(300_000)}${';-'.repeat(300_000)}`;
    expect(withoutFormula(text).length).toBeGreaterThanOrEqual(text.length);
  });
});

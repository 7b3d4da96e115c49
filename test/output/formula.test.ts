import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unguarded, withoutFormula } from '../../src/output/csv.ts';
import { counted } from '../full-counts.ts';

describe('text that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    // An expression after a sign.
    ['--date-filter EXPR', "'--date-filter EXPR"],
    ['－SUM（A1）', "'－SUM（A1）"],
    // After characters that a reader drops or trims.
    ['\u00a0=1', "'\u00a0=1"],
    ['\u3000\u2003=1', "'\u3000\u2003=1"],
    ['\u201c=1', "'\u201c=1"],
    ['＠SUM', "'＠SUM"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b\u2060=1', "'\u200b\u2060=1"],
    ['\u0000\u001b=1', "'\u0000\u001b=1"],
    // Other widths of these characters.
    ['\ufe66\u207c', "'\ufe66\u207c"],
  ])('%j becomes %j', (text, harmless) => {
    expect(withoutFormula(text)).toBe(harmless);
  });

  it.each(['Frühstück 12,- EUR', '-5.00', '-5 %', '+49 30 1234', 'line 1\n=line 2'])(
    '%j is unchanged',
    text => {
      expect(withoutFormula(text)).toBe(text);
    },
  );

  const hostile = fc
    .array(fc.constantFrom(...'=+-@|%＝ \t\n\r\'",;a1(!\u200b'), { maxLength: 12 })
    .map(parts => parts.join(''));

  /** A second, naive definition of what a program may treat as the start of a formula. */
  const runs = (cell: string) => {
    const start = cell.replace(/^[ \t\r\n\u200b"']+/, '');
    return (
      /^[=@＝]/.test(start) ||
      (/^[+-]/.test(start) && /[^\s\d]/.test(start.slice(1).replaceAll(/[.,%]/g, '')))
    );
  };

  it('is guarded exactly if it could run, and only at its start', () => {
    fc.assert(
      fc.property(hostile, text => {
        expect(withoutFormula(text)).toBe(runs(text) ? `'${text}` : text);
        expect(unguarded(withoutFormula(text))).toBe(text);
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

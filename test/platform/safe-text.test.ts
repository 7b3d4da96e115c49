import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, htmlText, joinSome, markup, safeText, textForAgents } from '../../src/platform/safe-text.ts';
import { anyCharacter } from '../any-character.ts';

test.each([
  ['\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
  ['\u001b]0;title\u0007', '\\u{1b}]0;title\\u{7}'],
  ['two\nlines\r\n\ttab', 'two\\u{a}lines\\u{d}\\u{a}\\u{9}tab'],
  ['\u009b31m and \u007f and \u0000', '\\u{9b}31m and \\u{7f} and \\u{0}'],
  ['abc\u202egnp.exe', 'abc\\u{202e}gnp.exe'],
  ['\u2066a\u2069 \u061c\u200e\u200f', '\\u{2066}a\\u{2069} \\u{61c}\\u{200e}\\u{200f}'],
  ['\ufeffstart \u2028 \u2029', '\\u{feff}start \\u{2028} \\u{2029}'],
  ['lone \ud800 surrogate', 'lone \\u{d800} surrogate'],
  ['tag \u{e0041}', 'tag \\u{e0041}'],
])('%j is shown as %j', (text, shown) => {
  expect(safeText(text)).toBe(shown);
});

test.each([
  'Zimmer „Süd“ – 2 × 3',
  '日本語 한국어 עברית العربية',
  '👩‍👩‍👧 family',
  'می‌خواهم',
  '',
  'C:\\temp',
])('%j is unchanged', text => {
  expect(safeText(text)).toBe(text);
});

test('a text for a language model has nothing that people do not see', () => {
  expect(textForAgents('Süd\u00ad\u180b\u034f\ufe0f\u115f\u{e0100}\u001b')).toBe(
    'Süd\\u{ad}\\u{180b}\\u{34f}\\u{fe0f}\\u{115f}\\u{e0100}\\u{1b}',
  );
});

test('a long text is truncated by characters, with an ellipsis', () => {
  expect(safeText('x'.repeat(50), 50)).toBe('x'.repeat(50));
  expect(safeText('x'.repeat(51), 50)).toBe(`${'x'.repeat(49)}…`);
  expect(safeText('😀'.repeat(51), 50)).toBe(`${'😀'.repeat(49)}…`);
  expect(safeText('😀'.repeat(50), 50)).toBe('😀'.repeat(50));
  expect(safeText('\u001b'.repeat(1_000_000), 20)).toHaveLength(20);
});

test('no text contains anything that a terminal interprets, and safe text is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 40 }), (text, limit) => {
      const safe = safeText(text, limit);
      expect(safe).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/u);
      expect(safeText(safeText(text))).toBe(safeText(text));
      expect(Array.from(safe).length).toBeLessThanOrEqual(limit);
    }),
  );
});

test('the first of many texts are shown, each safe and short, and the others are counted', () => {
  expect(joinSome(['a', 'b', 'c'], 2, ', ')).toBe('a, b and 1 more');
  expect(joinSome(['a', 'b'], 2, '; ')).toBe('a; b');
  expect(joinSome([], 2, ', ')).toBe('');
  expect(joinSome(['\u001b[31m', 'x'.repeat(300)], 5, ' ')).toBe(`\\u{1b}[31m ${'x'.repeat(199)}…`);
});

test('a text in HTML is escaped, and markup of the html tag is not escaped again', () => {
  const hostile = `<b onclick="x('&')">`;
  const escaped = '&lt;b onclick=&quot;x(&#39;&amp;&#39;)&quot;&gt;';
  expect(htmlText(hostile)).toBe(escaped);
  expect(html`<p>${hostile}</p>`.text).toBe(`<p>${escaped}</p>`);
  expect(html`<ul>${[html`<li>${'a<b'}</li>`, html`<li>c</li>`]}</ul>${html`<hr>`}`.text).toBe(
    '<ul><li>a&lt;b</li><li>c</li></ul><hr>',
  );
  expect(html`plain`.text).toBe('plain');
  expect(markup(`\u001b${hostile}`)).toBe(`\\u{1b}${escaped}`);
});

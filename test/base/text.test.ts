import { expect, it } from 'vitest';
import { durationText, secondsText } from '../../src/base/text.ts';

it.each([
  [0, '0 s'],
  [-5000, '0 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [598_000, '9 min 58 s'],
  [7_500_000, '2 h 5 min'],
  [86_400_000, '1 day'],
  [273_600_000, '3 days 4 h'],
])('%i ms are written in the two largest units', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

it.each([
  [59_999, '0 min'],
  [119_999, '1 min'],
  [7_200_000, '2 h'],
  [93_600_000, '1 day 2 h'],
])('%i ms are written in whole minutes, never more than there are', (milliseconds, text) => {
  expect(durationText(milliseconds, 'min')).toBe(text);
});

it.each([
  [300, '0.3 s'],
  [9999, '10 s'],
  [12_400, '12 s'],
  [300_000, '300 s'],
])('a limit of %i ms is written in seconds', (milliseconds, text) => {
  expect(secondsText(milliseconds)).toBe(text);
});

import { expect, it } from 'vitest';
import { durationText, secondsText } from '../../src/base/text.ts';

it.each([
  [durationText(0), '0 s'],
  [durationText(-5000), '0 s'],
  [durationText(59_499), '59 s'],
  [durationText(59_500), '1 min'],
  [durationText(598_000), '9 min 58 s'],
  [durationText(7_500_000), '2 h 5 min'],
  [durationText(86_400_000), '1 day'],
  [durationText(273_600_000), '3 days 4 h'],
  // Whole minutes are never more than there are.
  [durationText(59_999, 'min'), '0 min'],
  [durationText(119_999, 'min'), '1 min'],
  [durationText(7_200_000, 'min'), '2 h'],
  [durationText(93_600_000, 'min'), '1 day 2 h'],
  [secondsText(300), '0.3 s'],
  [secondsText(9999), '10 s'],
  [secondsText(12_400), '12 s'],
  [secondsText(300_000), '300 s'],
])('a duration is written in its two largest units, and a limit in seconds: %s', (written, text) => {
  expect(written).toBe(text);
});

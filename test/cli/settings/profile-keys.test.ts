import { describe, expect, it } from 'vitest';
import { findProfileKey, findValueProblem } from '../../../src/cli/settings/settings.ts';

const problem = (key: string, value: string) => {
  const definition = findProfileKey(key);
  if (!definition) throw new Error(`no key ${key}`);
  return findValueProblem(definition, value);
};

describe('the keys of a profile', () => {
  it('are found by their names only', () => {
    expect(findProfileKey('property')?.name).toBe('property');
    for (const name of ['', 'Property', '__proto__', 'toString', 'clientSecret', 'accessToken'])
      expect(findProfileKey(name), name).toBeUndefined();
  });

  it.each([
    ['delimiter', ';', 'tab', '|'],
    ['decimalComma', 'true', 'false'],
    ['bom', 'true', 'false'],
    ['property', 'MUC'],
    ['locale', 'de', 'de-CH', 'en-GB', 'pt-BR', 'zh-Hant-TW'],
  ])('%s accepts its values', (key, ...values) => {
    for (const value of values) expect(problem(key, value), value).toBeUndefined();
  });

  it.each([
    ['decimalComma', 'one of true, false', 'yes', '1', 'TRUE'],
    ['bom', 'one of true, false', 'on'],
    ['baseUrl', 'an https:// address', 'ftp://api.example.com', 'x'],
    ['property', 'a value that is not empty', '', ' '],
    ['property', 'one line without control characters', 'MUC\n', 'M\u0007', '\u202eMUC', 'M\u200bUC'],
    ['locale', 'a known locale, such as de or en-GB', 'xx', 'de-XX', 'en_GB', 'english'],
    [
      'heartbeat',
      'an https:// address without a user name and password',
      'https://me:secret@ping.example/',
      'https://me@ping.example',
    ],
  ])('%s must be %s', (key, phrase, ...values) => {
    for (const value of values) expect(problem(key, value), value).toBe(phrase);
  });
});

it('the keys of assumptions are found beside the settings, with their values', () => {
  const found = findProfileKey('assume.bookings.honorsKeys');
  expect(found?.mustBe?.('yes')).toBeUndefined();
  expect(found?.mustBe?.('maybe')).toBe('one of yes, no, unknown');
  for (const path of ['booking', '//other.example/x', '/a/../b', '/a?b', '/', '/a b'])
    expect(findProfileKey('assume.bookings.path')?.mustBe?.(path), path).toContain('a path');
  expect(findProfileKey('assume.bookings.path')?.mustBe?.('/booking/v2/bookings')).toBeUndefined();
  expect(findProfileKey('assume.bookings.id')?.mustBe?.('bookingId')).toBeUndefined();
  expect(findProfileKey('assume.bookings.id')?.mustBe?.('a.b')).toBe('the name of a field');
  expect(findProfileKey('assume.bookings')).toBeUndefined();
});

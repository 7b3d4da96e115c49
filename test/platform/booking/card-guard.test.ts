import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardDataIn, cardIn, cardInWords } from '../../../src/platform/booking/card-guard.ts';

/** The last digit that makes the others pass, by the definition of ISO/IEC 7812-1. */
function luhnDigit(digits: readonly number[]): number {
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
const numbers = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
  .map(digits => [...digits, luhnDigit(digits)]);

/** The zero of Arabic-Indic, Persian, Devanagari, Thai, full-width and mathematical digits. */
const zeros = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950);
const separators = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  '-',
  '\u00a0',
  '\u2009',
  '\u2011',
  '\u2013',
  '\u2212',
  '\u200b',
  '\t',
  ' - ',
);

describe('a card number', () => {
  it('is found in any script and with blanks and dashes anywhere', () => {
    fc.assert(
      fc.property(numbers, zeros, fc.infiniteStream(separators), (digits, zero, between) => {
        const spelled = digits.map(digit => String.fromCodePoint(zero + digit));
        const text = spelled.reduce((all, digit) => `${all}${between.next().value}${digit}`);
        expect(cardDataIn(text)).toBe('a card number');
        expect(cardDataIn(`card: ${text}, thanks`)).toBe('a card number');
        expect(cardIn({ a: [{ b: text }] })).toEqual({ what: 'a card number', place: 'a[0].b' });
      }),
      { numRuns: 500 },
    );
  });

  it('is no number with another check digit, fewer digits or more', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 9 }), (digits, shift) => {
        const wrong = [...digits.slice(0, -1), ((digits.at(-1) ?? 0) + shift) % 10];
        expect(cardDataIn(wrong.join(''))).toBeUndefined();
      }),
    );
    expect(cardDataIn('411111111116')).toBeUndefined();
    expect(cardDataIn('41111111111111111111')).toBeUndefined();
  });

  it('is found as a JSON number, as a name, and beside other digits', () => {
    expect(cardIn({ a: 4111111111111111 })?.place).toBe('a');
    expect(cardIn({ a: { '4111-1111-1111-1111': 1 } })).toEqual({ what: 'a card number', place: 'a' });
    expect(cardDataIn('4111 1111 1111 1111 12 2030')).toBe('a card number');
    expect(cardDataIn('room 12, 4111 1111 1111 1111')).toBe('a card number');
    expect(cardInWords(['--guest-comment', '4111', '1111', '1111', '1111'])).toBe('a card number');
    expect(cardInWords(['--4111111111111111'])).toBe('a card number');
  });

  it('is not seen in what every booking holds', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        expect(cardDataIn(id)).toBeUndefined();
      }),
    );
    for (const text of [
      '2026-12-01T15:00:00+01:00',
      '123.45EUR',
      '411111******1111',
      '+49 89 1234567',
      'HPGMSTGF-1',
      'arrival=2026-12-01,departure=2026-12-03,adults=2',
    ]) {
      expect(cardDataIn(text), text).toBeUndefined();
    }
  });
});

describe('a card verification code', () => {
  it.each([
    'cvc',
    'CVV',
    'cvv2',
    'cardCvc',
    'card_cvc',
    'securityCode',
    'encryptedSecurityCode',
    'card.cvc',
    'cardVerificationCode',
    'CVC-Code',
  ])('is found in the field %s, whatever it holds', name => {
    for (const value of ['123', 123, null, '', { a: 1 }]) {
      expect(cardIn({ payment: { [name]: value } })).toEqual({
        what: 'a card verification code',
        place: `payment.${name}`,
      });
    }
    expect(cardInWords([`--${name}`, '123'])).toBe('a card verification code');
    expect(cardInWords([`--${name}=123`])).toBe('a card verification code');
  });

  it.each(['CVC: 123', 'cvv=1234', 'my cvc2 987', 'Security code 123', 'cvc ١٢٣', 'adults=2,cvc=123'])(
    'is found in the text %s',
    text => {
      expect(cardDataIn(text)).toBe('a card verification code');
    },
  );

  it('is not seen in what a processor answers of it', () => {
    expect(
      cardIn({ additionalData: { cvcResult: '1 Matches', cvcResultRaw: 'M', cardSummary: '1111' } }),
    ).toBeUndefined();
    expect(cardDataIn('room 123')).toBeUndefined();
  });
});

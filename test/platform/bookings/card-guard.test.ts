import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardDataIn, cardIn, cardInWords } from '../../../src/platform/bookings/card-guard.ts';
import { wordsOf } from '../../words.ts';

/** The last digit that makes the number pass, by the definition of ISO/IEC 7812-1. */
function luhnDigit(digits: readonly number[]): number {
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const weighed = place % 2 === 0 ? digit * 2 : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
/** What the numbers of an issuer begin with, and their lengths. */
const issuers: readonly (readonly [prefix: string, lengths: readonly number[]])[] = [
  ['4', [13, 16, 19]],
  ...['51', '55', '2221', '2720'].map(prefix => [prefix, [16]] as const),
  ...['34', '37'].map(prefix => [prefix, [15]] as const),
  ...['300', '305', '309', '36', '39'].map(prefix => [prefix, [14, 16, 19]] as const),
  ...['3528', '3589', '6011', '644', '65', '62', '2200'].map(prefix => [prefix, [16, 19]] as const),
  ...['5018', '5893', '6304', '6761'].map(prefix => [prefix, [13, 16, 19]] as const),
];
const numbers = fc
  .constantFrom(...issuers.flatMap(([prefix, lengths]) => lengths.map(length => [prefix, length] as const)))
  .chain(([prefix, length]) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
      .map(digits => [...Array.from(prefix, Number), ...digits.slice(prefix.length)]),
  )
  .map(digits => [...digits, luhnDigit(digits)]);

/** The zero of Arabic-Indic, Persian, Devanagari, Thai, full-width and mathematical digits. */
const zeros = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7ce, 0x1d7f6, 0x1e950);
const marks = [...' -\u00a0\u2009\u2011\u2013\u2212\u200b\t./_'];
const separators = fc.constantFrom('', '', '', ' - ', '      ', ...marks);

describe('an order number', () => {
  it.each(
    wordsOf(`0000000000000 1234567890128 7000000000000005 9000000000000001 12345678901230
    99999999999999999996`),
  )('%s that passes the check by chance is not a card number', number => {
    expect(cardDataIn(number)).toBeUndefined();
    expect(cardInWords(['--reference', number])).toBeUndefined();
  });

  it('in the range of an issuer is refused with the name of its flag, which is never the number', () => {
    expect(cardInWords(['bookings', 'create', '--reference', '4111111111111111'])?.place).toBe('--reference');
    expect(cardInWords(['bookings', 'create', '--reference=4111111111111111'])?.place).toBe('--reference');
    expect(cardInWords(['--4111111111111111', '4111111111111111'])?.place).toBe('');
  });
});

describe('a card number', () => {
  it('is found in any script and with separators anywhere', () => {
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

  it('is not found with another check digit, fewer digits or more', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 9 }), (digits, shift) => {
        const wrong = [...digits.slice(0, -1), ((digits.at(-1) ?? 0) + shift) % 10];
        expect(cardDataIn(wrong.join(''))).toBeUndefined();
      }),
    );
    expect(cardDataIn('411111111116')).toBeUndefined();
    expect(cardDataIn('41111111111111111111')).toBeUndefined();
  });

  it('is found as a JSON number, as a name, and next to other digits', () => {
    expect(cardIn({ a: 4111111111111111 })?.place).toBe('a');
    expect(cardIn({ a: { '4111-1111-1111-1111': 1 } })).toEqual({ what: 'a card number', place: 'a' });
    expect(cardDataIn('4111 1111 1111 1111 12 2030')).toBe('a card number');
    expect(cardDataIn('room 12, 4111 1111 1111 1111')).toBe('a card number');
    expect(cardInWords(['--guest-comment', '4111', '1111', '1111', '1111'])?.what).toBe('a card number');
    expect(cardInWords(['--4111111111111111'])?.what).toBe('a card number');
  });

  it('is searched for once in a long text of short numbers, not again in the rest of it for each number', () => {
    // Without the limit, 100,000 groups of digits would be copied 50,000 at a time: that takes minutes.
    expect(cardDataIn('12 '.repeat(100_000))).toBeUndefined();
    expect(cardDataIn(`${'12 '.repeat(100_000)}4111 1111 1111 1111`)).toBe('a card number');
  }, 30_000);

  it('is not found in the usual fields of a booking', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        expect(cardDataIn(id)).toBeUndefined();
      }),
    );
    const texts = wordsOf(`2026-12-01T15:00:00+01:00 123.45EUR 411111******1111 "+49 89 1234567" HPGMSTGF-1
      arrival=2026-12-01,departure=2026-12-03,adults=2`);
    for (const text of texts) expect(cardDataIn(text), text).toBeUndefined();
  });
});

describe('a number that is not a card number', () => {
  // It passes the Luhn check and begins as a number of Visa does, by chance.
  const reference = '4815131751000001';
  const phone = '+49 151 12345009';

  it.each(wordsOf('pspReference merchantReference transactionReference payerReference shopper_reference'))(
    'is a reference of a payment: %s',
    field => {
      expect(cardIn({ [field]: reference })).toBeUndefined();
      expect(cardIn({ [field]: Number(reference) })).toBeUndefined();
      // A reference has no groups, and other fields next to it are checked.
      expect(cardIn({ [field]: '4815 1317 5100 0001' })).toEqual({ what: 'a card number', place: field });
      expect(cardIn({ [field]: reference, comment: reference })?.place).toBe('comment');
      expect(cardIn({ [field]: { comment: reference } })?.place).toBe(`${field}.comment`);
    },
  );

  it.each(['phone', 'bookerPhone', 'mobile', 'telephoneNumber'])('is a telephone number: %s', field => {
    for (const number of [phone, '+4915112345009', '004915112345009', '+49 (151) 123-45009'])
      expect(cardIn({ [field]: number }), number).toBeUndefined();
    expect(cardIn({ [field]: '4111 1111 1111 1111' })?.what).toBe('a card number');
    expect(cardIn({ comment: phone })?.what).toBe('a card number');
  });

  it('is accepted on the command line too', () => {
    expect(cardInWords(['--booker-phone', phone])).toBeUndefined();
    expect(cardInWords([`--booker-phone=${phone}`])).toBeUndefined();
    expect(cardInWords(['--guest', `reservation=1,last-name=Doe,phone=${phone}`])).toBeUndefined();
    expect(cardInWords(['-f', `paymentAccount.transactionReference=${reference}`])).toBeUndefined();
    expect(cardInWords(['--reference', reference])?.what).toBe('a card number');
    expect(cardInWords(['--guest', `last-name=${phone}`])?.what).toBe('a card number');
    expect(cardInWords(['--booker-phone', '4111111111111111'])?.what).toBe('a card number');
  });

  it('is a digest, a calendar date or a period', () => {
    const digest = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(digest, text => {
        expect(cardDataIn(text)).toBeUndefined();
      }),
    );
    const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, time => {
        const day = time.toISOString().slice(0, 10);
        expect(cardInWords(['--period', `${day}..${day}`])).toBeUndefined();
        expect(cardInWords(['--period', `${day.slice(0, 7)}..${day.slice(0, 7)}`])).toBeUndefined();
        expect(cardInWords(['--date-filter', `gte_${day}`, '--date-filter', `lt_${day}`])).toBeUndefined();
      }),
    );
  });
});

describe('a card number in a URL', () => {
  it.each(
    wordsOf(
      `/x/4111%201111%201111%201111 /x?c=4111+1111+1111+1111 /x?c=4111%252D1111%252D1111%252D1111
        /x/%34111111111111111 /x/4111%C2%A01111%C2%A01111%C2%A01111
        https://host.example/4111.1111.1111.1111`,
    ),
  )('is found in %s', path => {
    expect(cardInWords(['api', 'GET', path])?.what).toBe('a card number');
  });

  it('is not found in text that cannot be decoded', () => {
    expect(cardInWords(['api', 'GET', '/x/100%/%E0%A4%A/%41'])).toBeUndefined();
  });
});

describe('a card verification code', () => {
  const names =
    'cvc CVV cvv2 cardCvc card_cvc securityCode encryptedSecurityCode card.cvc cardVerificationCode';
  it.each(wordsOf(names, 'CVC-Code'))('is found in the field %s, whatever its value', name => {
    for (const value of ['123', 123, null, '', { a: 1 }])
      expect(cardIn({ payment: { [name]: value } })).toEqual({
        what: 'a card verification code',
        place: `payment.${name}`,
      });
    expect(cardInWords([`--${name}`, '123'])?.what).toBe('a card verification code');
    expect(cardInWords([`--${name}=123`])?.what).toBe('a card verification code');
  });

  it.each(['CVC: 123', 'cvv=1234', 'my cvc2 987', 'Security code 123', 'cvc ١٢٣', 'adults=2,cvc=123'])(
    'is found in the text %s',
    text => {
      expect(cardDataIn(text)).toBe('a card verification code');
    },
  );

  it("is not found in a processor's response about it", () => {
    const additionalData = { cvcResult: '1 Matches', cvcResultRaw: 'M', cardSummary: '1111' };
    expect(cardIn({ additionalData })).toBeUndefined();
    expect(cardDataIn('room 123')).toBeUndefined();
  });
});

import { resultOr } from '../../base/text.ts';
import { isExactNumber, plainNumber } from '../numbers.ts';

/**
 * hotelctl never accepts a card: digits in the ranges and lengths of the issuers that pass the Luhn check, in any script and
 * with separators between them, and card verification codes. One in ten order numbers passes the check too, so that the
 * issuers decide. A finding names the kind and the place of the data, never its value.
 */
type CardData = 'a card number' | 'a card verification code';

/** What may stand between the digits of a card number: spaces, dashes, dots, slashes and invisible characters. */
const separators = /[\s\p{Zs}\p{Pd}\p{Cf}\p{M}\u2212./_]+/u;
const digitRuns = new RegExp(`\\p{Nd}+(?:${separators.source}\\p{Nd}+)*`, 'gu');

/** UUIDs and SHA-256 digests consist of hexadecimal digits and can look like a card number by chance. */
const hexNames =
  /(?<![\p{L}\p{N}-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{64})(?![\p{L}\p{N}-])/giu;

/** A separate calendar date, such as both dates of `2026-10-01..2026-10-31` and `01.10.2026..31.10.2026`. */
const isoDates = /(?<!\d[-\s._/]?)20\d{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?![-\s_/]?\d)/gu;
const localDates = /(?<!\d[-\s._/]?)(?:[0-2]?\d|3[01])[./](?:[0-2]?\d|3[01])[./]20\d{2}(?![-\s._/]?\d)/gu;

/** `CVC: 123`, `cvv=1234`, `security code 123`. */
const statedCode = /(?<!\p{L})(?:cvc|cvv|csc|cvn|security\s*code)2?["'\s]*[:=#]?["'\s]*\d{3,4}(?!\d)/iu;

/** Names of fields and flags; `cvcResult` in a processor's response is not one of them. */
const codeField =
  /(?:cvc|cvv|cvn)2?(?:code|number|value)?$|^csc$|securitycode$|cardverification(?:code|value|number)$/i;

export function cardDataIn(text: string): CardData | undefined {
  // Full-width, mathematical, encircled and superscript digits become plain digits.
  const plain = text
    .normalize('NFKC')
    .replace(hexNames, ' name ')
    .replace(/\p{Nd}/gu, plainDigit)
    .replace(isoDates, ' date ')
    .replace(localDates, ' date ');
  if (statedCode.test(plain)) return 'a card verification code';
  const runs = [...plain.matchAll(digitRuns)].map(([run]) => run.split(separators));
  return runs.some(isCardRun) ? 'a card number' : undefined;
}

function isCardRun(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = '';
    // Each group has a digit, and a card number has at most 19: the rest of a long run is not copied for each of its groups.
    for (const group of groups.slice(first, first + 19)) {
      digits += group;
      if (digits.length > 19) return false;
      if (issuedNumber.test(digits) && passesLuhn(digits)) return true;
    }
    return false;
  });
}

/** Digits that an issuer begins with, and how many follow: Visa, Mastercard, American Express, Diners Club, JCB, Discover, UnionPay, Maestro, Mir, RuPay, Troy, Verve, UATP. */
const issuedNumber = new RegExp(
  `^(?:${[
    '4(?:\\d{12}|\\d{15}|\\d{18})',
    '5[1-5]\\d{14}',
    '2(?:22[1-9]|2[3-9]\\d|[3-6]\\d\\d|7[01]\\d|720)\\d{12}',
    '3[47]\\d{13}',
    '3(?:0[0-59]|[689]\\d)\\d{11,16}',
    '35(?:2[89]|[3-8]\\d)\\d{12,15}',
    '(?:6011|64[4-9]\\d|65\\d\\d|62\\d\\d|81\\d\\d|82\\d\\d|60\\d\\d|220[0-4]|9792)\\d{12,15}',
    '(?:5018|5020|5038|5893|6304|6759|676[1-3]|50\\d\\d|5[6-8]\\d\\d|63\\d\\d|67\\d\\d)\\d{9,15}',
    '1\\d{14}',
  ].join('|')})$`,
);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Unicode stores the ten digits of each script consecutively and in order. */
function plainDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

const plainName = (name: string) => name.replace(/[\s_-]/g, '');
const isCodeField = (name: string) => codeField.test(plainName(name));

/** Fields that contain payment references; one in ten numeric references passes the Luhn check. */
const referenceField = /(?:psp|merchant|transaction|payment|original|shopper|payer)reference$/i;
const phoneField = /(?:phone|mobile|telefax|fax)(?:number)?$/i;

/** Whether a field has a payment reference or a telephone number, whose digits are not a card number. */
const isOtherNumber = (name: string, text: string): boolean =>
  referenceField.test(plainName(name))
    ? /^[0-9A-Za-z]{1,100}$/.test(text)
    : phoneField.test(plainName(name)) && isTelephoneNumber(text);

/** In international or national form: a leading + or 0, and 15 digits at most (ITU-T E.164), besides the prefix 00. */
const isTelephoneNumber = (text: string) => /^(?:\+|00|0)\d{4,15}$/.test(text.replace(/[\s().\-/]/g, ''));

interface CardFound {
  readonly what: CardData;
  /** `reservations[0].guestComment`; empty for the value itself. */
  readonly place: string;
}

/** The first place in a parsed JSON value that contains card data; undefined if there is none. */
export function cardIn(value: unknown, place = '', field = ''): CardFound | undefined {
  const text = isExactNumber(value) ? plainNumber(value).split('.')[0] : value;
  if (typeof text === 'string') {
    const what = isOtherNumber(field, text) ? undefined : cardDataIn(text);
    return what && { what, place };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    // A name that is itself a card number must not be printed either.
    const inName = cardDataIn(name);
    if (inName) return { what: inName, place };
    const innerPlace = Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
    if (isCodeField(name)) return { what: 'a card verification code', place: innerPlace };
    const found = cardIn(inner, innerPlace, name);
    if (found) return found;
  }
  return undefined;
}

/** Finds card data in one argument, in several consecutive ones, in a URL, or as a flag. */
export function cardInWords(words: readonly string[]): CardFound | undefined {
  const flags = words.flatMap(word => /^--?([^=]+)/.exec(word)?.[1] ?? []);
  const code = flags.find(isCodeField);
  if (code !== undefined) return { what: 'a card verification code', place: `--${code}` };
  const others = words.map((word, index) => withoutOtherNumbers(word, words[index - 1]));
  const find = (text: string) => cardDataIn(text) ?? cardDataIn(urlDecoded(text));
  const what = find(others.join(' '));
  if (!what) return undefined;
  const index = others.findIndex(word => find(word));
  const [, own] = /^(--[\w-]+)=/.exec(words[index] ?? '') ?? [];
  const flag = own ?? /^--[\w-]+$/.exec(words[index - 1] ?? '')?.[0] ?? '';
  return { what, place: cardDataIn(flag) ? '' : flag };
}

/** The fields are `--booker-phone`, `phone=` and `-f pspReference=`. */
function withoutOtherNumbers(word: string, before: string | undefined): string {
  const flag = /^--?([^=\s]+)$/.exec(before ?? '')?.[1];
  if (flag !== undefined && isOtherNumber(flag, word)) return ' ';
  return word.replace(/(^|,)(?:--)?([\w.-]+)=([^,]*)/g, (pair, start, name, value) =>
    isOtherNumber(name.split('.').at(-1) ?? '', value) ? `${start} ` : pair,
  );
}

/** The decoded text of a URL: `%20` and `+` are spaces, even if they are encoded more than once. */
function urlDecoded(text: string): string {
  let decoded = text.replaceAll('+', ' ');
  for (let depth = 0; depth < 3 && decoded.includes('%'); depth++)
    decoded = decoded.replace(/(?:%[0-9a-f]{2})+/gi, encoded =>
      resultOr(' ', () => decodeURIComponent(encoded)),
    );
  return decoded;
}

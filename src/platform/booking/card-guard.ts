import { isExactNumber, plainNumber } from '../numbers.ts';

/**
 * hotelctl never takes a card: 13 to 19 digits that pass the Luhn check, in any script and with blanks or dashes
 * between them, and card verification codes. What is found is told by its kind and place, never by its value.
 */
export type CardData = 'a card number' | 'a card verification code';

/** What may stand between the digits of one card number: blanks, dashes, and what can't be seen or only decorates. */
const separators = /[\s\p{Zs}\p{Pd}\p{Cf}\p{M}\u2212]{1,5}/u;
const digitRuns = new RegExp(`\\p{Nd}+(?:${separators.source}\\p{Nd}+)*`, 'gu');

/** A UUID is a name of 32 hexadecimal digits in fixed groups: parts of it that look like a card are chance. */
const uuids = /(?<![\p{L}\p{N}-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu;

/** `CVC: 123`, `cvv=1234`, `security code 123`. */
const statedCode = /(?<!\p{L})(?:cvc|cvv|csc|cvn|security\s*code)2?["'\s]*[:=#]?["'\s]*\d{3,4}(?!\d)/iu;

/** Names of fields and flags; `cvcResult`, which a processor answers, is none of them. */
const codeField =
  /(?:cvc|cvv|cvn)2?(?:code|number|value)?$|^csc$|securitycode$|cardverification(?:code|value|number)$/i;

/** What of a card a text holds. */
export function cardDataIn(text: string): CardData | undefined {
  // Full-width, mathematical, encircled and raised digits become plain ones.
  const plain = text
    .normalize('NFKC')
    .replace(uuids, ' uuid ')
    .replace(/\p{Nd}/gu, plainDigit);
  if (statedCode.test(plain)) return 'a card verification code';
  const runs = [...plain.matchAll(digitRuns)].map(([run]) => run.split(separators));
  return runs.some(isCardRun) ? 'a card number' : undefined;
}

/** Whether groups of digits that stand beside each other make a card number. */
function isCardRun(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = '';
    for (const group of groups.slice(first)) {
      digits += group;
      if (digits.length > 19) return false;
      if (digits.length >= 13 && passesLuhn(digits)) return true;
    }
    return false;
  });
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.at(-1 - place));
    const weighed = place % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** Unicode keeps the ten digits of each script together, in their order. */
function plainDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

const isCodeField = (name: string) => codeField.test(name.replace(/[\s_-]/g, ''));

export interface CardFound {
  readonly what: CardData;
  /** `reservations[0].guestComment`; empty for the value itself. */
  readonly place: string;
}

/** The first place in a parsed JSON value that holds card data; undefined when none does. */
export function cardIn(value: unknown, place = ''): CardFound | undefined {
  if (typeof value === 'string' || isExactNumber(value)) {
    const what = cardDataIn(typeof value === 'string' ? value : plainNumber(value));
    return what && { what, place };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    // A name that is itself a card number must not be told either.
    const inName = cardDataIn(name);
    if (inName) return { what: inName, place };
    const innerPlace = Array.isArray(value) ? `${place}[${name}]` : place === '' ? name : `${place}.${name}`;
    if (isCodeField(name)) return { what: 'a card verification code', place: innerPlace };
    const found = cardIn(inner, innerPlace);
    if (found) return found;
  }
  return undefined;
}

/** What of a card the words of a command line hold: in one of them, in several beside each other, or as a flag. */
export function cardInWords(words: readonly string[]): CardData | undefined {
  const flags = words.flatMap(word => /^--?([^=]+)/.exec(word)?.[1] ?? []);
  if (flags.some(isCodeField)) return 'a card verification code';
  return cardDataIn(words.join(' '));
}

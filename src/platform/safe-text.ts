import { unicodePattern } from '../base/text.ts';

/**
 * Characters that a terminal or a viewer would interpret instead of showing: control characters (C0, ESC, DEL, C1),
 * line and paragraph separators, bidirectional controls, the byte order mark, interlinear and tag characters, and lone
 * surrogates. Joiners (U+200C, U+200D) are not included: names in Persian or Hindi need them.
 */
const unsafe =
  /[^ -~\u{a0}-\u{10ffff}]|[\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{d800}-\u{dfff}\u{feff}\u{fff9}-\u{fffb}\u{e0000}-\u{e007f}]/gu;

/** `\u{1b}`; also in a pattern with the flag u. */
export const escapedCharacter = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Untrusted text as one line that is safe to show: every character that a terminal would interpret becomes visible
 * (`\u{1b}`, `\u{a}`). Harmless text is returned unchanged, and the function is idempotent.
 *
 * @param limit the maximum number of characters; longer text ends in `…`. Default: no limit.
 */
export function safeText(text: string, limit = Number.POSITIVE_INFINITY): string {
  // Most texts are ASCII, and the longer pattern is slow.
  const safe = /^[ -~]*$/.test(text) ? text : text.replace(unsafe, escapedCharacter);
  if (safe.length <= limit) return safe;
  const characters = Array.from(safe);
  return characters.length <= limit ? safe : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Text for a language model, which also reads what no person sees: formats, tags, variant selectors, unassigned characters. */
export const textForAgents = (text: string): string =>
  safeText(text).replaceAll(new RegExp(unseen(), 'gu'), escapedCharacter);

const unseen = () =>
  unicodePattern`[\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|[\u180b-\u180f]|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\u034f`;

/** The first few of possibly many thousands, safe to show. */
export function joinSome(words: readonly string[], count: number, separator: string): string {
  const rest = words.length - count;
  const shown = words.slice(0, count).map(word => safeText(word, 200));
  return `${shown.join(separator)}${rest > 0 ? ` and ${rest} more` : ''}`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for the content of an element or a quoted attribute. */
export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] ?? '');

/** HTML that is safe to send. Only the `html` tag creates it, and it escapes every text that is inserted. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = Html | string | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + toMarkup(pieces[index - 1] ?? '') + part));
}

function toMarkup(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece !== 'string') return piece.map(part => part.text).join('');
  return htmlText(piece);
}

/** Escapes text for an element's content or a quoted attribute: no markup, control character or link remains. */
export const markup = (text: string): string => htmlText(safeText(text));

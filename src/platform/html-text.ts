import { safeText } from './safe-text.ts';

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
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
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

/**
 * Escapes untrusted text for the content of an element or a quoted attribute: no markup, control character or link
 * remains.
 */
export const markup = (text: string): string => htmlText(safeText(text));

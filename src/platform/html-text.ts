const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as text of a page, in an element or a quoted attribute: nothing in it is markup. */
export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] ?? '');

/** HTML that is safe to send as it is. Only the `html` tag makes it, and it escapes every text that is put into it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + markupOf(pieces[index - 1] ?? '') + part));
}

function markupOf(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece !== 'string') return piece.map(part => part.text).join('');
  return htmlText(piece);
}

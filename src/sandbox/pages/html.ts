import { htmlText } from '../../platform/html-text.ts';

/** HTML that is safe to send as it is. Only the `html` tag makes it; everything put into it is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | readonly Html[];

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + render(pieces[index - 1] ?? '') + part));
}

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece !== 'string') return piece.map(part => part.text).join('');
  return htmlText(piece);
}

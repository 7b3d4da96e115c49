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

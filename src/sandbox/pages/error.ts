import { html } from '../../platform/html-text.ts';
import { renderPage } from './page.ts';

export interface ErrorView {
  readonly title: string;
  readonly detail: string;
  readonly facts?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** For errors where the browser can't be sent back to the client: one clear line, and what to compare. */
export function errorPage({ title, detail, facts = [] }: ErrorView): string {
  const rows = facts.map(
    ({ name, values }) => html`<dt>${name}</dt>${values.map(value => html`<dd>${value}</dd>`)}`,
  );
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p class="soft">${detail}</p>
${rows.length > 0 ? html`<dl>${rows}</dl>` : ''}`,
  );
}

import { type Html, html } from '../../platform/html-text.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly workplace: string;
}

/** Initials, name, role and workplace; the initials are decorative and hidden from screen readers. */
export function personLine({ name, role, workplace }: Person): Html {
  return html`<span class="initials" aria-hidden="true">${initials(name)}</span>
<span><b>${name}</b><small>${role} · ${workplace}</small></span>`;
}

const initials = (name: string) =>
  name
    .split(' ')
    .map(word => word.charAt(0))
    .join('');

import { html } from '../../platform/html-text.ts';
import { renderPage } from './page.ts';

interface AuthorizationRow {
  readonly pspReference: string;
  readonly state: 'authorized' | 'captured' | 'cancelled' | 'refused';
  /** For people: `278.00 EUR`. */
  readonly amount: string;
  readonly cardHolder: string;
  readonly propertyId: string;
  readonly at: string;
  readonly detail: string;
}

/** The states of the prepayments, newest first, with buttons that advance the hotel's clock. */
export function authorizationsPage(rows: readonly AuthorizationRow[], now: string): string {
  const entries = rows.map(
    ({ pspReference, state, amount, cardHolder, propertyId, at, detail }) =>
      html`<section class="payment" aria-label="${pspReference}"><p class="head"><b>${amount}</b><span class="state ${state}">${state}</span></p>
<p class="mono">${pspReference}</p>
<p class="soft">${cardHolder} · ${propertyId} · ${at}</p>
<p class="soft">${detail}</p></section>
`,
  );
  return renderPage(
    'Payment processor',
    html`<h1>Authorizations</h1>
<p class="soft">It is ${now} at the hotel. An authorization that no booking captures within two hours is cancelled.</p>
${entries.length > 0 ? entries : html`<p class="lead">None yet: POST /payments makes one.</p>`}
<form method="post" action="/clock" class="choice">
<button name="minutes" value="30">30 minutes later</button>
<button name="minutes" value="121">2 hours later</button>
</form>`,
  );
}

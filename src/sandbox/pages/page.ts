/** The pages that the sandbox shows a person: no script, one stylesheet in the page, nothing loaded from anywhere. */
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Html, html } from '../../platform/html-text.ts';
import { style } from './style.ts';

export function renderPage(title: string, content: Html): string {
  const styleElement = new Html(`<style>${style}</style>`);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – hotelctl sandbox</title>
${styleElement}
</head>
<body>
<main>
<p class="note"><strong>Sandbox:</strong> an invented hotel on this computer</p>
<div class="body">
${content}
</div>
</main>
</body>
</html>
`.text;
}

/**
 * `formTargets` are the origins that an answered form may lead to: browsers hold redirects after a form to the
 * policy's form-action as well, so the client's redirect URI has to be named.
 */
export function pageHeaders(formTargets: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      `form-action ${["'self'", ...formTargets].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

export function sendPage(
  response: ServerResponse,
  status: number,
  page: string,
  formTargets: readonly string[],
): void {
  response.writeHead(status, pageHeaders(formTargets)).end(page);
}

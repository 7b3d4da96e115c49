import { createHash } from 'node:crypto';

/**
 * The frame of every HTML page that hotelctl writes or serves. Only the page's own style and script run, allowed by their
 * hashes, so that no text in the data can become either. Insert only escaped text (`platform/safe-text.ts`).
 */
interface HtmlPage {
  /** The language of the page; default: en. */
  readonly language?: string;
  /** Escaped text. */
  readonly titleMarkup: string;
  /** Complete style sheet and script, both part of the program and never made from data. */
  readonly style: string;
  readonly script?: string;
}

/** The colors of the pages that hotelctl serves, for light and dark screens; a page adds those that only it has. */
export const servedPalette = `
:root{color-scheme:light dark;
--ground:#eef1f5;--card:#fff;--ink:#17202e;--soft:#566273;--line:#d5dce5;--hover:#f3f6fa;--accent:#1d5bbf;--tint:#e6eefb}
@media (prefers-color-scheme:dark){:root{
--ground:#10151d;--card:#1a212c;--ink:#e8edf4;--soft:#a3b0c2;--line:#344052;--hover:#222b39;--accent:#7eb0ff;--tint:#24344f}}`;

/** Directives that a page needs beyond its own style and script, for example `form-action 'self'`. */
type PolicyDirectives = Readonly<Record<string, string>>;

/** The Content-Security-Policy of a page: everything is forbidden except its own style and script. */
function contentSecurityPolicy(
  { style, script }: Pick<HtmlPage, 'style' | 'script'>,
  more: PolicyDirectives = {},
): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const directives: PolicyDirectives = {
    'default-src': "'none'",
    'style-src': hash(style),
    ...(script === undefined ? {} : { 'script-src': hash(script) }),
    'base-uri': "'none'",
    'form-action': "'none'",
    ...more,
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

/** On every response with private content: no cache keeps it, and no other page learns its URL. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** The headers of a page that a server sends. No other page may show it in a frame unless `more` says so. */
export const htmlPageHeaders = (page: Pick<HtmlPage, 'style' | 'script'>, more: PolicyDirectives = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(page, { 'frame-ancestors': "'none'", ...more }),
  ...privateHeaders,
});

/** A page that a server sends, with the policy in its headers. The body is escaped already. */
export const servedPage = (page: HtmlPage, body: string): string =>
  `${documentStart(page, '')}${body}${htmlPageEnd(page)}`;

/** The beginning of a page in a file, up to and with `<body>`: the page carries its policy itself. */
export function htmlPageStart(page: HtmlPage): string {
  const policy = contentSecurityPolicy(page);
  return documentStart(page, `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`);
}

const documentStart = ({ titleMarkup, style, language = 'en' }: HtmlPage, policy: string) => `<!DOCTYPE html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
${policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${titleMarkup}</title>
<style>${style}</style>
</head>
<body>
`;

export const htmlPageEnd = ({ script }: Pick<HtmlPage, 'script'>): string =>
  `${script === undefined ? '' : `<script>${script}</script>\n`}</body>\n</html>\n`;

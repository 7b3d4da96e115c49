// A private endpoint for a view of the platform. Start it:
//   TOKEN=a-long-random-secret TLS_CERT=cert.pem TLS_KEY=key.pem PORT=8443 node server.mjs
// Register it as https://HOST/secure-url?token=TOKEN. The platform calls it for each frame that it shows.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const { TOKEN = '', TLS_CERT = 'cert.pem', TLS_KEY = 'key.pem', PORT = '8443' } = process.env;
// The origin of the platform's screens, which may show the view in a frame; * allows everyone.
const SCREENS = process.env.SCREENS ?? '*';
const signingKey = randomBytes(32);
const validFor = 10 * 60 * 1000;
if (TOKEN.length < 16) throw new Error('TOKEN must have at least 16 characters');

// 1. HTTPS, with a certificate that the platform trusts.
const server = createServer(
  { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) },
  (request, response) => {
    const end = status => response.writeHead(status).end();
    const target = `https://endpoint.example${request.url}`;
    if (!/^\/(?!\/)/.test(request.url) || !URL.canParse(target)) return end(400);
    const { pathname, searchParams } = new URL(target);
    if (request.method !== 'GET') return end(405);
    if (pathname === '/view') return showView(searchParams, response);
    if (pathname !== '/secure-url') return end(404);
    // 2. Only the platform knows the token. A wrong one is refused, and so is none.
    if (!isSame(searchParams.get('token') ?? '', TOKEN)) return end(403);
    // 3. The URL of the view expires, so that a copy of it is of no use.
    const expires = Date.now() + validFor;
    const url = `https://${request.headers.host}/view?expires=${expires}&signature=${sign(expires)}`;
    // 4. Both fields, the time in UTC without fractions of a second.
    const expTimestamp = new Date(expires).toISOString().replace(/\.\d+Z$/, 'Z');
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ url, expTimestamp }));
  },
);

// The platform appends accountCode, subjectId, and the id of the property, reservation or company.
function showView(parameters, response) {
  const expires = parameters.get('expires') ?? '';
  const isValid = isSame(parameters.get('signature') ?? '', sign(expires)) && Number(expires) > Date.now();
  if (!isValid) return response.writeHead(403).end();
  const shown = [...parameters].filter(([name]) => name !== 'expires' && name !== 'signature');
  const rows = shown.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('');
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; frame-ancestors ${SCREENS}`,
  });
  response.end(`<!doctype html><title>My view</title><h1>My view</h1><dl>${rows}</dl>`);
}

const sign = expires => createHmac('sha256', signingKey).update(String(expires)).digest('base64url');
const escaped = text => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
function isSame(given, expected) {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

server.listen(Number(PORT), () => console.log(`https://127.0.0.1:${server.address().port}/secure-url`));

import { get } from 'node:http';

/** A BROWSER for tests: opens the URL and follows every redirect, like a browser whose user is signed in already. */
function visit(address: string): void {
  get(address, { agent: false }, response => {
    response.resume();
    const { location } = response.headers;
    if (location !== undefined) visit(new URL(location, address).href);
  }).on('error', () => {});
}

visit(process.argv[2] ?? '');

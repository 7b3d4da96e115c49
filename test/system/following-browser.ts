import { get } from 'node:http';

/** A BROWSER for tests: goes to the address and follows every redirect, as a browser whose user is signed in already. */
function visit(address: string): void {
  get(address, { agent: false }, response => {
    response.resume();
    const { location } = response.headers;
    if (location !== undefined) visit(new URL(location, address).href);
  }).on('error', () => {});
}

visit(process.argv[2] ?? '');

/**
 * The sandbox is for this machine alone: it binds loopback addresses only, and answers only requests whose Host
 * header names one. Without the second check a web page could point its own name at 127.0.0.1 (DNS rebinding)
 * and read the answers.
 */
import { UsageError } from '../base/errors.ts';

const loopbackAddresses: Readonly<Record<string, string>> = {
  '127.0.0.1': '127.0.0.1',
  localhost: '127.0.0.1',
  '::1': '::1',
};

/** The address to bind for a `--host` value. @throws UsageError for anything but a loopback address. */
export function loopbackAddress(host: string): string {
  const address = Object.hasOwn(loopbackAddresses, host) ? loopbackAddresses[host] : undefined;
  if (address !== undefined) return address;
  throw new UsageError(`the sandbox does not listen on ${JSON.stringify(host)}`, {
    hint: 'it serves this machine alone: use 127.0.0.1, ::1 or localhost',
  });
}

/** `http://127.0.0.1:8977`, without a trailing slash. */
export function loopbackUrl(address: string, port: number): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Exact comparison; port 80 is never left out, because nobody gives the sandbox port 80. */
export function isLoopbackHost(hostHeader: string | undefined, port: number): boolean {
  return (
    hostHeader === `127.0.0.1:${port}` || hostHeader === `localhost:${port}` || hostHeader === `[::1]:${port}`
  );
}

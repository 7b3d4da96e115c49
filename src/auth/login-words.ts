import type { Context } from '../base/context.ts';
import { sshForward } from './browser.ts';
import type { LoopbackTarget } from './redirect.ts';

/** What is known when a person is asked to open the authorization address. */
export interface Invitation {
  readonly url: string;
  /** Where the listener is; undefined where the address must be pasted. */
  readonly loopback: LoopbackTarget | undefined;
  readonly obstacle: 'ssh' | 'no-display' | undefined;
  /** A browser is about to be opened. */
  readonly opens: boolean;
  /** The address that the browser ends at is asked for. */
  readonly asks: boolean;
  readonly env: Context['env'];
}

/** The lines that a person reads before a sign-in; the address stands alone on its line, to be copied whole. */
export function invitation({ url, loopback, obstacle, opens, asks, env }: Invitation): readonly string[] {
  const lines = [
    opens
      ? 'Opening a browser to sign in. If none comes up, open this address:'
      : 'Open this address in a browser to sign in:',
    '',
    `  ${url}`,
    '',
  ];
  if (loopback === undefined) {
    return [
      ...lines,
      'At the end, copy the whole address of the page that it lands on, even if that page shows an error.',
    ];
  }
  if (obstacle === undefined) return lines;
  return [
    ...lines,
    obstacle === 'ssh'
      ? 'This is an SSH session: a browser on your own computer reaches this sign-in once you run there'
      : 'There is no display here: a browser on another computer reaches this sign-in once you run there',
    '',
    `  ${sshForward(loopback, env)}`,
    '',
    asks
      ? 'Or sign in without that, and paste the address that the browser ends at, even if its page shows an error.'
      : 'Or run `hotelctl login --paste` and paste the address that the browser ends at.',
  ];
}

import { isIP } from 'node:net';
import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { LoopbackTarget } from './loopback.ts';

type Desktop = Pick<Context, 'env' | 'launch' | 'openInDesktop'>;

/** Opens an http(s) URL in `BROWSER` (the whole value is the program), else the desktop's browser; false if none starts. */
export async function openBrowser(address: string, context: Desktop): Promise<boolean> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError('only http and https addresses are opened in a browser', {
      hint: 'check the address: it must begin with https://',
    });
  return open(url, context);
}

/** Shows a page that this program has just written. URLs from any other source go to `openBrowser`, which rejects files. */
export async function openFile(page: URL, context: Desktop): Promise<boolean> {
  if (page.protocol !== 'file:' || !/\.html?$/i.test(page.pathname))
    throw new Error('only pages are shown as files');
  return open(page, context);
}

/** As the URL parser writes it: no space, quote, line break or leading dash remains. */
function open({ href }: URL, { env, launch, openInDesktop }: Desktop): Promise<boolean> {
  const command = env['BROWSER'];
  return command ? launch(command, [href]) : openInDesktop(href);
}

/** Why a browser opened on this machine would not be visible to the user; undefined if it would. */
export function browserObstacle({ env, host }: Pick<Context, 'env' | 'host'>) {
  // A user who sets BROWSER has a browser that can be reached, over SSH too.
  if (env['BROWSER']) return undefined;
  if (env['SSH_CONNECTION'] || env['SSH_TTY']) return 'ssh';
  const display = env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'];
  return host.platform === 'linux' && !display ? 'no-display' : undefined;
}

/** The command that forwards the redirect from the computer with the browser to this listener. */
export function sshForward(target: LoopbackTarget, env: Context['env']): string {
  const [address = '127.0.0.1'] = target.addresses;
  const here = address.includes(':') ? `[${address}]` : address;
  // "client-address client-port server-address server-port"
  const server = (env['SSH_CONNECTION'] ?? '').split(' ')[2] ?? '';
  return `ssh -N -L ${here}:${target.port}:${here}:${target.port} ${isIP(server) ? server : 'THIS-MACHINE'}`;
}

/**
 * The text that is printed before a sign-in; the URL has a separate line, so that it can be copied.
 *
 * @param loopback the address of the listener; undefined if the URL must be pasted
 * @param how `opens`: a browser is about to be opened; `prompts`: hotelctl prompts for the URL that the browser ends at
 */
export function invitation(
  url: string,
  loopback: LoopbackTarget | undefined,
  how: { obstacle: ReturnType<typeof browserObstacle>; opens: boolean; prompts: boolean },
  env: Context['env'],
): string {
  const { obstacle, opens, prompts } = how;
  const begin = opens
    ? 'Opening a browser to sign in. If no browser opens, open this address:'
    : 'Open this address in a browser to sign in:';
  const lines = [begin, '', `  ${url}`, ''];
  if (loopback === undefined)
    lines.push('At the end, copy the whole address of the last page, even if that page shows an error.');
  else if (obstacle !== undefined)
    lines.push(
      obstacle === 'ssh'
        ? 'This is an SSH session. To use the browser of your own computer, run this command there:'
        : 'This machine has no display. To use the browser of another computer, run this command there:',
      '',
      `  ${sshForward(loopback, env)}`,
      '',
      prompts
        ? 'Or paste the address of the last page in the browser, even if that page shows an error.'
        : 'Or run this command with --paste, then paste the address of the last page in the browser.',
    );
  return `${lines.join('\n')}\n`;
}

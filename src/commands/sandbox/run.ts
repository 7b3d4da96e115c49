import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHttp } from '../../cli/connect.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { defaultScopes } from '../../cli/settings/settings.ts';
import { beginAuthorization, checkCallback } from '../../http/auth/authorization.ts';
import type { TokenResponse } from '../../http/auth/credentials.ts';
import { exchangeCode } from '../../http/auth/oauth.ts';
import { authorizeAsHotelUser } from '../../sandbox/hotel-user.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { SandboxFlags } from './flags.ts';
import { faultRules, sandboxEnvironment, sandboxOptions, sandboxSettings, wordsOf } from './options.ts';

/**
 * `hotelctl sandbox run -- COMMAND`: starts, signs in, runs the command, stops, and exits with the command's exit code.
 */
export async function runCommand(open: OpenInvocation, words: readonly string[], flags: SandboxFlags) {
  const invocation = await open(flags, { mayBeNew: true });
  const { context } = invocation;
  const options = await sandboxOptions(flags, invocation, 0);
  const rules = faultRules(flags.fault);
  const sandbox = await startSandbox(options);
  let folder: string | undefined;
  try {
    // The user's profiles could name a property or version that the sandbox does not have, and invented bookings and
    // snapshots must not appear in the user's journal and archive.
    folder = await mkdtemp(join(tmpdir(), 'hotelctl-sandbox-'));
    const tokens = await signIn(invocation, sandbox);
    await invocation.note(
      `sandbox: ${tokens.user?.name ?? 'a hotel user'} signed in, business day ${options.today}, API ${sandbox.apiUrl}`,
    );
    await sandbox.meetFaults(rules);
    for (const rule of rules) await invocation.note(`sandbox: fault: ${wordsOf(rule)}`);
    const { HOTELCTL_PROFILE: _profile, ...env } = context.env;
    const exitCode = await context.runOnOwnStreams({
      ...program(invocation, words),
      env: {
        ...env,
        ...sandboxEnvironment(sandbox),
        HOTELCTL_CONFIG_DIR: folder,
        HOTELCTL_STATE_DIR: join(folder, 'state'),
        HOTELCTL_DATA_DIR: join(folder, 'data'),
        HOTELCTL_CREDENTIAL_STORE: 'env',
        HOTELCTL_ACCESS_TOKEN: tokens.accessToken,
        HOTELCTL_REFRESH_TOKEN: tokens.refreshToken,
      },
    });
    invocation.exitWith(exitCode);
  } finally {
    await sandbox.stop();
    if (folder !== undefined) await removeButPages(folder);
  }
}

/** Keeps the pages of `--open`: the browser may not have read them yet. */
async function removeButPages(folder: string): Promise<void> {
  const state = join(folder, 'state');
  const opened = await readdir(join(state, 'pages')).catch(() => []);
  if (opened.length === 0) return rm(folder, { recursive: true, force: true });
  for (const place of [folder, state]) {
    for (const name of await readdir(place)) {
      if (name !== 'state' && name !== 'pages') await rm(join(place, name), { recursive: true, force: true });
    }
  }
}

/** The whole authorization code flow, with the sandbox's first hotel user in place of a browser. */
async function signIn(invocation: Invocation, sandbox: RunningSandbox): Promise<TokenResponse> {
  const { authUrl, clientId, redirectUri } = sandboxSettings(sandbox);
  const client = { authUrl, clientId, redirectUri, scopes: defaultScopes.split(' ') };
  const { url, state, verifier } = await beginAuthorization(client, invocation.context.random);
  const callback = new URL(await authorizeAsHotelUser(url, { allow: true }));
  const params = await checkCallback(client, callback.searchParams, state);
  const http = openHttp(invocation);
  try {
    return await exchangeCode(client, sandbox.client.clientSecret, params, verifier, http.send);
  } finally {
    await http.close();
  }
}

/** `hotelctl` means this program, even if it is not on the PATH. */
function program({ context }: Invocation, [file = '', ...args]: readonly string[]) {
  if (file !== 'hotelctl') return { file, args };
  return ownProgram(context.host, args);
}

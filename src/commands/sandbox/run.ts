import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HotelctlError } from '../../base/errors.ts';
import { openHttp, useAndClose } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { ownProgram, untilInterrupted } from '../../cli/own-program.ts';
import { changeProfiles } from '../../cli/profile-changes.ts';
import { withProfile } from '../../cli/settings/profiles.ts';
import { defaultScopes } from '../../cli/settings/settings.ts';
import { isLoopback } from '../../http/address.ts';
import type { TokenResponse } from '../../http/auth/credentials.ts';
import { beginAuthorization, checkCallback } from '../../http/auth/login.ts';
import { exchangeCode } from '../../http/auth/oauth.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { authorizeAsHotelUser } from '../../sandbox/identity/client.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { SandboxFlags, StartFlags } from './flags.ts';
import { faultRule, sandboxEnvironment, sandboxOptions, sandboxSettings, wordsOf } from './options.ts';

export async function planSandboxRun(invocation: Invocation, flags: SandboxFlags, words: readonly string[]) {
  const { context } = invocation;
  const options = await sandboxOptions(flags, invocation, 0);
  const given = flags.fault ?? [];
  const rules = given.map(faultRule);
  return async () => {
    const sandbox = await startSandbox(options);
    let folder: string | undefined;
    try {
      // The user's profiles could name a property or version that the sandbox does not have, and invented bookings and
      // snapshots must not appear in the user's journal and archive.
      folder = await withWriteErrors(tmpdir(), () => mkdtemp(join(tmpdir(), 'hotelctl-sandbox-')));
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
          HOTELCTL_SANDBOX: `${options.today} ${sandbox.apiUrl}`,
          HOTELCTL_CONFIG_DIR: folder,
          HOTELCTL_STATE_DIR: join(folder, 'state'),
          HOTELCTL_DATA_DIR: join(folder, 'data'),
          HOTELCTL_CREDENTIAL_STORE: 'env',
          HOTELCTL_ACCESS_TOKEN: tokens.accessToken,
          HOTELCTL_REFRESH_TOKEN: tokens.refreshToken,
        },
      });
      for (const rule of sandbox.unmetFaults())
        await invocation.warn(`warning: no request met --fault ${given[rules.indexOf(rule)]}`);
      invocation.exitWith(exitCode);
    } finally {
      await sandbox.stop();
      if (folder !== undefined) await removeButPages(folder);
    }
  };
}

/** Keeps the pages of `--open`: the browser may not have read them yet. */
async function removeButPages(folder: string) {
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
  const { clientSecret } = sandbox.client;
  return useAndClose(openHttp(invocation), async ({ send }) =>
    exchangeCode({ client, clientSecret, send }, params, verifier),
  );
}

/** `hotelctl` means this program, even if it is not on the PATH. */
const program = ({ context }: Invocation, [file = '', ...args]: readonly string[]) =>
  file === 'hotelctl' ? ownProgram(context.host, args) : { file, args };

const profileName = 'sandbox';

export async function startCommand(invocation: Invocation, flags: StartFlags) {
  const { context, note } = invocation;
  const options = await sandboxOptions(
    flags,
    invocation,
    readWholeNumber('--port', flags.port, { least: 0, most: 65_532 }),
  );
  const rules = (flags.fault ?? []).map(faultRule);
  const sandbox = await startSandbox(options);
  try {
    await sandbox.meetFaults(rules);
    const saved = await saveSandboxProfile(invocation, sandbox);
    const savedSecret = saved && (await saveClientSecret(invocation, sandbox));
    const isWindows = context.host.platform === 'win32';
    const exports = Object.entries(sandboxEnvironment(sandbox)).map(([name, value]) =>
      isWindows ? `$env:${name} = '${value}'\n` : `export ${name}='${value}'\n`,
    );
    await context.stdout.write(exports.join(''));
    await note(`The sandbox serves the business day ${options.today} until Ctrl-C.`);
    if (saved) {
      await note('In another terminal:');
      const prompt = savedSecret ? '' : '   (prompts for the client secret above)';
      const report = `--profile ${profileName} --property MUC --month 10 --year 2026`;
      await note(`  hotelctl login --profile ${profileName}${prompt}`);
      await note(`  hotelctl reports room-nights ${report}`);
    } else {
      await note(`Profile ${profileName} belongs to another host and was not changed.`);
    }
    await note(`Prepayment authorizations: ${sandbox.paymentsUrl}/`);
    await note(`See registered views at ${sandbox.integrationUrl}/`);
    await note(`The settings above can also be pasted into ${isWindows ? 'PowerShell' : 'a shell'}.`);
    for (const rule of rules) await note(`Fault: ${wordsOf(rule)}.`);
    await untilInterrupted(context.interrupted);
  } finally {
    await sandbox.stop();
    await note('Stopped the sandbox.');
  }
}

/** Updates the sandbox's hosts in its profile. A profile with that name and another host is not changed. */
async function saveSandboxProfile({ context }: Invocation, sandbox: RunningSandbox): Promise<boolean> {
  let saved = false;
  await changeProfiles(context, file => {
    const { baseUrl } = file.profiles.get(profileName) ?? {};
    saved = baseUrl === undefined || isSandboxHost(baseUrl);
    if (!saved) return file;
    // The current profile does not change, even if there is none yet.
    return { ...withProfile(file, profileName, sandboxSettings(sandbox)), current: file.current };
  });
  return saved;
}

const isSandboxHost = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);

/** Without an accessible credential store the sandbox still runs; login then prompts for the secret. */
async function saveClientSecret({ context, settings }: Invocation, sandbox: RunningSandbox) {
  const { authUrl, clientId } = sandboxSettings(sandbox);
  const key = { profile: profileName, authUrl, clientId };
  try {
    const store = openStore(settings.require('credentialStore'), context);
    if (store.name === 'env') return false;
    await store.write(key, { 'client-secret': sandbox.client.clientSecret });
    return true;
  } catch (error) {
    if (error instanceof HotelctlError) return false;
    throw error;
  }
}

import { HotelctlError } from '../../base/errors.ts';
import { wholeNumber } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { untilInterrupted } from '../../cli/own-program.ts';
import { changeProfiles } from '../../cli/profile-changes.ts';
import { isLoopback } from '../../http/address.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/sandbox.ts';
import type { StartFlags } from './flags.ts';
import { faultRules, sandboxEnvironment, sandboxOptions, sandboxSettings, wordsOf } from './options.ts';

const profileName = 'sandbox';

export async function startCommand(open: OpenInvocation, flags: StartFlags): Promise<void> {
  const invocation = await open(flags, { profile: profileName, mayBeNew: true });
  const { context, note } = invocation;
  const options = await sandboxOptions(flags, invocation, wholeNumber('--port', flags.port, 65_532));
  const rules = faultRules(flags.fault);
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
      await note(
        `  hotelctl login --profile ${profileName}${savedSecret ? '' : '   (prompts for the client secret above)'}`,
      );
      await note(
        `  hotelctl reports room-nights --profile ${profileName} --property MUC --month 10 --year 2026`,
      );
    } else {
      await note(`Profile ${profileName} belongs to another host and was not changed.`);
    }
    await note(`Prepayment authorizations: ${sandbox.paymentsUrl}/`);
    await note(`Registered UI integrations: ${sandbox.integrationUrl}/`);
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
    const before = file.profiles.get(profileName);
    saved = before?.baseUrl === undefined || isSandboxHost(before.baseUrl);
    if (!saved) return file;
    const values = { ...before, ...sandboxSettings(sandbox) };
    // The current profile does not change, even if there is none yet.
    return { ...file, profiles: new Map([...file.profiles, [profileName, values]]) };
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

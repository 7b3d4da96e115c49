import { openStore } from '../../auth/store/open.ts';
import { HotelctlError } from '../../base/errors.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { changeProfiles } from '../../cli/profile-changes.ts';
import { untilInterrupted } from '../../cli/until-interrupted.ts';
import { isLoopback } from '../../http/address.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { faultRules, wordsOf } from './faults.ts';
import type { SandboxFlags } from './index.ts';
import { sandboxEnvironment, sandboxOptions, sandboxSettings, wholeNumber } from './options.ts';

const profileName = 'sandbox';

/** `hotelctl sandbox start`: serve until Ctrl-C, then end as a success: that is how it is meant to end. */
export async function startCommand(open: OpenInvocation, flags: SandboxFlags): Promise<void> {
  const invocation = await open(flags, { profile: profileName, mayBeNew: true });
  const { context, note } = invocation;
  const options = await sandboxOptions(flags, invocation, wholeNumber('--port', flags.port ?? '', 65_532));
  const rules = faultRules(flags);
  const sandbox = await startSandbox(options);
  try {
    await sandbox.meetFaults(rules);
    const offered = await offerProfile(invocation, sandbox);
    const keptSecret = offered && (await keepSecret(invocation, sandbox));
    const exports = Object.entries(sandboxEnvironment(sandbox)).map(
      ([name, value]) => `export ${name}='${value}'\n`,
    );
    await context.stdout.write(exports.join(''));
    await note(`The sandbox serves the business day ${options.today} until Ctrl-C.`);
    if (offered) {
      await note('In another terminal:');
      await note(
        `  hotelctl login --profile ${profileName}${keptSecret ? '' : '   (asks for the client secret above)'}`,
      );
      await note(
        `  hotelctl reports room-nights --profile ${profileName} --property MUC --month 10 --year 2026`,
      );
    } else {
      await note(`Profile ${profileName} is for a host of your own and stays as it is.`);
    }
    await note(`Authorizations of pre-payments: ${sandbox.paymentsUrl}/`);
    await note(`UI integrations that are registered with it are shown at ${sandbox.integrationUrl}/`);
    await note('The settings above may as well be pasted into a shell.');
    for (const rule of rules) await note(`Fault: ${wordsOf(rule)}.`);
    await untilInterrupted(context.interrupted);
  } finally {
    await sandbox.stop();
    await note('The sandbox is stopped.');
  }
}

/** Renews the sandbox's hosts in its profile; one that a person made for another host of that name is left alone. */
async function offerProfile({ context }: Invocation, sandbox: RunningSandbox): Promise<boolean> {
  let offered = false;
  await changeProfiles(context, file => {
    const before = file.profiles.get(profileName);
    offered = before?.baseUrl === undefined || isOwn(before.baseUrl);
    if (!offered) return file;
    const values = { ...before, ...sandboxSettings(sandbox) };
    // The one in use stays the one in use, also when there is none yet.
    return { ...file, profiles: new Map([...file.profiles, [profileName, values]]) };
  });
  return offered;
}

const isOwn = (url: string) => URL.canParse(url) && isLoopback(new URL(url).hostname);

/** Without a reachable credential store the sandbox serves all the same; login then asks for the secret. */
async function keepSecret({ context, settings }: Invocation, sandbox: RunningSandbox): Promise<boolean> {
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

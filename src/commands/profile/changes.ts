import { resolve } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { OptionValues } from '../../cli/flags.ts';
import { givenSettings, type Invocation } from '../../cli/invocation.ts';
import {
  changeProfiles,
  checkIsNew,
  deleteSmtpPassword,
  openImport,
  refuseSignedIn,
  storeSmtpPassword,
} from '../../cli/profile-changes.ts';
import {
  checkProfileName,
  existingProfile,
  type Profile,
  profilesText,
  withoutProfile,
  withoutValue,
  withProfile,
} from '../../cli/settings/profiles.ts';
import { checkPairs } from '../../cli/settings/resolve.ts';
import { findProfileKey, findValueProblem, settingNames } from '../../cli/settings/settings.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { openStore } from '../../http/auth/store/store.ts';

export async function planAddition(first: Invocation, options: OptionValues, name: string) {
  checkProfileName(name);
  const { context, note, profiles } = first;
  const values = withFullPaths(context, givenSettings(options));
  return async () => {
    if (profiles.profiles.has(name)) await refuseSignedIn(await first.reopen({}, { profile: name }), values);
    const { current } = await changeProfiles(context, file => withProfile(file, name, values));
    const how = `Run \`hotelctl profile use ${name}\` to make it the current one`;
    await note(`Saved profile ${name}. ${current === name ? 'It is the current profile' : how}.`);
  };
}

/** Jobs and other shells run in other folders. */
const withFullPaths = ({ host }: Invocation['context'], values: Profile): Profile =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isPath = /<(file|folder)>$/.test(findProfileKey(key)?.flag ?? '');
      return [key, isPath ? resolve(host.currentFolder, value) : value];
    }),
  );

export async function planUse(invocation: Invocation, _: OptionValues, given: string | undefined) {
  const name = given ?? (await promptForProfile(invocation));
  existingProfile(invocation.profiles, name);
  return async () => {
    await changeProfiles(invocation.context, file => {
      // Another process may have removed it during the prompt.
      existingProfile(file, name);
      return { ...file, current: name };
    });
    await invocation.note(`Profile ${name} is now the current profile.`);
  };
}

/** Deletes the settings of a profile and its password of the mail server, which nothing could use or delete afterwards. */
export async function planRemoval(first: Invocation, _: OptionValues, given: string | undefined) {
  const name = given ?? (await promptForProfile(first));
  existingProfile(first.profiles, name);
  const invocation = await first.reopen({}, { profile: name });
  return async () => {
    await refuseSignedIn(invocation);
    if (await deleteSmtpPassword(invocation)) await invocation.note('Deleted the mail server password.');
    const { current, profiles } = await changeProfiles(invocation.context, file => {
      existingProfile(file, name);
      return withoutProfile(file, name);
    });
    await invocation.note(`Removed profile ${name}.`);
    for (const { name: job } of await findJobs(invocation.context, name))
      await invocation.warn(
        `warning: job ${job} uses profile ${name} and will fail; add it again with another profile, or run \`hotelctl schedule remove ${job}\``,
      );
    const [other] = profiles.keys();
    if (current === undefined && other !== undefined)
      await invocation.note(`Choose the current profile: hotelctl profile use ${other}`);
  };
}

/** The jobs that run with a profile. */
async function findJobs(context: Invocation['context'], profile: string) {
  const { jobNames, readJobUnlessDamaged } = await import('../../jobs/job.ts');
  const jobs = (await jobNames(context.folders)).flatMap(name => readJobUnlessDamaged(context, name) ?? []);
  return jobs.filter(({ environment }) => environment.HOTELCTL_PROFILE === profile);
}

async function promptForProfile({ interactive, context, profiles }: Invocation): Promise<string> {
  const names = [...profiles.profiles.keys()];
  if (!interactive || names.length === 0)
    throw new UsageError('NAME is required', { hint: 'run `hotelctl profile list` to see the profiles' });
  return context.prompts.select({ message: 'Profile', choices: names.map(name => ({ name, value: name })) });
}

/** @throws UsageError for a key that does not exist, with the nearest one */
const keyDefinition = (given: string) =>
  findProfileKey(given) ??
  findProfileKey(
    readChoice('the key', given, settingNames, /secret|token/i.test(given) ? noSecrets : undefined),
  );

const noSecrets = 'a profile contains no secrets: `hotelctl login` saves them in the credential store';

export async function planValue(invocation: Invocation, given: string, value: string | undefined) {
  const { context, settings, profiles, note } = invocation;
  const definition = keyDefinition(given);
  const { name: key } = definition;
  if (value === undefined)
    throw new UsageError('VALUE is required', { hint: `specify ${definition.meaning}, or '' to remove it` });
  const name = settings.profileName;
  // Only the first profile is created: another one would become the current one, without the hosts of those that are saved.
  if (settings.isUnchosen) existingProfile(profiles, name);
  if (value === '')
    return async () => {
      await refuseSignedIn(invocation, { [key]: value });
      await changeProfiles(context, file => withoutValue(file, name, key));
      await note(`Removed ${key} from profile ${name}.`);
    };
  const problem = findValueProblem(definition, value);
  if (problem !== undefined)
    throw new UsageError(`${key} must be ${problem}`, { hint: `it is ${definition.meaning}` });
  checkPairs(key, value);
  const values = withFullPaths(context, { [key]: value });
  return async () => {
    await refuseSignedIn(invocation, values);
    await changeProfiles(context, file => withProfile(file, name, values));
    const isNew = profiles.profiles.size === 0;
    await note(isNew ? `Created profile ${name} with ${key}.` : `Set ${key} of profile ${name}.`);
    if (key !== 'property' || value === profiles.profiles.get(name)?.property) return;
    const following = (await findJobs(context, name)).filter(
      ({ command }) => !command.some(word => /^--(all-properties|property)(=|$)/.test(word)),
    );
    if (following.length > 0)
      await note(`Jobs without --property now use ${value}: ${following.map(job => job.name).join(', ')}.`);
  };
}

export async function planPrintedValue(invocation: Invocation, _: OptionValues, given: string) {
  const { context, settings, profiles } = invocation;
  const { name: key } = keyDefinition(given);
  const name = settings.profileName;
  const value = existingProfile(profiles, name)[key];
  if (value === undefined)
    throw new UsageError(`profile ${name} has no ${key}`, {
      hint: `run \`hotelctl profile set ${key} VALUE\``,
    });
  return () => context.stdout.write(`${value}\n`);
}

export async function planExport(
  invocation: Invocation,
  { output }: { readonly output?: string },
  given: string | undefined,
) {
  const { settings, profiles } = invocation;
  const name = given ?? settings.profileName;
  const values = existingProfile(profiles, name);
  const chunks = [profilesText({ profiles: new Map([[name, values]]) })];
  return () => deliverOutput(invocation, { chunks }, output);
}

export async function planImport(first: Invocation, options: { readonly yes?: boolean }, file: string) {
  const { invocation, values } = await openImport(first, options, file);
  const { context, settings, note } = invocation;
  const name = settings.profileName;
  return async () => {
    await changeProfiles(context, before => {
      // Another process may have added it during the prompt.
      checkIsNew(before, name);
      return withProfile(before, name, values);
    });
    await note(`Saved profile ${name}. Run \`hotelctl login --profile ${name}\` to sign in.`);
  };
}

/**
 * The one key of `profile set` that is a secret: it goes into the credential store, never into the profile file. hotelctl
 * prompts for it without echo, or reads it from standard input. @throws UsageError
 */
export async function planSmtpPassword(invocation: Invocation, value: string | undefined) {
  if (value !== undefined)
    throw new UsageError(`smtpPassword is a secret and cannot be an argument`, {
      hint: `run \`hotelctl profile set smtpPassword\` and type it, or pipe it to standard input`,
    });
  const { context, settings, interactive, note } = invocation;
  settings.requireAll(['smtpHost']);
  if (settings.find('smtpUser') === undefined)
    throw new UsageError('the profile has no smtpUser, whose password this is', {
      hint: 'run `hotelctl profile set smtpUser NAME` first',
    });
  return async () => {
    const password = interactive
      ? await context.prompts.secret({ message: 'Mail server password' })
      : (await context.stdin.readText()).replace(/\r?\n$/, '');
    context.secrets.register(password);
    if (password === '' || /[\r\n]/.test(password))
      throw new UsageError(`smtpPassword must be one line that is not empty`, {
        hint: 'pass only the password to standard input',
      });
    const store = openStore(settings.require('credentialStore'), context);
    await storeSmtpPassword(store, invocation, password);
    await note(`Saved the mail server password for profile ${settings.profileName} to ${store.description}.`);
  };
}

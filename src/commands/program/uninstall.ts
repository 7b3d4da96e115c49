import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../base/context.ts';
import { HotelctlError, InterruptedError, OutputError, UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { credentialKey } from '../../cli/connect.ts';
import type { OptionValues } from '../../cli/flags.ts';
import { givenSettings, type Invocation } from '../../cli/invocation.ts';
import { isExecutable } from '../../cli/own-program.ts';
import { deleteSmtpPassword } from '../../cli/profile-changes.ts';
import { errorOfParts, type FailedPart } from '../../cli/several-properties.ts';
import { credentialItems, noCredentials, withSignInLock } from '../../http/auth/credentials.ts';
import { openStore } from '../../http/auth/store/store.ts';
import { listInstallers } from '../../jobs/installers.ts';
import { deleteJob, jobNames } from '../../jobs/job.ts';
import { type ArchiveKind, archiveKinds, locateKind } from '../../reports/archive/archive.ts';
import { listWritten, removeWritten } from '../../reports/archive/write-entry.ts';

export async function planUninstallation(invocation: Invocation, options: OptionValues) {
  if (!options.dryRun && !options.yes && !invocation.interactive)
    throw new UsageError('uninstalling requires confirmation', {
      hint: 'add --dry-run to see what would be removed, or --yes to remove it',
    });
  return () => uninstall(invocation, options);
}

/**
 * Everything is found before anything is removed, so that a scheduler or a keychain that is not accessible stops the command
 * first. The files come last, if everything else was removed: they name the rest, for another run after a failure.
 */
async function uninstall(invocation: Invocation, options: OptionValues) {
  const { context, note, warn } = invocation;
  const archives = await findArchives(invocation);
  const parts = [
    ...(await findJobs(context)),
    ...(await findCredentials(invocation, options)),
    ...archives.filter(({ flag }) => options[flag]),
  ];
  const files = await findFiles(context);
  const removals = [...parts, ...files];
  const kept = archives.filter(({ flag }) => !options[flag]);
  const plan = [
    ...(removals.length === 0 ? ['Nothing to remove.'] : ['To be removed:']),
    ...removals.map(({ what }) => `  ${what}`),
    ...(kept.length === 0 ? [] : ['To be kept:']),
    ...kept.map(({ what, flag }) => `  ${what} (--${flag} removes it as well)`),
  ];
  if (options.dryRun) return context.stdout.write(`${plan.join('\n')}\n`);
  if (!options.yes) {
    for (const line of plan) await warn(line);
    const message = `Remove ${countText(removals.length, 'item')}?`;
    if (removals.length > 0 && !(await context.prompts.confirm({ message, initial: false })))
      throw new UsageError('not confirmed', { hint: 'nothing was removed' });
  }
  const failed: FailedPart[] = [];
  const removeAll = async (list: readonly Removal[]) => {
    for (const { what, remove } of list) {
      const problem = await remove().then(() => undefined, describeProblem);
      if (problem) failed.push({ part: what, error: problem });
      else await note(`Removed ${what}.`);
    }
  };
  await removeAll(parts);
  if (failed.length === 0) await removeAll(files);
  else await warn('Kept the files in the configuration and state folders: they name what is left.');
  const { config, state, data } = context.folders;
  // The profile that named the folder is gone, so that another run would not find it.
  for (const { what, flag, dataDir } of kept)
    if (dataDir !== data)
      await note(`Kept ${what}. To remove it too, set HOTELCTL_DATA_DIR=${dataDir} and add --${flag}.`);
  for (const [path, names] of await removeEmpty([data, state, config]))
    await note(`Kept ${path}, which contains ${names.slice(0, 5).join(', ')}.`);
  const { host } = context;
  const remove = isExecutable(host)
    ? `delete ${host.nodeFile}, or the package that it belongs to`
    : 'run `npm uninstall --global hotelctl` with the --prefix that it was installed with';
  const hint = 'check the permissions, then run `hotelctl uninstall` again';
  const error = errorOfParts(
    failed,
    `${failed.length} of ${removals.length} items could not be removed`,
    hint,
  );
  if (error) throw error;
  await note(`To remove the program, ${remove}.`);
}

function describeProblem(error: Error): HotelctlError {
  if (error instanceof HotelctlError && !(error instanceof InterruptedError)) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  return new OutputError(`it cannot be removed (${code})`, { hint: 'check the permissions', cause: error });
}

async function findJobs(context: Context): Promise<readonly Removal[]> {
  const removals: Removal[] = [];
  for (const name of await jobNames(context.folders)) {
    const possible = await listInstallers(context, name);
    const inspected = await Promise.all(possible.map(installer => installer.inspect(name)));
    const installed = possible.filter((_, index) => inspected[index]?.words !== undefined);
    const where = installed.map(({ scheduler }) => scheduler).join(' and ') || 'no scheduler';
    removals.push({
      what: `job ${name} (in ${where})`,
      async remove() {
        for (const installer of installed) await installer.remove(name);
        await deleteJob(context.folders, name);
      },
    });
  }
  return removals;
}

/** Only the keychain: the other store is one of the files. */
async function findCredentials({ profiles, reopen }: Invocation, options: OptionValues) {
  const removals: Removal[] = [];
  for (const name of profiles.profiles.keys()) {
    const opened = await reopen(options, { profile: name });
    // A variable names the store of new sign-ins; the flag leaves out a keychain that is not accessible.
    const settings = opened.settings.ofProfile().with(givenSettings(options));
    const store = openStore(settings.require('credentialStore'), opened.context);
    if (store.name !== 'keychain') continue;
    const key = settings.find('authUrl') && settings.find('clientId') && credentialKey(settings);
    const read = async () => (key ? store.read(key, credentialItems) : {});
    const stored = await read().catch((error: Error) => {
      // A machine without a keychain, such as a server, has a variable that names the store that is used.
      if (opened.settings.require('credentialStore') === 'keychain') throw error;
      return error;
    });
    if (stored instanceof Error) {
      await opened.warn(`warning: profile ${name}: ${stored.message}; no sign-in was looked for in it`);
      continue;
    }
    if (key && Object.keys(stored).length > 0) {
      removals.push({
        what: `the sign-in of profile ${name} (in the keychain)`,
        remove: () => withSignInLock(key, opened, () => store.write(key, noCredentials)),
      });
    }
    if (settings.find('smtpUser'))
      removals.push({
        what: `the mail server password of profile ${name} (in the keychain)`,
        remove: () => deleteSmtpPassword({ ...opened, settings }),
      });
  }
  return removals;
}

/** One thing to remove. `what` is a phrase that follows "Removed". */
interface Removal {
  readonly what: string;
  remove(): Promise<unknown>;
}

/**
 * The files and folders that hotelctl creates in its folders; SECURITY.md describes each. A star is any name; of a folder, the
 * paths below it that hotelctl writes.
 */
export const ownFiles: Readonly<Record<'state' | 'config', Readonly<Record<string, RegExp | undefined>>>> = {
  config: { 'profiles.json': undefined, 'jobs/': /^[a-z0-9-]+\.json$/ },
  state: {
    'credentials.json': undefined,
    'bookings.jsonl': undefined,
    'booking-requests/': /^[\w%-]+\.json$/,
    'refused/': /^[0-9a-f]{16}\.json$/,
    'properties-*.json': undefined,
    'archives-*.json': undefined,
    'expected-*.json': undefined,
    'ui-integrations-*.json': undefined,
    'pages/': /-[0-9a-f]{16}\.html$/,
    'schedule/': /^[a-z0-9-]+\.(jsonl|log|xml|logs\/[\d.TZ-]+\.log)$/,
    'delivered/': /^[0-9a-f]{16}\.json$/,
    'locks/': /^[a-z0-9-]+(\.[\w.-]+)?\/[\w.-]+$/,
    'compiled/': /^v\d+\.[\w.-]+\/[\w.-]+$/,
    'library/': /^[0-9a-f]{64}\.node(\.\d+)?$/,
  },
};

/** Left by a process that was killed while it replaced a file. */
const temporaryFile = /^\..+\.hotelctl-/;

const makePattern = (name: string) =>
  new RegExp(`^${name.replace(/\/$/, '').replaceAll('.', '\\.').replace('*', '.+')}$`);

/** The files of a folder that hotelctl wrote, then the folders that are empty. A link is not followed. */
async function removeOwn(path: string, isOwn: RegExp | undefined): Promise<void> {
  if (isOwn === undefined || !(await lstat(path)).isDirectory()) return rm(path, { force: true });
  const visit = async (place: string): Promise<void> => {
    for (const entry of await readdir(join(path, place), { withFileTypes: true })) {
      const below = place === '' ? entry.name : `${place}/${entry.name}`;
      if (entry.isDirectory()) await visit(below);
      else if (isOwn.test(below) || temporaryFile.test(entry.name)) await rm(join(path, below));
    }
    await rmdir(join(path, place)).catch(() => {});
  };
  return visit('');
}

/** Only hotelctl's own, because the folders may contain files of others. */
async function findFiles({ folders }: Context): Promise<readonly Removal[]> {
  const found: Removal[] = [];
  const unknown = (await namesIn(join(folders.state, 'booking-requests'))).length;
  for (const kind of ['state', 'config'] as const) {
    const own = Object.entries(ownFiles[kind]).map(([name, below]) => [makePattern(name), below] as const);
    for (const name of (await namesIn(folders[kind])).sort()) {
      const known = own.find(([pattern]) => pattern.test(name));
      const path = join(folders[kind], name);
      const isUnknown = name === 'booking-requests' && unknown > 0;
      const outcome = isUnknown ? `: ${countText(unknown, 'booking')} with an unknown outcome` : '';
      if (known || temporaryFile.test(name))
        found.push({ what: `${path}${outcome}`, remove: () => removeOwn(path, known?.[1]) });
    }
  }
  return found;
}

/** What the archives contain that hotelctl wrote: the usual one, and those that the profiles name. */
async function findArchives({ context, profiles }: Invocation) {
  const named = [...profiles.profiles.values()].flatMap(({ dataDir }) => dataDir ?? []);
  const found: (Removal & { readonly flag: 'data' | 'closes'; readonly dataDir: string })[] = [];
  for (const dataDir of new Set([context.folders.data, ...named])) {
    for (const kind of Object.keys(archiveKinds) as ArchiveKind[]) {
      const { written, unread } = await listWritten(dataDir, kind);
      if (written.length + unread.length === 0) continue;
      const also = unread.length > 0 ? `, ${unread.length} that cannot be read` : '';
      found.push({
        what: `${locateKind(dataDir, kind)}: ${countText(written.length, 'folder')} that hotelctl wrote${also}`,
        flag: kind === 'closes' ? 'closes' : 'data',
        dataDir,
        remove: () => removeWritten(dataDir, kind),
      });
    }
  }
  return found;
}

/** Removes the folders that are empty now. @returns those that contain files of others, with their names */
async function removeEmpty(paths: readonly string[]): Promise<readonly (readonly [string, string[]])[]> {
  const kept: [string, string[]][] = [];
  for (const path of paths) {
    const names = await namesIn(path);
    if (names.length > 0) kept.push([path, names]);
    else await rmdir(path).catch(() => {});
  }
  return kept;
}

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);

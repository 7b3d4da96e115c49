import { access, constants, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Context, Host } from '../../base/context.ts';
import { writeProblem } from '../../base/errors.ts';
import { accessOfOthers, closingArguments, type OthersAccess } from '../../base/make-folder.ts';
import { readRegularBytes, readRegularFile } from '../../base/own-file.ts';
import { shellWords } from '../../base/text.ts';
import { version } from '../../base/version.ts';
import { installations, type Shell } from '../../cli/completion/scripts.ts';
import { runTool } from '../../jobs/installers.ts';
import { type Finding, finding, findingsAbout } from '../../platform/finding.ts';

/** The versions of hotelctl and Node.js; the executable does not start on one that cannot run it. */
export const programFindings = ({ nodeVersion, platform }: Host): readonly Finding[] => [
  finding('hotelctl', 'passed', `${version}, on ${platform}`),
  finding('Node.js', 'passed', nodeVersion),
];

/** Where the completion scripts usually are (`files`), and the start-up files of the shell that may load them (`startup`). */
const places = (
  home: string,
  config: string,
): Readonly<Record<Shell, { readonly files: readonly string[]; readonly startup: readonly string[] }>> => ({
  bash: {
    files: [
      `${home}/.local/share/bash-completion/completions/hotelctl`,
      '/usr/share/bash-completion/completions/hotelctl',
      '/etc/bash_completion.d/hotelctl',
    ],
    startup: [`${home}/.bashrc`, `${home}/.bash_profile`, `${home}/.profile`, `${home}/.bash_completion`],
  },
  zsh: {
    files: [
      `${home}/.zfunc/_hotelctl`,
      '/usr/share/zsh/site-functions/_hotelctl',
      '/usr/local/share/zsh/site-functions/_hotelctl',
    ],
    startup: [`${home}/.zshrc`],
  },
  fish: { files: [`${config}/fish/completions/hotelctl.fish`], startup: [`${config}/fish/config.fish`] },
  powershell: {
    files: [],
    startup: [
      `${config}/powershell/Microsoft.PowerShell_profile.ps1`,
      `${config}/powershell/profile.ps1`,
      // Of Windows, where there are two PowerShells.
      `${home}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1`,
      `${home}/Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1`,
    ],
  },
});

/** Whether completion is installed for the user's shell. Optional, so never a warning. */
export async function completionFindings({ env, host }: Pick<Context, 'env' | 'host'>) {
  const result = (state: 'passed' | 'skipped', found: string, fix?: string) => [
    finding('completion', state, found, fix),
  ];
  const isWindows = host.platform === 'win32';
  const name = basename(env['SHELL'] ?? (isWindows ? 'PowerShell' : '')).replace(/\.exe$/, '');
  const shell = /^(pwsh|PowerShell)$/.test(name) ? 'powershell' : name;
  const home = env['HOME'] ?? (isWindows ? env['USERPROFILE'] : undefined);
  if (name === '' || !home) return result('skipped', `${home ? 'SHELL' : 'HOME'} is not set`);
  if (!isShell(shell)) return result('skipped', `no completion for ${name}`);
  const { files, startup } = places(home, env['XDG_CONFIG_HOME'] || `${home}/.config`)[shell];
  for (const file of [...files, ...startup]) {
    const text = await readRegularFile(file, mostOfStartup).catch(() => '');
    const installed = files.includes(file) ? text !== '' : /^[^#\n]*hotelctl completion /m.test(text);
    if (installed) return result('passed', `installed for ${name}, in ${file}`);
  }
  const { command, place } = installations[shell];
  return result('skipped', `not installed for ${name}`, `${place}: ${command}`);
}

const mostOfStartup = 16 << 20;
const isShell = (name: string): name is Shell => Object.hasOwn(installations, name);

interface Place {
  readonly label: string;
  readonly path: string;
  readonly variable: string;
  /** What other users may do with it. */
  readonly allowed: readonly OthersAccess[];
  /** The state for a folder that is not writable. */
  readonly unwritable: 'failed' | 'warning';
}

/** Writes a file that does not exist yet, and removes it; rejects with the system's error. */
type WriteProbe = (path: string) => Promise<void>;

/**
 * The folders that hotelctl writes to: they exist or can be created, are writable, and only their owner has access. Settings
 * change rarely, while most commands write to the state folder (journal, locks, cache, credential file).
 */
export async function folderFindings(context: Context, write: WriteProbe = writeAndRemove) {
  const { folders, random } = context;
  const places: readonly Place[] = [
    {
      label: 'configuration',
      path: folders.config,
      variable: 'HOTELCTL_CONFIG_DIR',
      allowed: ['none', 'read'],
      unwritable: 'warning',
    },
    {
      label: 'state and cache',
      path: folders.state,
      variable: 'HOTELCTL_STATE_DIR',
      allowed: ['none'],
      unwritable: 'failed',
    },
  ];
  const name = `doctor-${Buffer.from(random.bytes(8)).toString('hex')}.tmp`;
  return Promise.all(places.map(place => lookAt(place, context, join(place.path, name), write)));
}

async function lookAt(place: Place, context: Context, probe: string, write: WriteProbe): Promise<Finding> {
  const { label, path, variable, allowed, unwritable } = place;
  const { uid } = context.host;
  const result = findingsAbout(label);
  try {
    const stats = await stat(path).catch(error => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stats) {
      await access(await nearestThere(path), constants.W_OK | constants.X_OK);
      return result('passed', `${path} does not exist yet and can be created`);
    }
    await write(probe);
    if (uid !== null && stats.uid !== uid)
      return result('warning', `${path} belongs to another user`, `set ${variable} to a folder that you own`);
    const others = uid === null ? await readAccess(context, path, probe) : accessOfMode(stats.mode);
    if (others === undefined)
      return result('passed', `${path} is writable; its access list could not be read`);
    if (!allowed.includes(others)) {
      const { env, platform } = { ...context, ...context.host };
      const closing = ['chmod', allowed.includes('read') ? 'go-w' : 'go=', path];
      const command = uid === null ? ['icacls', ...closingArguments(path, env)] : closing;
      const found = `${path} is open to other users of this machine`;
      return result('warning', found, `run: ${shellWords(command, platform)}`);
    }
    return result('passed', `${path} is writable`);
  } catch (error) {
    const { what } = writeProblem(error);
    const isFull = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '');
    const fix = `${isFull ? 'free disk space' : 'fix the folder'}, or set ${variable} to another one`;
    return result(unwritable, `${path} is not writable: ${what}`, fix);
  }
}

const accessOfMode = (mode: number): OthersAccess =>
  (mode & 0o022) !== 0 ? 'change' : (mode & 0o077) !== 0 ? 'read' : 'none';

/** On Windows; undefined if it cannot be read. @param file a new file in the folder */
async function readAccess(context: Context, folder: string, file: string) {
  try {
    const owner = await runTool(context, 'whoami', ['/user', '/fo', 'csv', '/nh']);
    const [user] = /S-1-[\d-]+/.exec(owner?.stdout ?? '') ?? [];
    await runTool(context, 'icacls', [folder, '/save', file]);
    return user === undefined
      ? undefined
      : accessOfOthers((await readRegularBytes(file, mostOfStartup)).toString('utf16le'), user);
  } catch {
    return undefined;
  } finally {
    await rm(file, { force: true });
  }
}

async function nearestThere(path: string): Promise<string> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch(error => {
      if (error.code === 'ENOENT' && folder !== dirname(folder)) return undefined;
      throw error;
    });
    if (stats && !stats.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    if (stats) return folder;
  }
}

/** A block of bytes, not an empty file: a full disk still creates empty files. */
async function writeAndRemove(path: string) {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

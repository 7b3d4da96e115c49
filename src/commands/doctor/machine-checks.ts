import { access, constants, open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Context, Host } from '../../base/context.ts';
import { version } from '../../base/version.ts';
import { installations, type Shell } from '../../cli/completion/scripts.ts';
import { writeProblem } from '../../output/delivery/write-problem.ts';
import { type Finding, finding } from '../../platform/finding.ts';

/**
 * The versions of hotelctl and Node.js.
 * @param wanted the oldest supported Node.js, as package.json's `engines` writes it (`>=20.19`)
 */
export function programFindings({ nodeVersion, platform }: Host, wanted: string): readonly Finding[] {
  const oldest = wanted.replace(/^>=/, '');
  const serves = compare(nodeVersion, oldest) >= 0;
  return [
    finding('hotelctl', 'passed', `${version}, on ${platform}`),
    serves
      ? finding('Node.js', 'passed', nodeVersion)
      : finding('Node.js', 'failed', `${nodeVersion} is too old`, `install Node.js ${oldest} or later`),
  ];
}

/** Negative if the first version is older; missing parts count as 0. */
function compare(one: string, other: string): number {
  const [first, second] = [one, other].map(text => text.split('.').map(part => Number.parseInt(part, 10)));
  for (let part = 0; part < 3; part++) {
    const difference = (first?.[part] ?? 0) - (second?.[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

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
  fish: {
    files: [`${config}/fish/completions/hotelctl.fish`],
    startup: [`${config}/fish/config.fish`],
  },
  powershell: {
    files: [],
    startup: [`${config}/powershell/Microsoft.PowerShell_profile.ps1`, `${config}/powershell/profile.ps1`],
  },
});

/** Whether completion is installed for the user's shell. Optional, so never a warning. */
export async function completionFindings(
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const result = (state: 'passed' | 'skipped', found: string, fix?: string) => [
    finding('completion', state, found, fix),
  ];
  const name = basename(env['SHELL'] ?? '').replace(/\.exe$/, '');
  const shell = name === 'pwsh' ? 'powershell' : name;
  const home = env['HOME'];
  if (name === '' || !home) return result('skipped', `${home ? 'SHELL' : 'HOME'} is not set`);
  if (!isShell(shell)) return result('skipped', `no completion for ${name}`);
  const { files, startup } = places(home, env['XDG_CONFIG_HOME'] || `${home}/.config`)[shell];
  for (const file of [...files, ...startup]) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const installed = files.includes(file) ? text !== '' : /^[^#\n]*hotelctl completion /m.test(text);
    if (installed) return result('passed', `installed for ${name}, in ${file}`);
  }
  const { command, place } = installations[shell];
  return result('skipped', `not installed for ${name}`, `${place}: ${command}`);
}

const isShell = (name: string): name is Shell => Object.hasOwn(installations, name);

interface Place {
  readonly label: string;
  readonly path: string;
  readonly variable: string;
  /** Mode bits that only the owner may have. */
  readonly closed: number;
  /** The state for a folder that is not writable. */
  readonly unwritable: 'failed' | 'warning';
}

/** Writes a file that does not exist yet, and removes it; rejects with the system's error. */
type WriteProbe = (path: string) => Promise<void>;

/**
 * The folders that hotelctl writes to: they exist or can be created, are writable, and only their owner has access. Settings
 * change rarely, while most commands write to the state folder (journal, locks, cache, credential file).
 */
export async function folderFindings(
  { folders, host, random }: Context,
  write: WriteProbe = writeAndRemove,
): Promise<readonly Finding[]> {
  const places: readonly Place[] = [
    {
      label: 'configuration',
      path: folders.config,
      variable: 'HOTELCTL_CONFIG_DIR',
      closed: 0o022,
      unwritable: 'warning',
    },
    {
      label: 'state and cache',
      path: folders.state,
      variable: 'HOTELCTL_STATE_DIR',
      closed: 0o077,
      unwritable: 'failed',
    },
  ];
  const name = `doctor-${Buffer.from(random.bytes(8)).toString('hex')}.tmp`;
  return Promise.all(places.map(place => lookAt(place, host.uid, () => write(join(place.path, name)))));
}

async function lookAt(place: Place, uid: number | null, write: () => Promise<void>): Promise<Finding> {
  const { label, path, variable, closed, unwritable } = place;
  const result = (state: Finding['state'], found: string, fix?: string) => finding(label, state, found, fix);
  try {
    const stats = await stat(path).catch(error => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stats) {
      await access(await nearestThere(path), constants.W_OK | constants.X_OK);
      return result('passed', `${path} does not exist yet and can be created`);
    }
    await write();
    if (uid !== null && stats.uid !== uid) {
      return result('warning', `${path} belongs to another user`, `set ${variable} to a folder that you own`);
    }
    if (uid !== null && (stats.mode & closed) !== 0) {
      const rights = closed === 0o022 ? 'go-w' : 'go=';
      return result(
        'warning',
        `${path} is open to other users of this machine`,
        `run: chmod ${rights} '${path}'`,
      );
    }
    return result('passed', `${path} is writable`);
  } catch (error) {
    const { what } = writeProblem(error);
    const fix = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
      ? 'free disk space'
      : 'fix the folder';
    return result(
      unwritable,
      `${path} is not writable: ${what}`,
      `${fix}, or set ${variable} to another one`,
    );
  }
}

/** The nearest existing parent folder. */
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
async function writeAndRemove(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

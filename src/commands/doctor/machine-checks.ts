import { statSync } from 'node:fs';
import { access, constants, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Context, Host } from '../../base/context.ts';
import { systemErrorCode, writeProblem } from '../../base/errors.ts';
import { accessOfOthers, closingArguments, type OthersAccess } from '../../base/make-folder.ts';
import { readRegularBytes, readRegularFile } from '../../base/own-file.ts';
import { shellWords } from '../../base/text.ts';
import { version } from '../../base/version.ts';
import { installations, type Shell } from '../../cli/completion/scripts.ts';
import { writeProbe } from '../../cli/doctor.ts';
import { runTool } from '../../jobs/installers.ts';
import { type Finding, finding, findingsAbout } from '../../platform/finding.ts';

/** The versions of hotelctl and Node.js; the executable does not start on one that cannot run it. */
export const programFindings = ({ nodeVersion, platform }: Host): readonly Finding[] => [
  finding('hotelctl', 'passed', `${version}, on ${platform}`),
  finding('Node.js', 'passed', nodeVersion),
];

/** The usual places of its scripts, and the start-up files of the shell that may load it. */
const completionPlaces = (home: string, config: string): Readonly<Record<Shell, readonly string[]>> => ({
  bash: [
    `${home}/.local/share/bash-completion/completions/hotelctl`,
    '/usr/share/bash-completion/completions/hotelctl',
    '/etc/bash_completion.d/hotelctl',
    ...['.bashrc', '.bash_profile', '.profile', '.bash_completion'].map(name => `${home}/${name}`),
  ],
  zsh: [
    `${home}/.zfunc/_hotelctl`,
    '/usr/share/zsh/site-functions/_hotelctl',
    '/usr/local/share/zsh/site-functions/_hotelctl',
    `${home}/.zshrc`,
  ],
  fish: [`${config}/fish/completions/hotelctl.fish`, `${config}/fish/config.fish`],
  powershell: [
    `${config}/powershell/Microsoft.PowerShell_profile.ps1`,
    `${config}/powershell/profile.ps1`,
    // Of Windows, where there are two PowerShells.
    `${home}/Documents/PowerShell/Microsoft.PowerShell_profile.ps1`,
    `${home}/Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1`,
  ],
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
  for (const file of completionPlaces(home, env['XDG_CONFIG_HOME'] || `${home}/.config`)[shell]) {
    const text = await readRegularFile(file, mostOfStartup).catch(() => '');
    const isScript = /hotelctl(\.fish)?$/.test(file);
    const installed = isScript ? text !== '' : /^[^#\n]*hotelctl completion /m.test(text);
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
  /** Few commands write to the others, and other users may read them. Most write to the state folder, which has secrets. */
  readonly isState: boolean;
}

/** The folders that hotelctl writes to: they exist or can be created, are writable, and only their owner has access. */
export async function folderFindings(context: Context, data: string, write = writeProbe) {
  const { folders, random } = context;
  const places: readonly Place[] = [
    { label: 'configuration', path: folders.config, variable: 'HOTELCTL_CONFIG_DIR', isState: false },
    { label: 'state and cache', path: folders.state, variable: 'HOTELCTL_STATE_DIR', isState: true },
    { label: 'data', path: data, variable: 'HOTELCTL_DATA_DIR', isState: false },
  ];
  const name = `doctor-${Buffer.from(random.bytes(8)).toString('hex')}.tmp`;
  return Promise.all(places.map(place => lookAt(place, context, join(place.path, name), write)));
}

async function lookAt(place: Place, context: Context, probe: string, write: typeof writeProbe) {
  const { label, path, variable, isState } = place;
  const { uid } = context.host;
  const result = findingsAbout(label);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) {
      await access(nearestThere(path), constants.W_OK | constants.X_OK);
      return result('passed', `${path} does not exist yet and can be created`);
    }
    await write(probe);
    if (uid !== null && stats.uid !== uid)
      return result('warning', `${path} belongs to another user`, `set ${variable} to a folder that you own`);
    const others = uid === null ? await readAccess(context, path, probe) : accessOfMode(stats.mode);
    if (others === undefined)
      return result('passed', `${path} is writable; its access list could not be read`);
    if (others === 'change' || (isState && others === 'read')) {
      const { env, platform } = { ...context, ...context.host };
      const closing = ['chmod', isState ? 'go=' : 'go-w', path];
      const command = uid === null ? ['icacls', ...closingArguments(path, env)] : closing;
      const found = `${path} is open to other users of this machine`;
      return result('warning', found, `run: ${shellWords(command, platform)}`);
    }
    return result('passed', `${path} is writable`);
  } catch (error) {
    const { what } = writeProblem(error);
    const isFull = /^(ENOSPC|EDQUOT)$/.test(systemErrorCode(error) ?? '');
    const fix = `${isFull ? 'free disk space' : 'fix the folder'}, or set ${variable} to another one`;
    return result(isState ? 'failed' : 'warning', `${path} is not writable: ${what}`, fix);
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

function nearestThere(path: string): string {
  const folder = dirname(path);
  const stats = statSync(folder, { throwIfNoEntry: folder === dirname(folder) });
  if (stats && !stats.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  return stats ? folder : nearestThere(folder);
}

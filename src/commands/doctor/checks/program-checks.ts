import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Host } from '../../../base/context.ts';
import { version } from '../../../base/version.ts';
import { installations, type Shell } from '../../../cli/completion/scripts.ts';
import { type Finding, finding } from '../../../platform/finding.ts';

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

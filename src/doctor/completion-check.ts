import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { installations, type Shell } from '../completion/scripts.ts';
import { type Finding, finding } from './finding.ts';

/** Where the scripts usually are (`files`), and the shell's own files that may load them (`startup`). */
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

/** Whether the user's shell completes hotelctl. Never more than a note: nothing depends on it. */
export async function completionFindings(
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const tell = (outcome: 'ok' | 'skipped', found: string, remedy?: string) => [
    finding('shell', 'completion', outcome, found, remedy),
  ];
  const name = basename(env['SHELL'] ?? '').replace(/\.exe$/, '');
  const shell = name === 'pwsh' ? 'powershell' : name;
  const home = env['HOME'];
  if (name === '' || !home) return tell('skipped', `${home ? 'SHELL' : 'HOME'} is not set`);
  if (!isShell(shell)) return tell('skipped', `there is none for ${name}`);
  const { files, startup } = places(home, env['XDG_CONFIG_HOME'] || `${home}/.config`)[shell];
  for (const file of [...files, ...startup]) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const installed = files.includes(file) ? text !== '' : /^[^#\n]*hotelctl completion /m.test(text);
    if (installed) return tell('ok', `installed for ${name}, in ${file}`);
  }
  const { command, place } = installations[shell];
  return tell('skipped', `not installed for ${name}`, `${place}: ${command}`);
}

const isShell = (name: string): name is Shell => Object.hasOwn(installations, name);

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellScripts } from '../../../src/cli/completion/scripts.ts';
import { addProgram } from '../../commands/path-programs.ts';
import { runProgram } from '../../repository.ts';
import { hotelctlFile } from '../../run-hotelctl.ts';

/** A home in which real shells find the built `hotelctl` and its completion scripts. The caller removes it. */
export type ShellHome = Awaited<ReturnType<typeof shellHome>>;

/**
 * The home of a user who has a profile, has listed properties and registered a UI integration. The platform has
 * stopped, so all suggestions come from this machine; and one property has an id that a shell would run.
 */
export async function shellHome() {
  const folder = mkdtempSync(join(tmpdir(), 'hotelctl-shells-'));
  addProgram(folder, 'hotelctl', `exec "${process.execPath}" "${hotelctlFile}" "$@"`);
  for (const [shell, script] of Object.entries(shellScripts)) writeFileSync(join(folder, shell), script);
  writeFileSync(join(folder, '_hotelctl'), shellScripts.zsh);
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    HOTELCTL_CONFIG_DIR: join(folder, 'config'),
    HOTELCTL_STATE_DIR: join(folder, 'state'),
  };
  const script = `
    export HOTELCTL_CONFIG_DIR=${env.HOTELCTL_CONFIG_DIR} HOTELCTL_STATE_DIR=${env.HOTELCTL_STATE_DIR}
    hotelctl -q profile add munich --base-url "$HOTELCTL_BASE_URL" --integration-url "$HOTELCTL_INTEGRATION_URL"
    hotelctl properties list >&2
    hotelctl ui-integration create DashboardPropertyContext --label Parking --source-url https://views.example/p \\
      --source-type public --format json`;
  const sandbox = ['sandbox', 'run', '-q', '--today', '2026-11-21', '--', 'bash', '-euc', script];
  const { stdout } = await runProgram('hotelctl', sandbox, { env });
  addHostileProperty(env.HOTELCTL_STATE_DIR);
  return { folder, env, integrationId: JSON.parse(stdout)[0].id as string };
}

function addHostileProperty(state: string): void {
  const cache = readdirSync(state).find(file => file.startsWith('properties-')) ?? '';
  const cached = JSON.parse(readFileSync(join(state, cache), 'utf8'));
  const hostile = [
    { id: '$(touch pwned)', name: 'no id' },
    { id: 'MIL', name: 'Milano\u001b[31m\n$(touch pwned)' },
  ];
  writeFileSync(join(state, cache), JSON.stringify({ ...cached, list: [...cached.list, ...hostile] }));
}

/** Runs a shell's script without the user's own settings. */
export const runShell = ({ folder, env }: ShellHome, shell: string, args: readonly string[]): string =>
  execFileSync(shell, args, { encoding: 'utf8', cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });

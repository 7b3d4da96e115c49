import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { launchdLabel, launchdPlist } from '../definitions/launchd.ts';
import { type Installer, requireTool, runTool } from './installer.ts';

/** A launch agent of the signed-in user. */
export function launchdInstaller(context: Context): Installer {
  const path = (job: string) =>
    join(context.env['HOME'] ?? '', 'Library', 'LaunchAgents', `${launchdLabel(job)}.plist`);
  const domain = `gui/${context.host.uid ?? 0}`;
  const unload = (job: string) =>
    runTool(context, 'launchctl', ['bootout', `${domain}/${launchdLabel(job)}`]);
  return {
    scheduler: 'launchd',
    isAvailable: async () => context.host.platform === 'darwin',
    async install(program, recurrence) {
      const log = join(context.folders.state, 'schedule', `${program.job}.log`);
      await replaceFile(path(program.job), launchdPlist(program, recurrence, log));
      // An agent that is loaded already keeps its old definition until it is unloaded.
      await unload(program.job);
      await requireTool(context, 'launchctl', ['bootstrap', domain, path(program.job)]);
      return path(program.job);
    },
    isInstalled: async job =>
      stat(path(job)).then(
        () => true,
        () => false,
      ),
    async remove(job) {
      await unload(job);
      await rm(path(job), { force: true });
    },
  };
}

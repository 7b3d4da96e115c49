import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { dateIn } from '../../platform/dates.ts';
import { windowsTask, windowsTaskName } from '../definitions/windows.ts';
import { type Installer, requireTool, runTool } from './installer.ts';

/** A task in the folder `hotelctl` of the Task Scheduler. */
export function windowsInstaller(context: Context): Installer {
  return {
    scheduler: 'windows',
    isAvailable: async () => context.host.platform === 'win32',
    async install(program, recurrence) {
      const path = join(context.folders.state, 'schedule', `${program.job}.xml`);
      const task = windowsTask(program, recurrence, dateIn(undefined, context.clock.now()));
      // schtasks reads UTF-16 with a byte order mark, the format of its exports.
      await replaceFile(path, Buffer.from(`\u{feff}${task}`, 'utf16le'));
      const name = windowsTaskName(program.job);
      await requireTool(context, 'schtasks', ['/Create', '/F', '/TN', name, '/XML', path]);
      return `the Task Scheduler (${name})`;
    },
    isInstalled: async job =>
      (await runTool(context, 'schtasks', ['/Query', '/TN', windowsTaskName(job)]))?.exitCode === 0,
    async remove(job) {
      await runTool(context, 'schtasks', ['/Delete', '/F', '/TN', windowsTaskName(job)]);
    },
  };
}

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { systemdUnits, unitName } from '../definitions/systemd.ts';
import { type Installer, requireTool, runTool } from './installer.ts';

/** Timers of the user's own systemd. Its bus is found without DBUS_SESSION_BUS_ADDRESS, as in cron's environment. */
export function systemdInstaller(context: Context): Installer {
  const home = context.env['XDG_CONFIG_HOME'] || join(context.env['HOME'] ?? '', '.config');
  const folder = join(home, 'systemd', 'user');
  const path = (job: string, kind: 'service' | 'timer') => join(folder, `${unitName(job)}.${kind}`);
  return {
    scheduler: 'systemd',
    isAvailable: async () =>
      (await runTool(context, 'systemctl', ['--user', 'show-environment']))?.exitCode === 0,
    async install(program, recurrence) {
      const { service, timer } = systemdUnits(program, recurrence);
      await replaceFile(path(program.job, 'service'), service);
      await replaceFile(path(program.job, 'timer'), timer);
      await requireTool(context, 'systemctl', ['--user', 'daemon-reload']);
      await requireTool(context, 'systemctl', [
        '--user',
        'enable',
        '--now',
        `${unitName(program.job)}.timer`,
      ]);
      return path(program.job, 'timer');
    },
    isInstalled: async job =>
      stat(path(job, 'timer')).then(
        () => true,
        () => false,
      ),
    async remove(job) {
      await runTool(context, 'systemctl', ['--user', 'disable', '--now', `${unitName(job)}.timer`]);
      for (const kind of ['service', 'timer'] as const) await rm(path(job, kind), { force: true });
      await runTool(context, 'systemctl', ['--user', 'daemon-reload']);
    },
  };
}

/** Whether the user's timers run without a session of the user; undefined if loginctl does not report it. */
export async function isLingering(context: Context): Promise<boolean | undefined> {
  const user = context.env['USER'] ?? context.env['LOGNAME'] ?? String(context.host.uid ?? '');
  const result = await runTool(context, 'loginctl', ['show-user', user, '--property=Linger', '--value']);
  return result?.exitCode === 0 ? result.stdout.trim() === 'yes' : undefined;
}

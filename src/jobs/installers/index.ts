import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { cronInstaller } from './cron.ts';
import type { Installer } from './installer.ts';
import { launchdInstaller } from './launchd.ts';
import { systemdInstaller } from './systemd.ts';
import { windowsInstaller } from './windows.ts';

const installers = {
  systemd: systemdInstaller,
  cron: cronInstaller,
  launchd: launchdInstaller,
  windows: windowsInstaller,
} as const;

export type Scheduler = keyof typeof installers;
export const schedulers = Object.keys(installers) as readonly Scheduler[];

export const installerOf = (scheduler: Scheduler, context: Context): Installer =>
  installers[scheduler](context);

/** The scheduler of this machine: systemd before cron, because it makes up runs that the machine slept through. */
export async function machineInstaller(context: Context): Promise<Installer> {
  const preferred: readonly Scheduler[] =
    { darwin: ['launchd'] as const, win32: ['windows'] as const }[
      context.host.platform as 'darwin' | 'win32'
    ] ?? (['systemd', 'cron'] as const);
  for (const scheduler of preferred) {
    const installer = installerOf(scheduler, context);
    if (await installer.isAvailable()) return installer;
  }
  throw new UsageError('this machine has no scheduler that hotelctl can install jobs into', {
    hint: 'print a definition with --print, for example --print cron',
  });
}

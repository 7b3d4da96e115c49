import type { Command } from 'commander';
import type { NotifyOn } from '../jobs/delivery/announce.ts';
import { collect, withChoices, withSettingFlags } from './flags.ts';

/** Flags of everything that can run unattended: who is notified about the end of the run. */
export interface DeliveryOptions {
  readonly mailTo?: readonly string[];
  readonly notifyOn?: string;
  readonly heartbeat?: string;
  readonly metrics?: string;
}

export const notifyEvents = ['failure', 'always', 'change'] as const;
const heading = 'Delivery flags:';

/** @param fallback when to send an email without --notify-on */
export function withDeliveryFlags(command: Command, fallback: NotifyOn): Command {
  const flag = (flags: string, summary: string) => command.createOption(flags, summary).helpGroup(heading);
  command.addOption(
    flag('--mail-to <address>', 'email the file and a summary to this address; may be repeated').argParser(
      collect,
    ),
  );
  const meaning =
    'when to send the email; change means after a failure, or when the file has changed since the last email';
  command.addOption(
    withChoices(flag('--notify-on <event>', `${meaning} (default ${fallback})`), notifyEvents),
  );
  command.addOption(flag('--metrics <file>', 'write Prometheus metrics of the run to this file (.prom)'));
  return withSettingFlags(command, ['heartbeat'], heading);
}

import type { DeliveryOptions } from '../../cli/delivery-flags.ts';

/** Flags of `schedule add`, and their values. */
export interface AddOptions extends DeliveryOptions {
  readonly every?: string;
  readonly giveUpAfter: string;
  readonly scheduler?: string;
  readonly print?: string;
  readonly replace?: boolean;
}

export const schedulerChoices = ['systemd', 'cron', 'launchd', 'windows', 'none'] as const;
export const printChoices = [
  ...['systemd', 'cron', 'launchd', 'windows'],
  ...['github', 'kubernetes', 'airflow'],
] as const;

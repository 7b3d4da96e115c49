import { asDetails, type Options, settingFlags } from './flags.ts';

export const notifyEvents = ['failure', 'always', 'change'] as const;

const heading = 'Delivery flags:';
const eventMeaning =
  'when to send the email; change means after a failure, or when the file has changed since the last email';

/** Flags of everything that can run unattended: who is notified about the end of the run. */
export const deliveryFlags = {
  [heading]: {
    '--mail-to <address>': {
      summary: 'email the page, or the file and a summary, to this address; may be repeated',
      repeatable: true,
    },
    '--notify-on <event>': {
      summary: `${eventMeaning} (default always)`,
      choices: notifyEvents,
      isDetail: true,
    },
    '--metrics <file>': {
      summary: 'write Prometheus metrics of the run to this file (.prom)',
      isDetail: true,
    },
    ...asDetails(settingFlags(['heartbeat'], heading)[heading] ?? {}),
  },
} as const;

export type DeliveryOptions = Options<typeof deliveryFlags>;

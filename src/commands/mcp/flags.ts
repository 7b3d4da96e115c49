import type { Options } from '../../cli/flags.ts';

export const mcpFlags = {
  'Flags:': {
    '--allow-bookings': 'offer the tool that books; each booking is confirmed by a person in the client',
    '--with-guest-data': 'include guest names in lists of bookings',
    '--output-folder <folder>': 'let agents save files in this folder, under names that do not exist yet',
  },
} as const;

export type McpOptions = Options<typeof mcpFlags>;

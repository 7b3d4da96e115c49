import { defineCommand } from '../../cli/command.ts';
import { connectionSettings } from '../../cli/shared-flags.ts';

export const command = defineCommand({
  text:
    'Serve the Model Context Protocol on standard input and output, so that an agent can read reports, pick-up, pace and ' +
    'offers. An MCP client starts it. It only reads, unless you add --allow-bookings; then a booking needs its quote, the ' +
    "expected total and a person's confirmation (the client must support elicitation).\n\n" +
    'A tool returns 50 rows, or as many as its limit says. With --output-folder, an agent can save all rows in a file.',
  flags: [
    {
      '--allow-bookings': 'offer the tool that books; each booking is confirmed by a person in the client',
      '--with-guest-data': 'include the columns that name or describe a person',
      '--output-folder <folder>': 'let agents save files in this folder, under names that do not exist yet',
    },
  ],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  examples: {
    'hotelctl mcp': 'for the configuration of an MCP client',
    'hotelctl mcp --output-folder ~/reports': 'agents can save files there',
  },
  run: async (...given) => (await import('./run.ts')).serveTools(...given),
});

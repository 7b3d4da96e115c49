import { version } from '../../base/version.ts';
import { defineCommand } from '../../cli/command.ts';

export const command = defineCommand({
  examples: { 'hotelctl version': 'the same as hotelctl --version' },
  run: async open => {
    const { context } = await open({}, { withoutProfiles: true });
    await context.stdout.write(`${version}\n`);
  },
});

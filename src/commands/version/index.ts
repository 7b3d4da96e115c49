import type { Command } from 'commander';
import { version } from '../../base/version.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';

/** `hotelctl version`: the same as `hotelctl --version`. */
export function register(command: Command, open: OpenInvocation): void {
  withExamples(command, [{ command: 'hotelctl version', explains: 'the same as hotelctl --version' }]).action(
    async () => {
      const { context } = await open({}, { withoutProfiles: true });
      await context.stdout.write(`${version}\n`);
    },
  );
}

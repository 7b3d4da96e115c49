import { UsageError } from '../../base/errors.ts';
import type { GlobalOptions } from '../../cli/flags.ts';
import { startRuntime, type World } from '../../cli/invocation.ts';
import { forgetIntegration } from '../../cli/known-integrations.ts';
import { withIntegrations } from '../../client/ui-integrations.ts';
import { safeText } from '../../platform/safe-text.ts';
import { integrationFrom } from './questions.ts';

/** `ui-integration delete TARGET ID`: asks, unless `--yes` says so already. */
export async function deleteIntegration(
  world: World,
  givenTarget: string | undefined,
  givenId: string | undefined,
  options: GlobalOptions & { readonly yes?: boolean },
): Promise<void> {
  const runtime = await startRuntime(world, options);
  const { target, id } = await integrationFrom(runtime, givenTarget, givenId);
  runtime.settings.requireHost('integrationUrl');
  if (!options.yes) {
    if (!runtime.interactive) {
      throw new UsageError('to delete a UI integration takes a yes, and nobody can be asked here', {
        hint: 'give --yes',
      });
    }
    const message = `Delete the UI integration ${safeText(id)} at ${safeText(target)}? Hotel users lose the view at once.`;
    if (!(await runtime.context.prompts.confirm({ message, initial: false }))) {
      await runtime.note('Nothing is deleted.');
      return;
    }
  }
  await withIntegrations(runtime, api => api.remove(target, id));
  await forgetIntegration(runtime, target, id);
  await runtime.note(`The UI integration ${id} is deleted.`);
}

import { UsageError } from '../../base/errors.ts';
import { rememberIntegration } from '../../cli/completion/known-lists.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { DeleteOptions } from './flags.ts';
import { integrationFrom } from './questions.ts';
import { withIntegrations } from './service.ts';

/** `ui-integration delete TARGET ID`: asks for confirmation unless `--yes` is given. */
export async function deleteIntegration(
  open: OpenInvocation,
  givenTarget: string | undefined,
  givenId: string | undefined,
  options: DeleteOptions,
): Promise<void> {
  const invocation = await open(options);
  const { target, id } = await integrationFrom(invocation, givenTarget, givenId);
  invocation.settings.requireHost('integrationUrl');
  if (!options.yes) {
    if (!invocation.interactive) {
      throw new UsageError('deleting a UI integration requires confirmation', {
        hint: 'add --yes',
      });
    }
    const message = `Delete the UI integration ${safeText(id)} at ${safeText(target)}? Hotel users lose the view immediately.`;
    if (!(await invocation.context.prompts.confirm({ message, initial: false }))) {
      await invocation.note('Nothing was deleted.');
      return;
    }
  }
  await withIntegrations(invocation, api => api.remove(target, id));
  await rememberIntegration(invocation, target, id);
  await invocation.note(`Deleted the UI integration ${id}.`);
}

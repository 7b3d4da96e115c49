import { readChoice } from '../../base/choices.ts';
import { wholeNumber } from '../../cli/flags.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { untilInterrupted } from '../../cli/own-program.ts';
import { openBrowser } from '../../http/auth/browser.ts';
import { sourceTypes } from '../../platform/ui-integrations/targets.ts';
import { startPreview } from '../../views/preview.ts';
import type { PreviewFlags } from './flags.ts';
import { addressFrom, checkAddressForm, contextPairs, openViews, warnOfUnknownTarget } from './service.ts';

export async function previewAddress(open: OpenInvocation, given: string, flags: PreviewFlags) {
  const invocation = await open(flags, { mayBeNew: true });
  const { context, note } = invocation;
  const sourceType = readChoice('--source-type', flags.sourceType, sourceTypes);
  const port = wholeNumber('--port', flags.port, 65_535);
  const values = contextPairs(flags.context);
  const sourceUrl = await addressFrom(invocation, given);
  const isLocal = checkAddressForm(sourceUrl, sourceType);
  await warnOfUnknownTarget(flags.target, invocation);
  if (isLocal) await note('warning: the platform embeds only https URLs; this one is http');
  const preview = await startPreview({
    sourceUrl,
    sourceType,
    target: flags.target,
    context: values,
    label: flags.label,
    port,
    probe: await openViews(invocation, flags),
    onDefect: error =>
      void note(`the preview failed: ${error instanceof Error ? error.message : 'a defect'}`),
  });
  try {
    await context.stdout.write(`${preview.url}\n`);
    if (flags.browser && !(await openBrowser(preview.url, context))) {
      await note('The browser could not be started. Open this address yourself.');
    }
    if (flags.ca !== undefined)
      await note('Your browser must trust the certificate too, or the frame stays blank.');
    await note('Press Ctrl-C to stop.');
    await untilInterrupted(context.interrupted);
  } finally {
    await preview.stop();
    await note('Stopped the preview.');
  }
}

import { readChoice } from '../../base/choices.ts';
import { InterruptedError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { untilInterrupted } from '../../cli/own-program.ts';
import { openBrowser } from '../../http/auth/browser.ts';
import { dateIn } from '../../platform/dates.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import { sourceTypeOnWire, sourceTypes } from '../../platform/ui-integrations/targets.ts';
import { startPreview, type ViewProbe } from '../../views/preview.ts';
import { examineView } from './check.ts';
import { prepareServer, watchFolder } from './dev-server.ts';
import type { DevFlags, PreviewFlags } from './flags.ts';
import { addressFrom, checkAddressForm, openViews, readPairs, warnOfUnknownTarget } from './service.ts';

export async function developView(invocation: Invocation, flags: DevFlags, folder = '.') {
  const { context, note } = invocation;
  const { sourceUrl: given, isLocal, ...shown } = await readView(invocation, flags, flags.url);
  const server = given === undefined ? await prepareServer(folder, context) : undefined;
  const changes = await watchFolder(folder, context);
  const sourceUrl = given ?? server?.sourceUrl ?? '';
  const ca = server?.ca ?? flags.ca;
  const probe = await openViews(invocation, {
    allowPrivateNetwork: true,
    ...(ca === undefined ? {} : { ca }),
  });
  const source = { sourceUrl, sourceType: shown.sourceType };
  let revision = 0;
  const onDefect = (error: unknown) =>
    void note(`a local server failed: ${error instanceof Error ? safeText(error.message) : 'a defect'}`);
  // Only this command needs the sandbox, and the preview does not.
  const { startSandbox } = await import('../../sandbox/sandbox.ts');
  const sandbox = await startSandbox({
    seed: 'hotelctl',
    today: dateIn(undefined, context.clock.now()),
    port: 0,
    random: context.random,
    probe,
    onDefect,
    views: [
      {
        target: flags.target,
        label: flags.label,
        sourceUrl,
        sourceType: sourceTypeOnWire(shown.sourceType, 'Private'),
      },
    ],
  });
  const preview = await startPreview({
    ...shown,
    sourceUrl,
    port: 0,
    probe,
    onDefect,
    revision: () => revision,
  });
  const running = server && keepRunning(server.run, invocation);
  try {
    await running?.isReady(probe, sourceUrl);
    await showPage(invocation, preview.url, flags, isLocal);
    await note(`sandbox with the view at ${flags.target}: ${sandbox.integrationUrl}/`);
    if (server) await note(`if the frame is blank, open ${new URL(sourceUrl).origin} once and trust it`);
    await context.stdout.write(await describeChecks('started', source, flags.target, probe));
    await note('Press Ctrl-C to stop.');
    for await (const names of changes) {
      await running?.restart();
      await running?.isReady(probe, sourceUrl);
      revision += 1;
      const [first = ''] = names;
      const what = names.length === 1 ? first : `${first} and ${countText(names.length - 1, 'other file')}`;
      await context.stdout.write(await describeChecks(`${what} changed`, source, flags.target, probe));
    }
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
  } finally {
    await running?.stop();
    await Promise.all([preview.stop(), sandbox.stop()]);
    await note('Stopped.');
  }
}

export async function previewAddress(invocation: Invocation, flags: PreviewFlags, given: string) {
  const { context, note } = invocation;
  const port = readWholeNumber('--port', flags.port, { least: 0, most: 65_535 });
  const { sourceUrl = given, isLocal, ...shown } = await readView(invocation, flags, given);
  const preview = await startPreview({
    ...shown,
    sourceUrl,
    port,
    probe: await openViews(invocation, flags),
    onDefect: error =>
      void note(`the preview failed: ${error instanceof Error ? error.message : 'a defect'}`),
  });
  try {
    await showPage(invocation, preview.url, flags, isLocal);
    if (flags.ca !== undefined)
      await note('Your browser must trust the certificate too, or the frame stays blank.');
    await note('Press Ctrl-C to stop.');
    await untilInterrupted(context.interrupted);
  } finally {
    await preview.stop();
    await note('Stopped the preview.');
  }
}

/** What is shown, checked; no URL for a server that is not running yet. @throws UsageError */
async function readView(invocation: Invocation, flags: DevFlags | PreviewFlags, url: string | undefined) {
  const sourceType = readChoice('--source-type', flags.sourceType, sourceTypes);
  const form = /^([A-Za-z][\w.-]{0,60})=(.*)$/;
  const context = readPairs('--context', flags.context ?? [], form, 'NAME=VALUE', 'propertyId=MUC');
  const sourceUrl = url === undefined ? undefined : await addressFrom(invocation, url, sourceType);
  const isLocal = sourceUrl !== undefined && checkAddressForm(sourceUrl, sourceType);
  await warnOfUnknownTarget(flags.target, invocation);
  return { sourceUrl, sourceType, isLocal, context, target: flags.target, label: flags.label };
}

async function showPage(
  { context, note, warn }: Invocation,
  url: string,
  { browser }: DevFlags | PreviewFlags,
  isLocal: boolean,
) {
  await context.stdout.write(`${url}\n`);
  if (isLocal) await warn('warning: the platform embeds only https URLs; this one is http');
  if (browser && !(await openBrowser(url, context)))
    await note('The browser could not be started. Open this address yourself.');
}

/** One line: how many checks pass, and the first that does not. */
async function describeChecks(
  what: string,
  source: Parameters<typeof examineView>[0],
  target: string,
  probe: ViewProbe,
): Promise<string> {
  const { suite, findings } = await examineView(source, target, probe);
  const all = [...suite.checks, ...findings];
  const failed = all.filter(({ state }) => state === 'failed');
  const warnings = all.filter(({ state }) => state === 'warning');
  const [first] = [...failed, ...warnings];
  const counts =
    failed.length > 0
      ? `${failed.length} of ${countText(all.length, 'check')} failed`
      : `${countText(all.length, 'check')} passed${warnings.length > 0 ? `, ${countText(warnings.length, 'warning')}` : ''}`;
  const detail =
    first === undefined ? '' : `; ${first.check}: ${[first.found, first.fix].filter(Boolean).join('; ')}`;
  return `${safeText(what)}: ${counts}${detail}\n`;
}

/** Attempts of a server that has just been started, and the pause between two. */
const attempts = 100;
const pause = 100;

/** The developer's server, started again after each change; one that ends is started again with the next change. */
function keepRunning(run: (signal: AbortSignal) => Promise<number>, { context, note }: Invocation) {
  const start = () => {
    const stopped = new AbortController();
    const state = { stopped, hasEnded: false, ended: Promise.resolve() };
    state.ended = run(stopped.signal)
      .catch(error => void note(error instanceof Error ? safeText(error.message) : 'a defect'))
      .then(exitCode => {
        state.hasEnded = true;
        if (stopped.signal.aborted || context.interrupted.aborted) return;
        void note(`server.mjs ended${exitCode === undefined ? '' : ` with exit code ${exitCode}`}`);
      });
    return state;
  };
  let current = start();
  const stop = async () => {
    current.stopped.abort();
    await current.ended;
  };
  return {
    stop,
    async restart() {
      await stop();
      current = start();
    },
    /** Resolves when the server responds, has ended, or takes too long; the checks then say so. */
    async isReady({ fetch }: ViewProbe, url: string) {
      for (let attempt = 0; attempt < attempts && !current.hasEnded; attempt += 1) {
        if ((await fetch(url)).kind === 'response') return;
        await context.clock.sleep(pause, context.interrupted);
      }
    },
  };
}

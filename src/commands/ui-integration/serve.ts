import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../base/atomic-file.ts';
import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { durationText } from '../../base/text.ts';
import { duration, readTlsFiles, wholeNumber } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { untilInterrupted } from '../../cli/own-program.ts';
import { isLoopback } from '../../http/address.ts';
import { openBrowser } from '../../http/auth/browser.ts';
import { readCertificate } from '../../http/auth/loopback.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { readNamePairs } from '../../platform/names.ts';
import { httpsUrlProblem } from '../../platform/ui-integrations/fetch-result.ts';
import { isPrivate, sourceTypes } from '../../platform/ui-integrations/targets.ts';
import { startPreview } from '../../views/preview.ts';
import { selfMadeCertificate, startEndpoint } from '../../views/private-endpoint.ts';
import type { PreviewFlags, ServeFlags } from './flags.ts';
import { addressFrom, openViews, readPairs, warnOfUnknownTarget } from './service.ts';

const leastToken = 16;

export async function serveEndpoint(open: OpenInvocation, flags: ServeFlags) {
  const invocation = await open(flags, { mayBeNew: true });
  const { context, note } = invocation;
  const validFor = duration('--valid-for', flags.validFor);
  const port = wholeNumber('--port', flags.port, 65_535);
  const problem = flags.publicUrl === undefined ? undefined : httpsUrlProblem(flags.publicUrl);
  if (problem !== undefined) {
    throw new UsageError(`--public-url must be ${problem}`, { hint: 'omit it to serve an example view' });
  }
  const certificate = await chooseCertificate(flags, invocation);
  const token = flags.tokenFile === undefined ? undefined : await tokenFrom(flags.tokenFile, invocation);
  const endpoint = await startEndpoint({
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    validFor,
    names: readNamePairs(invocation.settings.assumption('assume.views.fields')),
    ...(token === undefined ? {} : { token }),
    certificate,
    signingKey: context.random.bytes(32),
    now: context.clock.now,
    port,
    onResponse: line => void note(line),
  });
  try {
    await context.stdout.write(`${endpoint.url}\n`);
    await note(
      token === undefined
        ? 'warning: without --token-file anyone can call the endpoint; in production, respond only to the platform'
        : `The private URL is this URL followed by ?token= and the content of ${flags.tokenFile}.`,
    );
    await note(`Each returned URL is valid for ${durationText(validFor)}. Press Ctrl-C to stop.`);
    await untilInterrupted(context.interrupted);
  } finally {
    await endpoint.stop();
    await note('Stopped the endpoint.');
  }
}

async function chooseCertificate(flags: ServeFlags, { context, note }: Invocation) {
  const files = readTlsFiles(flags, 'specify both, as PEM files');
  if (files) return readCertificate(files);
  const { saveCert } = flags;
  const made = selfMadeCertificate(context.random.bytes(16), context.clock.now());
  if (saveCert !== undefined) {
    await withWriteErrors(saveCert, () => replaceFile(saveCert, made.cert));
    await note(`Saved the self-signed certificate to ${saveCert}, for --ca.`);
  }
  return made;
}

/** The token in the file; a missing file is created with a new token, and only its owner can read it. */
async function tokenFrom(file: string, { context, note }: Invocation): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`--token-file cannot be read: ${error.code}`, {
      hint: 'specify a file that you can read',
    });
  });
  if (text === undefined) {
    const token = Buffer.from(context.random.bytes(32)).toString('base64url');
    await withWriteErrors(file, () => replaceFile(file, `${token}\n`));
    await note(`Saved a new token to ${file}.`);
    return token;
  }
  const token = text.trim();
  if (token.length >= leastToken && /^[\w.~-]+$/.test(token)) return token;
  throw new UsageError(
    `the token in --token-file must have ${leastToken} characters or more, only letters, digits and . _ ~ -`,
    { hint: 'specify a file that does not exist: it is created with a new token' },
  );
}

export async function previewAddress(open: OpenInvocation, given: string, flags: PreviewFlags) {
  const invocation = await open(flags, { mayBeNew: true });
  const { context, note } = invocation;
  const sourceType = readChoice('--source-type', flags.sourceType, sourceTypes);
  const port = wholeNumber('--port', flags.port, 65_535);
  const contextForm = /^([A-Za-z][\w.-]{0,60})=(.*)$/;
  const values = readPairs('--context', flags.context ?? [], contextForm, 'NAME=VALUE', 'propertyId=MUC');
  const sourceUrl = await addressFrom(invocation, given);
  const problem = httpsUrlProblem(sourceUrl);
  const isLocal = problem !== undefined && !isPrivate(sourceType) && isLocalHttp(sourceUrl);
  if (problem !== undefined && !isLocal) {
    throw new UsageError(`the URL must be ${problem}`, {
      hint: isPrivate(sourceType)
        ? 'add --source-type public if this is the view itself'
        : 'use https; plain http is only for this machine (http://127.0.0.1, http://localhost)',
    });
  }
  await warnOfUnknownTarget(flags.target, invocation);
  if (isLocal) await note('warning: the platform embeds only https URLs, and this one is http');
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

const isLocalHttp = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === 'http:' && isLoopback(url.hostname);
};

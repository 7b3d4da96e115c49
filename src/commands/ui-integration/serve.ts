import { readFile } from 'node:fs/promises';
import { readCertificate } from '../../auth/certificate.ts';
import { UsageError } from '../../base/errors.ts';
import { replaceFile } from '../../base/files.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { untilInterrupted } from '../../cli/until-interrupted.ts';
import { httpsUrlProblem } from '../../platform/integrations/https-url.ts';
import { inWords } from '../../platform/integrations/time-in-words.ts';
import { startEndpoint } from '../../ui-integrations/private-endpoint.ts';
import { selfMadeCertificate } from '../../ui-integrations/self-signed-certificate.ts';
import { wholeNumber } from '../sandbox/options.ts';

export interface ServeFlags {
  readonly publicUrl?: string;
  readonly validFor: string;
  readonly tokenFile?: string;
  readonly port: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly saveCert?: string;
}

const leastToken = 16;

/** `ui-integration serve`: an example of a private endpoint, until Ctrl-C. */
export async function serveEndpoint(open: OpenInvocation, flags: ServeFlags): Promise<void> {
  const invocation = await open(flags, { mayBeNew: true });
  const { context, note } = invocation;
  const validFor = duration('--valid-for', flags.validFor);
  const port = wholeNumber('--port', flags.port, 65_535);
  const problem = flags.publicUrl === undefined ? undefined : httpsUrlProblem(flags.publicUrl);
  if (problem !== undefined) {
    throw new UsageError(`--public-url must be ${problem}`, { hint: 'leave it out for an example view' });
  }
  const certificate = await certificateOf(flags, invocation);
  const token = flags.tokenFile === undefined ? undefined : await tokenFrom(flags.tokenFile, invocation);
  const endpoint = await startEndpoint({
    ...(flags.publicUrl === undefined ? {} : { publicUrl: flags.publicUrl }),
    validFor,
    ...(token === undefined ? {} : { token }),
    certificate,
    signingKey: context.random.bytes(32),
    now: context.clock.now,
    port,
    answered: line => void note(line),
  });
  try {
    await context.stdout.write(`${endpoint.url}\n`);
    await note(
      token === undefined
        ? 'warning: without --token-file it answers anybody; on the platform only the platform may be answered'
        : `The private URL is this address and ?token= with what is in ${flags.tokenFile}.`,
    );
    await note(`Each answer is good for ${inWords(validFor)}. Ctrl-C ends the endpoint.`);
    await untilInterrupted(context.interrupted);
  } finally {
    await endpoint.stop();
    await note('The endpoint is stopped.');
  }
}

async function certificateOf({ tlsCert, tlsKey, saveCert }: ServeFlags, { context, note }: Invocation) {
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return readCertificate({ certFile: tlsCert, keyFile: tlsKey });
  }
  if (tlsCert !== undefined || tlsKey !== undefined) {
    throw new UsageError('--tls-cert and --tls-key go together', { hint: 'give both, as PEM files' });
  }
  const made = selfMadeCertificate(context.random.bytes(16), context.clock.now());
  if (saveCert !== undefined) {
    await replaceFile(saveCert, made.cert);
    await note(`Its self-made certificate is in ${saveCert}, for --ca.`);
  }
  return made;
}

/** The token in the file; a file that is not there yet is made with a new one, for its owner alone. */
async function tokenFrom(file: string, { context, note }: Invocation): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`--token-file can't be read: ${error.code}`, {
      hint: 'give a file that you may read',
    });
  });
  if (text === undefined) {
    const token = Buffer.from(context.random.bytes(32)).toString('base64url');
    await replaceFile(file, `${token}\n`);
    await note(`A new token is in ${file}.`);
    return token;
  }
  const token = text.trim();
  if (token.length >= leastToken && /^[\w.~-]+$/.test(token)) return token;
  throw new UsageError(
    `the token in --token-file must have ${leastToken} characters or more, letters, digits, and . _ ~ - alone`,
    { hint: 'name a file that is not there, and it is made with a new token' },
  );
}

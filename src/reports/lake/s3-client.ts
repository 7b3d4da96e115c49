import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { externalDataInterceptor, parseKnownFiles } from '@smithy/core/config';
import { type Context, orInterrupted } from '../../base/context.ts';
import {
  HotelctlError,
  OutputError,
  RefusedError,
  SignInError,
  systemErrorCode,
  TemporaryError,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';
import { isServerError, isSuccess } from '../../base/http-status.ts';
import { mostOfSecret, namedFileProblem, readNamedFile } from '../../base/named-file.ts';
import { openRegular } from '../../base/own-file.ts';
import { assertTlsVerification } from '../../http/address.ts';
import { readText } from '../../http/body.ts';
import type { HttpRequest, HttpResponse } from '../../http/exchange.ts';
import { NetworkError } from '../../http/network-error.ts';
import { createTransport, type Transport } from '../../http/transport.ts';
import { safeText } from '../../platform/safe-text.ts';
import { LostTargetError, lateTarget } from './sync-plan.ts';

/** The AWS SDK, with the connections, children, time limits and errors of hotelctl. */

type BucketContext = Pick<Context, 'env' | 'secrets' | 'clock' | 'interrupted' | 'runChild' | 'host'>;

/** A client with credentials. The credential chain, region, endpoint and number of attempts are those of the AWS SDK. */
export async function connectBucket(bucket: string, context: BucketContext, timeout: number) {
  const { env, secrets, interrupted } = context;
  // Before the credentials too: they may come from another host.
  assertTlsVerification(env);
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  if (endpoint && !(URL.canParse(endpoint) && /^https?:/i.test(endpoint)))
    throw new UsageError('AWS_ENDPOINT_URL_S3 must be a URL that begins with https://', {
      hint: 'for example https://storage.googleapis.com',
    });
  if (endpoint) secrets.registerUrl(endpoint);
  await readFiles(context);
  externalDataInterceptor.interceptToken('exec', startWithout(context, timeout) as never);
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint && 'us-east-1');
  const transport = createTransport(env, 32);
  const client = new S3Client({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(region ? { region } : {}),
    requestHandler: handlerOver(transport),
  });
  // An error of S3 names neither its request nor its object.
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      args =>
        next(args).catch(error => {
          const { Key, Prefix = '' } = args.input as { readonly Key?: string; readonly Prefix?: string };
          const request = `${commandName.replace(/Command$/, '')} ${safeText(Key ?? Prefix, 200)}`;
          throw Object.assign(error, { request: request.trim() });
        }),
  );
  /** One step of the work on a bucket: it ends when the run is interrupted, and within the time limit, retries included. */
  const step = async <T>(
    work: (options: { readonly abortSignal: AbortSignal }) => Promise<T>,
    [stop, limit]: readonly [AbortSignal | undefined, number] = [interrupted, timeout],
  ): Promise<T> => {
    const late = new AbortController();
    const alarm = setTimeout(() => late.abort(lateTarget(`the bucket ${bucket}`, limit)), limit);
    const abortSignal = AbortSignal.any(stop ? [stop, late.signal] : [late.signal]);
    try {
      return await orInterrupted(work({ abortSignal }), abortSignal);
    } catch (error) {
      throw abortSignal.aborted ? abortSignal.reason : s3Problem(error, bucket);
    } finally {
      clearTimeout(alarm);
    }
  };
  const send = ((command: never) => step(options => client.send(command, options))) as typeof client.send;
  await step(async () => {
    const found = await client.config.credentials().catch(error => {
      // The SDK may fail in its own handling of a host that it does not trust, or of a file that is missing.
      const code = error.syscall && systemErrorCode(error);
      const message = code
        ? `a file with credentials cannot be read (${code})`
        : 'the host of the credentials is not valid or has an unknown certificate';
      throw code || error instanceof TypeError
        ? Object.assign(new Error(message), { name: 'CredentialsProviderError' })
        : error;
    });
    const { accessKeyId, secretAccessKey, sessionToken } = found;
    for (const secret of [accessKeyId, secretAccessKey, sessionToken]) secrets.register(secret);
    await client.config.region();
  });
  const host = endpoint ? `${new URL(endpoint).host}/` : '';
  return { bucket, client, step, send, host, close: transport.close };
}

/**
 * The files of the SDK, which opens them as they are: a named pipe would stop it for ever, also after Ctrl-C. It gets the two
 * of its settings from here; those with tokens, which it reads again when they change, must be regular files.
 */
async function readFiles({ env, clock, interrupted }: BucketContext): Promise<void> {
  const home = join(env['HOME'] || env['USERPROFILE'] || homedir(), '.aws');
  const refuse = (path: string) => (error: unknown) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw new SignInError(`${path} with the credentials of AWS: ${namedFileProblem(error)}`, {
      hint: 'name a regular file',
      cause: error,
    });
  };
  for (const path of [
    env['AWS_SHARED_CREDENTIALS_FILE'] || join(home, 'credentials'),
    env['AWS_CONFIG_FILE'] || join(home, 'config'),
  ]) {
    const found = await readNamedFile(path, { clock, interrupted, most: mostOfSecret }).catch(refuse(path));
    if (found) externalDataInterceptor.interceptFile(path, found.toString());
  }
  const profiles = Object.values(await parseKnownFiles({}).catch(() => ({})));
  const kept = ['sso', 'login'].map(async name => {
    const folder = join(home, name, 'cache');
    return (await readdir(folder).catch(() => [])).map(file => join(folder, file));
  });
  for (const path of [
    env['AWS_WEB_IDENTITY_TOKEN_FILE'],
    env['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'],
    ...profiles.map(profile => profile['web_identity_token_file']),
    ...(await Promise.all(kept)).flat(),
  ])
    if (path) await openRegular(path, mostOfSecret, true).then(file => file.close(), refuse(path));
}

/** `credential_process` of a profile of AWS: a child without the secrets of hotelctl and of the database. */
const startWithout = ({ env, runChild, host, interrupted }: BucketContext, budget: number) =>
  callbackify(async (command: string) => {
    const isWindows = host.platform === 'win32';
    const kept = Object.entries(env).filter(([name]) => !/^(HOTELCTL_|PG)/i.test(name));
    const { exitCode, stdout } = await runChild({
      file: isWindows ? (env['ComSpec'] ?? 'cmd.exe') : '/bin/sh',
      args: [...(isWindows ? ['/d', '/s', '/c'] : ['-c']), command],
      env: Object.fromEntries(kept),
      budget,
      signal: interrupted,
    });
    if (exitCode === 0) return { stdout };
    throw new Error(`credential_process ended with exit code ${exitCode}`);
  });

type SignedRequest = Pick<HttpRequest, 'method' | 'headers' | 'body'> &
  Readonly<Record<'protocol' | 'hostname' | 'path', string>> & {
    readonly port?: number;
    readonly query: Readonly<Record<string, string | readonly string[] | null>>;
  };

/** The SDK over the transport of all other requests: its proxies, its rules for TLS and its errors. */
const handlerOver = ({ send }: Transport) => ({
  async handle(request: SignedRequest, options?: { readonly abortSignal?: AbortSignal }) {
    const { protocol, hostname, port, path, query, method } = request;
    const parameters = Object.entries(query).map(([name, value]) =>
      [name, String(value ?? '')].map(encodeURIComponent).join('='),
    );
    const url = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}?${parameters.join('&')}`;
    const named = Object.entries(request.headers).map(
      ([name, value]) => [name.toLowerCase(), value] as const,
    );
    // The transport does not wait for the server's consent to a body.
    const { expect: _, ...headers } = Object.fromEntries(named);
    const sent = request.body === undefined ? {} : { body: request.body };
    const message = { method, url, headers, ...sent, repeatable: false, authorize: false };
    const response = await send(message, options?.abortSignal).catch(error => {
      // What the SDK's retries look at.
      throw error instanceof NetworkError && error.retryable
        ? Object.assign(error, { $retryable: {} })
        : error;
    });
    const { status: statusCode, headers: received } = response;
    // The SDK parses errors and lists as a whole, for minutes if they are large; only objects are streams.
    const isObject = isSuccess(statusCode) && method === 'GET' && query['list-type'] === undefined;
    const body = isObject ? response.body : [await readSmall(response)];
    return { response: { statusCode, headers: received, body: Readable.from(body) } };
  },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
});

/** Bytes of a message, and of a list, which has at most 1,000 keys of 1 KiB. */
const [mostOfMessage, mostOfList] = [64 << 10, 16 << 20];

/** An error whose message is too long has none. */
async function readSmall(response: HttpResponse): Promise<string> {
  const isList = isSuccess(response.status);
  return readText(response, isList ? mostOfList : mostOfMessage).catch(error => {
    if (!(error instanceof UndocumentedResponseError)) throw error;
    if (!isList) return '';
    const hint = 'check AWS_ENDPOINT_URL_S3: S3 sends no list or message of this size';
    throw new UndocumentedResponseError(error.message, { ...error.details, hint });
  });
}

export interface S3Error extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
  /** The request that failed: `PutObject lake/_hotelctl/property=MUC.json`. */
  readonly request?: string;
  readonly Region?: string;
  /** `hotel.s3.eu-central-1.amazonaws.com` */
  readonly Endpoint?: string;
}

const credentialsHint =
  'renew the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE with `aws sso login`, or the role of this machine';

/** Codes of S3 and of the credential chain for credentials that are absent, unknown or expired. */
const ofCredentials =
  /Credential|^(TokenProviderError|ExpiredToken(Exception)?|InvalidAccessKeyId|InvalidToken|SignatureDoesNotMatch|TokenRefreshRequired|RequestTimeTooSkewed)$/;

/** What to do about codes whose status says too little. */
const hintsOfCodes: readonly (readonly [code: RegExp, hint: string])[] = [
  [/^RequestTimeTooSkewed$/, 'check the clock of this machine'],
  [/^InvalidObjectState$/, 'restore the object: it is in an archive of the bucket'],
  [/^KMS\./, 'check the key of HOTELCTL_S3_ENCRYPTION'],
];

/** The error with an exit code: credentials 3, permission 4, temporary 5, anything else 8. */
function s3Problem(error: unknown, bucket: string): unknown {
  if (error instanceof NetworkError)
    return new LostTargetError(`the bucket ${bucket}: ${error.message}`, {
      hint: error.retryable ? 'check AWS_ENDPOINT_URL_S3, or try again later' : error.details.hint,
      cause: error,
    });
  if (error instanceof HotelctlError || !(error instanceof Error)) return error;
  const { name, message, $metadata, request } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  // What the SDK says of its own parser helps no one.
  const isForeign = message === '' || /^UnknownError$|Deserialization error/.test(message);
  const text = safeText(isForeign ? `response ${status}` : message, 300);
  const words = `the bucket ${bucket}: ${text.replace(/[.\s]+$/, '')}${request ? ` (${request})` : ''}`;
  const ownHint = hintsOfCodes.find(([code]) => code.test(name))?.[1];
  const failed = (hint: string) => ({ hint: ownHint ?? hint, cause: error });
  if (ofCredentials.test(name) || status === 401) return new SignInError(words, failed(credentialsHint));
  if (message === 'Region is missing')
    return new OutputError(words, failed('set AWS_REGION to the region of the bucket'));
  if (status === undefined || isSuccess(status)) {
    // A response that is not XML may have no status.
    return status !== undefined || '$responseBodyText' in error
      ? new UndocumentedResponseError(`the bucket ${bucket} sent a response that is not one of S3`, {
          ...failed('check AWS_ENDPOINT_URL_S3'),
        })
      : error;
  }
  if (status === 403) {
    const hint = 'allow s3:ListBucket, s3:GetObject, s3:PutObject and s3:AbortMultipartUpload for it';
    return new RefusedError(words, failed(hint));
  }
  // S3's RequestTimeout is a 400. Such as SlowDown, it concerns this object: others may be accepted.
  if (name === 'RequestTimeout' || status === 429 || (isServerError(status) && status !== 501))
    return new TemporaryError(words, failed('try again later'));
  const region = regionOfBucket(error);
  const hint = region ? `=${region}` : ' to the region of the bucket, and check its name';
  return new OutputError(words, failed(`set AWS_REGION${hint}`));
}

/** What AWS, and no other server, says in the wrong region. */
function regionOfBucket({ $metadata, $response, Region = '', Endpoint = '' }: S3Error): string | undefined {
  const [, ofEndpoint = Region] = /\bs3[.-]([a-z0-9-]+)\.amazonaws\./.exec(Endpoint) ?? [];
  const isElsewhere = $metadata?.httpStatusCode === 301;
  const named = (isElsewhere && $response?.headers?.['x-amz-bucket-region']) || ofEndpoint;
  return /^[a-z0-9-]{1,40}$/.exec(named)?.[0];
}

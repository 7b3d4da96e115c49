import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Replacement } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { orInterrupted } from '../../base/context.ts';
import {
  HotelctlError,
  OutputError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { isServerError } from '../../base/http-status.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { NetworkError } from '../../http/network-error.ts';
import { createTransport, type Transport } from '../../http/transport.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Storage } from './lake.ts';
import type { S3Address } from './s3-address.ts';
import { LostTargetError, lateTarget } from './sync-plan.ts';

/** Bytes of an upload that are sent at a time, and the size of an object that is sent in one request. */
const partSize = 8 << 20;

/** The removal of an incomplete upload, after an interruption too. Milliseconds. */
const abortLimit = 2000;

/**
 * A bucket of S3 or of a compatible server. The credential chain, the region, the endpoint and the number of attempts are those of
 * the AWS SDK. An object is visible when it is complete.
 */
export async function openBucket(
  { bucket, key: prefix }: S3Address,
  { env, secrets, interrupted }: Pick<Context, 'env' | 'secrets' | 'interrupted'>,
  timeout: number,
): Promise<Storage> {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  if (endpoint) secrets.registerUrl(endpoint);
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint && 'us-east-1');
  const transport = createTransport({ env, connections: 32 });
  const client = new S3Client({
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(region ? { region } : {}),
    requestHandler: handlerOver(transport),
  });
  const makeKey = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const encryption = chooseEncryption(env['HOTELCTL_S3_ENCRYPTION']);

  /** Ends when the run is interrupted, and within the time limit, the SDK's retries included. */
  const step = async <T>(
    work: (options: { abortSignal: AbortSignal }) => Promise<T>,
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

  await step(async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
    for (const secret of [accessKeyId, secretAccessKey, sessionToken]) secrets.register(secret);
    await client.config.region();
  });

  /** The version of each file that was read, and the absence of the others. */
  const versions = new Map<string, string | undefined>();
  let comparesVersions = true;

  const read = async (name: string) => {
    const found = await step(async options => {
      const command = new GetObjectCommand({ Bucket: bucket, Key: makeKey(name) });
      const { Body, ETag } = await client.send(command, options);
      return { text: (await Body?.transformToString()) ?? '', version: ETag };
    }).catch(error => {
      if (isMissing(error)) return { text: '', version: undefined };
      throw error;
    });
    versions.set(name, found.version);
    return found.text;
  };

  const replace = async (name: string, content: string): Promise<void> => {
    const known = versions.get(name);
    const condition = known === undefined ? { IfNoneMatch: '*' } : { IfMatch: known };
    const object = { Bucket: bucket, Key: makeKey(name), Body: content, ...encryption };
    const command = new PutObjectCommand({ ...object, ...(comparesVersions ? condition : {}) });
    try {
      versions.set(name, (await step(options => client.send(command, options))).ETag);
    } catch (error) {
      if (comparesVersions && isUnsupported(error)) {
        comparesVersions = false;
        return replace(name, content);
      }
      if (!wasReplaced(error)) throw error;
      // An attempt whose response was lost may have been this program's own.
      if ((await read(name)) === content) return;
      const object = safeText(makeKey(name), 200);
      throw new TemporaryError(`another machine has written ${object} in the bucket ${bucket}`, {
        hint: 'run one machine for each property, for example with --shard, then run the command again',
        cause: error,
      });
    }
  };

  const list = async (folder: string): Promise<readonly string[]> => {
    const names: string[] = [];
    const start = makeKey('').length;
    let token: string | undefined;
    do {
      const request = { Bucket: bucket, Prefix: `${makeKey(folder)}/`, ContinuationToken: token };
      const page = await step(options => client.send(new ListObjectsV2Command(request), options));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) names.push(Key.slice(start));
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return names;
  };

  /** A killed run may have left parts of the same object, which would be stored, and paid for, for ever. */
  const removeUploads = async (key: string): Promise<void> => {
    const found = await step(options =>
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: key }), options),
    ).catch(error => {
      if (error instanceof RefusedError || isUnsupported(error)) return undefined;
      throw error;
    });
    for (const { Key, UploadId } of found?.Uploads ?? []) if (Key === key) await abort(key, UploadId);
  };

  const abort = (key: string, UploadId: string | undefined): Promise<unknown> =>
    step(
      options =>
        client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId }), options),
      [undefined, Math.min(timeout, abortLimit)],
    ).catch(() => {});

  const begin = async (name: string): Promise<Replacement> => {
    const object = { Bucket: bucket, Key: makeKey(name) };
    const parts: { PartNumber: number; ETag: string | undefined; ChecksumCRC32: string | undefined }[] = [];
    let [waiting, size]: [Uint8Array[], number] = [[], 0];
    let UploadId: string | undefined;
    const take = () => {
      const bytes = Buffer.concat(waiting);
      [waiting, size] = [[], 0];
      return bytes;
    };
    const sendPart = async () => {
      if (UploadId === undefined) {
        await removeUploads(object.Key);
        const command = new CreateMultipartUploadCommand({ ...object, ...encryption });
        ({ UploadId } = await step(options => client.send(command, options)));
      }
      const PartNumber = parts.length + 1;
      const command = new UploadPartCommand({ ...object, UploadId, PartNumber, Body: take() });
      const { ETag, ChecksumCRC32 } = await step(options => client.send(command, options));
      parts.push({ PartNumber, ETag, ChecksumCRC32 });
    };
    return {
      async write(chunk) {
        // A copy: the caller reuses its buffer.
        const bytes = Buffer.from(chunk as Uint8Array);
        waiting.push(bytes);
        size += bytes.length;
        if (size >= partSize) await sendPart();
      },
      finish: async () => {},
      async publish() {
        if (UploadId === undefined) {
          const command = new PutObjectCommand({ ...object, ...encryption, Body: take() });
          await step(options => client.send(command, options));
          return;
        }
        if (size > 0) await sendPart();
        const whole = { ...object, UploadId, MultipartUpload: { Parts: parts } };
        await step(options => client.send(new CompleteMultipartUploadCommand(whole), options));
        UploadId = undefined;
      },
      async abandon() {
        if (UploadId !== undefined) await abort(object.Key, UploadId);
      },
    };
  };

  return {
    address: `s3://${endpoint ? `${new URL(endpoint).host}/` : ''}${bucket}/${prefix}`,
    read,
    replace,
    list,
    begin,
    close: transport.close,
  };
}

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
    const headers = Object.fromEntries(named.filter(([name]) => name !== 'expect'));
    const body = request.body === undefined ? {} : { body: request.body };
    const message = { method, url, headers, ...body, repeatable: false, authorize: false };
    const response = await send(message, options?.abortSignal).catch(error => {
      // What the SDK's retries look at.
      throw error instanceof NetworkError && error.retryable
        ? Object.assign(error, { $retryable: {} })
        : error;
    });
    const { status: statusCode, headers: received } = response;
    return { response: { statusCode, headers: received, body: Readable.from(response.body) } };
  },
  updateHttpClientConfig: () => {},
  httpHandlerConfigs: () => ({}),
});

/** `AES256`, `aws:kms`, or the key of the latter; the bucket decides without it. */
const chooseEncryption = (setting: string | undefined) => {
  if (!setting) return {};
  if (setting === 'AES256' || setting === 'aws:kms') return { ServerSideEncryption: setting } as const;
  return { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: setting } as const;
};

interface S3Error extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const credentialsHint =
  'renew the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE with `aws sso login`, or the role of this machine';

/** Codes of S3 and of the credential chain for credentials that are absent, unknown or expired. */
const ofCredentials =
  /Credential|^(TokenProviderError|ExpiredToken(Exception)?|InvalidAccessKeyId|InvalidToken|SignatureDoesNotMatch|TokenRefreshRequired|RequestTimeTooSkewed)$/;

/** The error with an exit code: credentials 3, permission 4, temporary 5, anything else 8. */
function s3Problem(error: unknown, bucket: string): unknown {
  if (error instanceof NetworkError) {
    return new LostTargetError(`the bucket ${bucket}: ${error.message}`, {
      hint: error.retryable ? 'check AWS_ENDPOINT_URL_S3, or try again later' : error.details.hint,
      cause: error,
    });
  }
  if (error instanceof HotelctlError || !(error instanceof Error)) return error;
  const { name, message, $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  const text = safeText(message === '' || message === 'UnknownError' ? `response ${status}` : message, 300);
  const words = `the bucket ${bucket}: ${text.replace(/[.\s]+$/, '')}`;
  const failed = (hint: string) => ({ hint, cause: error });
  if (ofCredentials.test(name) || status === 401) {
    const hint = name === 'RequestTimeTooSkewed' ? 'check the clock of this machine' : credentialsHint;
    return new SignInError(words, failed(hint));
  }
  if (message === 'Region is missing') {
    return new OutputError(words, failed('set AWS_REGION to the region of the bucket'));
  }
  if (status === undefined) {
    // A response that is not XML has no status.
    return '$responseBodyText' in error
      ? new UndocumentedResponseError(`the bucket ${bucket} sent a response that is not of S3`, {
          ...failed('check AWS_ENDPOINT_URL_S3'),
        })
      : error;
  }
  if (status === 403) {
    const hint = 'allow s3:ListBucket, s3:GetObject, s3:PutObject and s3:AbortMultipartUpload for it';
    return new RefusedError(words, failed(hint));
  }
  if (status === 429 || (isServerError(status) && status !== 501)) {
    return new LostTargetError(words, failed('try again later'));
  }
  return new OutputError(words, failed('check the name and the region of the bucket (AWS_REGION)'));
}

const findCause = (error: unknown) =>
  error instanceof HotelctlError ? (error.cause as S3Error | undefined) : undefined;

const isMissing = (error: unknown): boolean => findCause(error)?.name === 'NoSuchKey';

/** A server that does not know a request or one of its headers. */
const isUnsupported = (error: unknown): boolean =>
  [405, 501].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

/** A condition that failed: the object is not the one that was read. */
const wasReplaced = (error: unknown): boolean =>
  isMissing(error) || [409, 412].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

import { PassThrough, Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Replacement } from '../../base/atomic-file.ts';
import { HotelctlError, RefusedError, TemporaryError, UndocumentedResponseError } from '../../base/errors.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Storage } from './lake-folder.ts';
import type { S3Address } from './s3-address.ts';
import { connectBucket, type S3Error } from './s3-client.ts';

/** Bytes of an upload that are sent at a time, and the size of an object that is sent in one request. */
const partSize = 8 << 20;

/** Pages of a list without an object that was not in the pages before: the list of a broken server never ends. */
const mostEmptyPages = 100;

/** The removal of an incomplete upload, after an interruption too. Milliseconds. */
const abortLimit = 2000;

/** A bucket of S3 or of a compatible server. An object is visible when it is complete. */
export async function openBucket(
  { bucket, key: prefix }: S3Address,
  context: Parameters<typeof connectBucket>[1],
  timeout: number,
): Promise<Storage> {
  const { client, step, host, close } = await connectBucket(bucket, context, timeout);
  const makeKey = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);
  const encryption = chooseEncryption(context.env['HOTELCTL_S3_ENCRYPTION']);
  const place = (name: string) => ({ Bucket: bucket, Key: makeKey(name) });

  /** A server of S3 names the version of what it has; any other one may say 200 to everything. */
  const requireVersion = (name: string, version: string | undefined): string => {
    if (version) return version;
    throw new UndocumentedResponseError(
      `the bucket ${bucket} sent no ETag for ${safeText(makeKey(name), 200)}: it does not speak S3`,
      { hint: 'check AWS_ENDPOINT_URL_S3' },
    );
  };

  /** What was written is there, in its size. @returns its version */
  const confirm = async (name: string, written: string | undefined, bytes: number): Promise<string> => {
    const version = requireVersion(name, written);
    const command = new HeadObjectCommand(place(name));
    const head = await step(options => client.send(command, options)).catch(unlessMissing);
    const length = head?.ContentLength;
    if (length === bytes) return version;
    const found = length ?? 'no';
    throw new UndocumentedResponseError(
      `the bucket ${bucket} has ${found} bytes of ${safeText(makeKey(name), 200)}; ${bytes} were written`,
      { hint: 'run the command again; if it happens again, check AWS_ENDPOINT_URL_S3' },
    );
  };

  /** The version of each file that was read, and the absence of the others. */
  const versions = new Map<string, string | undefined>();
  let comparesVersions = true;

  const read = async (name: string) => {
    const found = await step(async options => {
      const { Body, ETag } = await client.send(new GetObjectCommand(place(name)), options);
      return { text: (await Body?.transformToString()) ?? '', version: requireVersion(name, ETag) };
    }).catch(unlessMissing);
    versions.set(name, found?.version);
    return found?.text ?? '';
  };

  const replace = async (name: string, content: string): Promise<void> => {
    const known = versions.get(name);
    const condition = known === undefined ? { IfNoneMatch: '*' } : { IfMatch: known };
    const object = { ...place(name), Body: content, ...encryption };
    const command = new PutObjectCommand({ ...object, ...(comparesVersions ? condition : {}) });
    try {
      const { ETag } = await step(options => client.send(command, options));
      versions.set(name, await confirm(name, ETag, Buffer.byteLength(content)));
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

  const list = async (folder: string) => {
    const sizes = new Map<string, number>();
    const start = makeKey('').length;
    let token: string | undefined;
    let emptyPages = 0;
    do {
      const known = sizes.size;
      const request = { Bucket: bucket, Prefix: `${makeKey(folder)}/`, ContinuationToken: token };
      const page = await step(options => client.send(new ListObjectsV2Command(request), options));
      for (const { Key, Size } of page.Contents ?? [])
        if (Key !== undefined) sizes.set(Key.slice(start), Size ?? -1);
      token = page.NextContinuationToken;
      emptyPages = sizes.size > known ? 0 : emptyPages + 1;
      if (emptyPages > mostEmptyPages)
        throw new UndocumentedResponseError(`the list of the bucket ${bucket} does not end`, {
          hint: 'check AWS_ENDPOINT_URL_S3',
        });
    } while (token !== undefined);
    return sizes;
  };

  const open = async (name: string): Promise<AsyncIterable<Uint8Array>> => {
    const { Body } = await step(options => client.send(new GetObjectCommand(place(name)), options));
    return receive((Body as Readable | undefined) ?? Readable.from([]));
  };

  /** The content of an object: each part comes within the time limit. */
  async function* receive(content: Readable): AsyncGenerator<Uint8Array> {
    const parts = content[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await step(() => parts.next());
        if (done) return;
        yield value;
      }
    } finally {
      content.destroy();
    }
  }

  /** A killed run may have left parts of the same object, which would be stored, and paid for, for ever. */
  const removeUploads = async (name: string): Promise<void> => {
    const { Key } = place(name);
    const found = await step(options =>
      client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: Key }), options),
    ).catch(error => {
      if (error instanceof RefusedError || isUnsupported(error)) return undefined;
      throw error;
    });
    for (const upload of found?.Uploads ?? []) if (upload.Key === Key) await abort(name, upload.UploadId);
  };

  const abort = (name: string, UploadId: string | undefined): Promise<unknown> =>
    step(
      options => client.send(new AbortMultipartUploadCommand({ ...place(name), UploadId }), options),
      [undefined, Math.min(timeout, abortLimit)],
    ).catch(() => {});

  const begin = async (name: string): Promise<Replacement> => {
    const content = new PassThrough({ highWaterMark: partSize });
    const params = { ...place(name), ...encryption, Body: content };
    // Its own removal of the parts would hide the error of a part.
    const upload = new Upload({ client, params, partSize, queueSize: 1, leavePartsOnError: true });
    let size = 0;
    // It begins with the first part, because nothing may be left of an object that is never written.
    let done: ReturnType<typeof upload.done> | undefined;
    const start = () => {
      done ??= upload.done();
      done.catch(() => content.destroy());
      return done;
    };
    return {
      async write(chunk) {
        // A copy: the caller reuses its buffer.
        const bytes = Buffer.from(chunk as Uint8Array);
        const isLarge = size < partSize && size + bytes.length >= partSize;
        size += bytes.length;
        if (isLarge) await removeUploads(name);
        if (size >= partSize) start();
        const isFull = !content.write(bytes);
        if (isFull) await step(() => Promise.race([drained(content), start().then(() => {})]));
      },
      finish: async () => {},
      async publish() {
        content.end();
        const { ETag } = await step(start);
        await confirm(name, ETag, size);
      },
      async abandon() {
        const id = upload['uploadId'];
        await upload.abort();
        if (id !== undefined) await abort(name, id);
      },
    };
  };

  return { address: `s3://${host}${bucket}/${prefix}`, read, replace, list, open, begin, close };
}

const drained = (content: PassThrough): Promise<void> =>
  new Promise(resolve => void content.once('drain', resolve).once('close', resolve));

/** `AES256`, `aws:kms`, or the key of the latter; the bucket decides without it. */
const chooseEncryption = (setting: string | undefined) => {
  if (!setting) return {};
  if (setting === 'AES256' || setting === 'aws:kms') return { ServerSideEncryption: setting } as const;
  return { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: setting } as const;
};

const findCause = (error: unknown) =>
  error instanceof HotelctlError ? (error.cause as S3Error | undefined) : undefined;

const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes(findCause(error)?.name ?? '');

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** A server that does not know a request or one of its headers. */
const isUnsupported = (error: unknown): boolean =>
  [405, 501].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

/** A condition that failed: the object is not the one that was read. */
const wasReplaced = (error: unknown): boolean =>
  isMissing(error) || [409, 412].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

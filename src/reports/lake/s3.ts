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

/** @returns the storage of a data lake, or of one file, in a bucket of S3 or of a compatible server */
export async function openBucket(
  address: S3Address,
  context: Parameters<typeof connectBucket>[1],
  timeout: number,
): Promise<Storage> {
  const connection = await connectBucket(address.bucket, context, timeout);
  return new Bucket(connection, address, chooseEncryption(context.env['HOTELCTL_S3_ENCRYPTION']), timeout);
}

/** An object is visible when it is complete. */
class Bucket implements Storage {
  readonly address: string;
  readonly close: () => Promise<void>;
  readonly #prefix: string;
  /** The version of each file that was read, and the absence of the others. */
  readonly #versions = new Map<string, string | undefined>();
  #comparesVersions = true;

  constructor(
    readonly connection: Awaited<ReturnType<typeof connectBucket>>,
    { key }: S3Address,
    readonly encryption: ReturnType<typeof chooseEncryption>,
    readonly timeout: number,
  ) {
    const { host, bucket, close } = connection;
    this.address = `s3://${host}${bucket}/${key}`;
    this.close = close;
    this.#prefix = key === '' ? '' : `${key}/`;
  }

  async read(name: string): Promise<string> {
    const { client, step } = this.connection;
    const found = await step(async options => {
      const { Body, ETag } = await client.send(new GetObjectCommand(this.#place(name)), options);
      return { text: (await Body?.transformToString()) ?? '', version: this.#requireVersion(name, ETag) };
    }).catch(unlessMissing);
    this.#versions.set(name, found?.version);
    return found?.text ?? '';
  }

  async replace(name: string, content: string): Promise<void> {
    const known = this.#versions.get(name);
    const condition = known === undefined ? { IfNoneMatch: '*' } : { IfMatch: known };
    const object = { ...this.#place(name), Body: content, ...this.encryption };
    const command = new PutObjectCommand({ ...object, ...(this.#comparesVersions ? condition : {}) });
    try {
      const { ETag } = await this.connection.send(command);
      this.#versions.set(name, await this.#confirm(name, ETag, Buffer.byteLength(content)));
    } catch (error) {
      if (this.#comparesVersions && isUnsupported(error)) {
        this.#comparesVersions = false;
        return this.replace(name, content);
      }
      if (!wasReplaced(error)) throw error;
      // An attempt whose response was lost may have been this program's own.
      if ((await this.read(name)) === content) return;
      throw new TemporaryError(
        `another machine has written ${this.#describe(name)} in the bucket ${this.connection.bucket}`,
        {
          hint: 'run one machine for each property, for example with --shard, then run the command again',
          cause: error,
        },
      );
    }
  }

  async list(folder: string): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    let token: string | undefined;
    let emptyPages = 0;
    do {
      const known = sizes.size;
      const place = { Bucket: this.connection.bucket, Prefix: `${this.#prefix}${folder}/` };
      const command = new ListObjectsV2Command({ ...place, ContinuationToken: token });
      const page = await this.connection.send(command);
      for (const { Key, Size } of page.Contents ?? [])
        if (Key !== undefined) sizes.set(Key.slice(this.#prefix.length), Size ?? -1);
      token = page.NextContinuationToken;
      emptyPages = sizes.size > known ? 0 : emptyPages + 1;
      if (emptyPages > mostEmptyPages)
        throw new UndocumentedResponseError(`the list of the bucket ${this.connection.bucket} does not end`, {
          hint: 'check AWS_ENDPOINT_URL_S3',
        });
    } while (token !== undefined);
    return sizes;
  }

  async open(name: string): Promise<AsyncIterable<Uint8Array>> {
    const { Body } = await this.connection.send(new GetObjectCommand(this.#place(name)));
    return this.#receive((Body as Readable | undefined) ?? Readable.from([]));
  }

  async begin(name: string): Promise<Replacement> {
    const content = new PassThrough({ highWaterMark: partSize });
    const params = { ...this.#place(name), ...this.encryption, Body: content };
    const { client, step } = this.connection;
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
      write: async chunk => {
        // A copy: the caller reuses its buffer.
        const bytes = Buffer.from(chunk as Uint8Array);
        const isLarge = size < partSize && size + bytes.length >= partSize;
        size += bytes.length;
        if (isLarge) await this.#removeUploads(name);
        if (size >= partSize) start();
        const isFull = !content.write(bytes);
        if (isFull) await step(() => Promise.race([drained(content), start().then(() => {})]));
      },
      finish: async () => {},
      publish: async () => {
        content.end();
        const { ETag } = await step(start);
        await this.#confirm(name, ETag, size);
      },
      abandon: async () => {
        const id = upload['uploadId'];
        await upload.abort();
        if (id !== undefined) await this.#abort(name, id);
      },
    };
  }

  #place(name: string) {
    return { Bucket: this.connection.bucket, Key: this.#prefix + name };
  }

  #describe(name: string): string {
    return safeText(this.#prefix + name, 200);
  }

  /** A server of S3 names the version of what it has; any other one may say 200 to everything. */
  #requireVersion(name: string, version: string | undefined): string {
    if (version) return version;
    throw new UndocumentedResponseError(
      `the bucket ${this.connection.bucket} sent no ETag for ${this.#describe(name)}: it does not speak S3`,
      { hint: 'check AWS_ENDPOINT_URL_S3' },
    );
  }

  /** What was written is there, in its size. @returns its version */
  async #confirm(name: string, written: string | undefined, bytes: number): Promise<string> {
    const version = this.#requireVersion(name, written);
    const command = new HeadObjectCommand(this.#place(name));
    const head = await this.connection.send(command).catch(unlessMissing);
    const length = head?.ContentLength;
    if (length === bytes) return version;
    const found = length ?? 'no';
    throw new UndocumentedResponseError(
      `the bucket ${this.connection.bucket} has ${found} bytes of ${this.#describe(name)}; ${bytes} were written`,
      { hint: 'run the command again; if it happens again, check AWS_ENDPOINT_URL_S3' },
    );
  }

  /** The content of an object: each part comes within the time limit. */
  async *#receive(content: Readable): AsyncGenerator<Uint8Array> {
    const parts = content[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.connection.step(() => parts.next());
        if (done) return;
        yield value;
      }
    } finally {
      content.destroy();
    }
  }

  /** A killed run may have left parts of the same object, which would be stored, and paid for, for ever. */
  async #removeUploads(name: string): Promise<void> {
    const { Bucket, Key } = this.#place(name);
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix: Key });
    const found = await this.connection.send(command).catch(error => {
      if (error instanceof RefusedError || isUnsupported(error)) return undefined;
      throw error;
    });
    for (const upload of found?.Uploads ?? [])
      if (upload.Key === Key) await this.#abort(name, upload.UploadId);
  }

  async #abort(name: string, UploadId: string | undefined): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#place(name), UploadId });
    const { client, step } = this.connection;
    const ofAbort = [undefined, Math.min(this.timeout, abortLimit)] as const;
    await step(options => client.send(command, options), ofAbort).catch(() => {});
  }
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

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(findCause(error)?.name ?? '');

const unlessMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

/** A server that does not know a request or one of its headers. */
const isUnsupported = (error: unknown): boolean =>
  [405, 501].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

/** A condition that failed: the object is not the one that was read. */
const wasReplaced = (error: unknown): boolean =>
  isMissing(error) || [409, 412].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

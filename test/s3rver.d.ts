declare module 's3rver' {
  import type { RequestListener } from 'node:http';
  import type { Readable } from 'node:stream';

  type Stored = { readonly size: number; readonly md5: string };
  type Content = {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable;
    readonly metadata: object;
  };
  type Store = {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    putObject(object: Content): Promise<Stored>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    putPart(bucket: string, uploadId: string, part: number, content: Readable): Promise<Stored>;
  };

  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly silent: boolean;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly store: Store;
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    close(): Promise<void>;
  }
}

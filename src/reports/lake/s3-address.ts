import { UsageError } from '../../base/errors.ts';
import { ownValue } from '../../base/text.ts';

/** `s3://bucket/key`; the key may be empty. */
export type S3Address = NonNullable<ReturnType<typeof readS3Address>>;

const azure = 'write to a folder, then copy it with `azcopy sync`';
const instead: Readonly<Record<string, string>> = {
  gs: 'use s3://BUCKET/KEY with AWS_ENDPOINT_URL_S3=https://storage.googleapis.com and an HMAC key of Cloud Storage',
  az: azure,
  abfs: azure,
  abfss: azure,
  wasbs: azure,
};

/** Undefined for a path of this machine. @throws UsageError for a URL that hotelctl does not write to */
export function readS3Address(text: string) {
  // One letter is a drive of Windows.
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return undefined;
  if (scheme !== 's3') {
    // The URL is not repeated: it may contain a password or a signature.
    throw new UsageError(`hotelctl does not write to ${scheme}:// addresses`, {
      hint: ownValue(instead, scheme) ?? 'use a file or s3://BUCKET/KEY',
    });
  }
  const [, bucket, key = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/is.exec(text) ?? [];
  const parts = key.replace(/\/+$/, '').split('/');
  const isValid =
    !/[?#\\]|[^ -~\u{a0}-\u{10ffff}]/u.test(key) && !parts.some(part => part === '.' || part === '..');
  if (bucket !== undefined && isValid) return { bucket, key: parts.join('/') };
  throw new UsageError('an address in S3 must have the form s3://BUCKET/KEY, without a query', {
    hint: 'for example s3://hotel-data/lake',
  });
}

/** The address of one object. @throws UsageError for a bucket or a folder too */
export function readS3Object(text: string): S3Address | undefined {
  const address = readS3Address(text);
  if (address === undefined || (address.key !== '' && !text.endsWith('/'))) return address;
  throw new UsageError('the address in S3 does not name an object', {
    hint: 'for example s3://hotel-data/october.parquet',
  });
}

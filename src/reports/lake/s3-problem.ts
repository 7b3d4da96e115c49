import {
  HotelctlError,
  OutputError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { isServerError } from '../../base/http-status.ts';
import { NetworkError } from '../../http/network-error.ts';
import { safeText } from '../../platform/safe-text.ts';
import { LostTargetError } from './sync-plan.ts';

interface S3Error extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const credentialsHint =
  'renew the credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE with `aws sso login`, or the role of this machine';

/** Codes of S3 and of the credential chain for credentials that are absent, unknown or expired. */
const ofCredentials =
  /Credential|^(TokenProviderError|ExpiredToken(Exception)?|InvalidAccessKeyId|InvalidToken|SignatureDoesNotMatch|TokenRefreshRequired|RequestTimeTooSkewed)$/;

/** The error with an exit code: credentials 3, permission 4, temporary 5, anything else 8. */
export function s3Problem(error: unknown, bucket: string): unknown {
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

export const isMissing = (error: unknown): boolean => findCause(error)?.name === 'NoSuchKey';

/** A server that does not know a request or one of its headers. */
export const isUnsupported = (error: unknown): boolean =>
  [405, 501].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

/** A condition that failed: the object is not the one that was read. */
export const wasReplaced = (error: unknown): boolean =>
  isMissing(error) || [409, 412].includes(findCause(error)?.$metadata?.httpStatusCode ?? 0);

export const replacedElsewhere = (bucket: string, key: string, cause: unknown): TemporaryError =>
  new TemporaryError(`another machine has written ${safeText(key, 200)} in the bucket ${bucket}`, {
    hint: 'run one machine for each property, for example with --shard, then run the command again',
    cause,
  });

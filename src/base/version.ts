import { systemErrorCode, TemporaryError } from './errors.ts';

/** package.json is the one source of the version; the build puts it into the program. */
export { version } from '../../package.json';

/** npm replaces the files of a program while it runs; the parts that it has not loaded yet are gone then. */
export const missingPart = (cause: unknown): TemporaryError | undefined =>
  /^(ERR_)?MODULE_NOT_FOUND$/.test(systemErrorCode(cause) ?? '')
    ? new TemporaryError('a file of hotelctl is missing: it was replaced or removed while it ran', {
        hint: 'start hotelctl again; if that fails, install it again',
        cause,
      })
    : undefined;

/**
 * package.json is the one source of the version and of the required Node.js version; the build puts them into the
 * program.
 */
export { engines, version } from '../../package.json';

/** npm replaces the files of a program while it runs; the parts that it has not loaded yet are gone then. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));

export const partMissing = {
  message: 'a file of hotelctl is missing: it was replaced or removed while it ran',
  hint: 'run it again; if that fails, install it again',
};

/**
 * package.json is the one source of the version and of the required Node.js version; the build puts them into the
 * program.
 */
export { engines, version } from '../../package.json';

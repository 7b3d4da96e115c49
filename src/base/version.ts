/** The one place that says the version, and which Node.js it needs, is package.json; the build puts them into the program. */
export { engines, version } from '../../package.json';

/** The one place that says the version is package.json; the build puts the text into the program. */
export { version } from '../package.json';

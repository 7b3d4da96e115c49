/** The text of a file. `scripts/text-files.mjs` reads it for the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}

/** The text of a program for a worker thread, bundled by `esbuild.mjs`. */
declare module '*?worker' {
  const source: string;
  export default source;
}

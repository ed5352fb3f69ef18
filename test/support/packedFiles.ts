/** The name of every file in the packaged extension. For the parts of the program, see `namesOf`. */
export const packedFiles = [
  'LICENSE.txt',
  'ThirdPartyNotices.txt',
  'changelog.md',
  'dist/chunk.mjs',
  'dist/cli.mjs',
  'dist/extension.mjs',
  'dist/main.mjs',
  'l10n/bundle.l10n.de.json',
  'media/activity-bar.svg',
  'media/icon.png',
  'media/sample/cantilever-study/cantilever.inp.template',
  'media/sample/cantilever-study/cases.csv',
  'media/sample/cantilever/cantilever.inp',
  'media/sample/cantilever/loads.inc',
  'media/sample/cantilever/materials/steel.inc',
  'media/sample/cantilever/mesh/elements.inc',
  'media/sample/cantilever/mesh/nodes.inc',
  'media/sample/cantilever/mesh/sets.inc',
  'media/service.schema.de.json',
  'media/service.schema.json',
  'media/walkthrough/connect.svg',
  'media/walkthrough/emulator.svg',
  'media/walkthrough/launch.svg',
  'media/walkthrough/sample.svg',
  'media/walkthrough/upload.svg',
  'package.json',
  'package.nls.de.json',
  'package.nls.json',
  'readme.md',
] as const;

/** The sorted names of files, without the hash at the end of the names of program parts. */
export function namesOf(files: readonly string[]): string[] {
  return [...new Set(files.map((file) => file.replace(/-[A-Z0-9]{8}\.mjs$/, '.mjs')))].sort();
}

/** Every file of the packaged extension, as named in it: what is needed at run time and nothing else. */
export const packedFiles = [
  'LICENSE.txt',
  'changelog.md',
  'dist/extension.js',
  'media/activity-bar.svg',
  'media/launch-record.schema.json',
  'package.json',
  'package.nls.json',
  'readme.md',
] as const;

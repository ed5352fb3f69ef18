import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf({ in: 'src/upload/uriList.ts', killedBy: suites('upload/uriList') }, [
  { name: 'a file that is dropped twice is one file', find: '[...new Set(lines', replace: '[...(lines' },
  { name: 'a comment in a list is no file', find: " && !line.startsWith('#')", replace: '' },
  { name: 'lists of other programs may end lines in other ways', find: '\\r\\n|\\r|\\n', replace: '\\r\\n' },
  { name: 'a list of files has a limit', find: 'uris.length > maxUris || ', replace: '' },
  { name: 'a list of files has nothing but URIs', find: 'schemeOf(line) !== undefined && ', replace: '' },
  {
    name: 'the escapes of a list of files are valid',
    find: '!decodeURIComponent(line).includes',
    replace: '!line.includes',
  },
  { name: 'no path in a list of files has a NUL', find: ".includes('\\0')", replace: ".includes('\\n\\n')" },
  {
    name: 'files of the user’s computer are not looked for on another one',
    find: "if (uris.some(isOutside)) throw new SelectionError('outsideWindow');",
    replace: '',
  },
  {
    name: 'files of another computer are not looked for on this one',
    find: 'namesComputer || ',
    replace: '',
  },
  {
    name: 'a list of files is refused for one that is not on disk',
    find: 'uris.some((uri) => schemeOf(uri) !== scheme.onDisk)',
    replace: 'uris.length > 0 && uris.every((uri) => schemeOf(uri) !== scheme.onDisk)',
  },
  { name: 'schemes are the same in capitals', find: '?.[1]?.toLowerCase()', replace: '?.[1]' },
]);

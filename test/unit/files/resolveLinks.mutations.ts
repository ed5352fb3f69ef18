import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/files/resolveLinks.ts', killedBy: suites('files/resolveLinks') },
  [
    {
      name: 'the real path keeps the drive and the case as given',
      find: 'promisify(realpath)(file)',
      replace: 'promisify(realpath.native)(file)',
    },
    { name: 'names are those on disk', find: 'isSamePath(spelled, file) ? spelled : file', replace: 'file' },
    { name: 'no link leads out of the folder', find: 'isInside(realRoot, real) ?', replace: 'true ?' },
    { name: 'no path leads out of the folder', find: 'isInside(root, file) ? file', replace: 'true ? file' },
    {
      name: 'the path below the folder has no links',
      find: 'path.join(root, relativePath(realRoot, real))',
      replace: 'file',
    },
  ],
);

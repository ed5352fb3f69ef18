import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/request/requestFolders.ts', killedBy: suites('request/requestFolders') },
  [
    {
      name: 'an absolute path outside of the folders is refused',
      find: '.filter(({ root }) => isInside(root, absolute))',
      replace: '',
    },
    {
      name: 'a path that leads upwards is refused',
      find: " || written.split(/[/\\\\]/).includes('..')",
      replace: '',
    },
    {
      name: 'an absolute path belongs to the innermost folder',
      find: 'other.root.length - one.root.length',
      replace: 'one.root.length - other.root.length',
    },
    {
      name: 'an absolute path may lack the links of its folder',
      find: 'resolveLinks(root).catch(() => root)',
      replace: 'Promise.resolve(root)',
    },
    {
      name: 'an absolute pattern excludes nothing in another folder',
      find: 'placed.folder.root === root ?',
      replace: 'root !== undefined ?',
    },
    {
      name: 'a relative path has to have a folder',
      find: "own === undefined ? 'noFolder'",
      replace: "own === null ? 'noFolder'",
    },
  ],
);

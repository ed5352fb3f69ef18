import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/files/fileIdentity.ts', killedBy: suites('files/fileIdentity') },
  [
    {
      name: 'a file that was replaced is a different one',
      find: "if (before.inode !== after.inode) return 'replaced';",
      replace: '',
    },
    {
      name: 'a file of another size is a different one',
      find: "if (before.size !== after.size) return 'size';",
      replace: '',
    },
    {
      name: 'a file that was written to is a different one',
      find: 'before.mtimeNs !== after.mtimeNs || ',
      replace: '',
    },
    {
      name: 'a file whose time was set back is a different one',
      find: ' || before.ctimeNs !== after.ctimeNs',
      replace: '',
    },
  ],
);

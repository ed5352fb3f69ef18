import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/fileSnapshot.ts', killedBy: suites('launch/frozenFile') },
  [
    {
      name: 'a folder that was replaced by a link is not followed',
      find: 'if ((await realpath(folder)) !== folder) throw new LinkedFolderError(name);',
      replace: '',
    },
    {
      name: 'only files in open folders are uploaded again',
      find: 'if (outside !== undefined) throw new FolderNotOpenError(outside.name);',
      replace: '',
    },
  ],
);

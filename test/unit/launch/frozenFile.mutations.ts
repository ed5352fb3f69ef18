import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/fileSnapshot.ts', killedBy: suites('launch/frozenFile') },
  [
    {
      name: 'no folder that has become a link is followed',
      find: 'if ((await realpath(folder)) !== folder) throw new LinkedFolderError(name);',
      replace: '',
    },
    {
      name: 'only folders that are open are uploaded again',
      find: 'if (outside !== undefined) throw new FolderNotOpenError(outside.name);',
      replace: '',
    },
  ],
);

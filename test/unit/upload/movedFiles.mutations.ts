import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  {
    in: 'src/upload/fileState.ts',
    killedBy: suites('upload/movedFiles', 'upload/swappedFiles', 'upload/uploadFiles'),
  },
  [
    {
      name: 'a file of which only the metadata changed is read',
      find: 'if (!mayBeSame || !hasPlannedBytes',
      replace: 'if (!hasPlannedBytes',
    },
    {
      name: 'the bytes that are read are the planned ones',
      find: ' || !hasPlannedBytes(file, await hash()))',
      replace: ')',
    },
    {
      name: 'the bytes that are hashed are in the planned state',
      find: 'assertState(file, closed);',
      replace: '',
    },
  ],
);

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  {
    in: 'src/upload/fileState.ts',
    killedBy: suites('upload/movedFiles', 'upload/swappedFiles', 'upload/uploadFiles'),
  },
  [
    {
      name: 'a file of which only the metadata changed is read',
      find: 'if (!mayBeSame || (await',
      replace: 'if ((await',
    },
    {
      name: 'the bytes that are read are the planned ones',
      find: ' || (await readHash(file, handle, signal)) !== file.sha256)',
      replace: ')',
    },
    {
      name: 'the bytes that are hashed are in the planned state',
      find: 'assertState(file, toFileIdentity(fstatSync(handle.fd, { bigint: true })));',
      replace: '',
    },
  ],
);

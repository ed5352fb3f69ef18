import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  {
    in: 'src/upload/fileState.ts',
    killedBy: suites('upload/movedFiles', 'upload/swappedFiles', 'upload/uploadFiles'),
  },
  [
    {
      name: 'a file of which only the marks moved is read',
      find: 'if (!mayBeSame || (await',
      replace: 'if ((await',
    },
    {
      name: 'what is read is what was planned',
      find: ' || (await readHash(file, handle, signal)) !== file.sha256)',
      replace: ')',
    },
    {
      name: 'what is hashed is in the planned state',
      find: 'requireState(file, fileIdentity(fstatSync(handle.fd, { bigint: true })));',
      replace: '',
    },
  ],
);

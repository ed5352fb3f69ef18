import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/uploadProgress.ts', killedBy: suites('upload/uploadProgress') },
  [
    {
      name: 'an estimate of more than a week is not shown',
      find: 'timeLeftMs < maxTimeLeftMs',
      replace: 'timeLeftMs < Infinity',
    },
  ],
);

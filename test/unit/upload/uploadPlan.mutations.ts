import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/planUpload.ts', killedBy: suites('upload/uploadPlan', 'upload/badFiles') },
  [
    {
      name: 'files of equal names are not sent',
      find: 'files: unique.sort(compareNames),',
      replace: 'files: found.files.sort(compareNames),',
    },
    {
      name: 'a plan has a maximum number of entries',
      find: 'if (found.entriesLeft < 0) return rejectTooMany(selection);',
      replace: '',
      killedBy: suites('upload/hostileFolder', 'upload/badFiles'),
    },
  ],
);

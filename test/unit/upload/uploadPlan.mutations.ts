import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/planUpload.ts', killedBy: suites('upload/uploadPlan', 'upload/badFiles') },
  [
    {
      name: 'files of equal names are not sent',
      find: 'yield* sortByName(files.filter(isUnique))',
      replace: 'yield* sortByName(files)',
    },
    {
      name: 'several items keep their common folder',
      find: 'if (item === undefined || others.length > 0) return undefined;',
      replace: 'if (item === undefined) return undefined;',
    },
    {
      name: 'the folders of two workspace folders keep their names',
      find: '(selections.length === 1 && (await findOnlyFolder(selection)))',
      replace: '(await findOnlyFolder(selection))',
    },
    {
      name: 'a plan has a maximum number of entries',
      find: 'if (found.entriesLeft < 0) return rejectTooMany(selection);',
      replace: '',
      killedBy: suites('upload/hostileFolder', 'upload/badFiles'),
    },
  ],
);

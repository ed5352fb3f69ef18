import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('upload/filesInUse');

export const mutations = [
  ...mutationsOf({ in: 'src/files/accessProblem.ts', killedBy }, [
    {
      name: 'a file that is in use is told from missing permissions',
      find: "if (code === 'EBUSY') return 'inUse';",
      replace: '',
    },
    {
      name: 'only Windows leaves open whether a file is in use',
      find: " && process.platform === 'win32'",
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/upload/walkSelection.ts', killedBy }, [
    {
      name: 'the plan says that a file is in use',
      find: 'findAccessProblem(code)',
      replace: "findAccessProblem('unknown')",
    },
  ]),
  ...mutationsOf({ in: 'src/study/studyFiles.ts', killedBy: suites('study/filesInUse') }, [
    {
      name: 'a file of a study that is in use is a problem at its place',
      find: '!(error instanceof FileUnreadableError || error instanceof FileChangedError)',
      replace: '!(error instanceof FileChangedError)',
    },
  ]),
];

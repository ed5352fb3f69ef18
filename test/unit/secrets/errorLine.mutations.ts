import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/errorLine.ts', killedBy: suites('secrets/errorLine') },
  [
    {
      name: 'no line of a message is taken for a stack frame',
      find: 'const frames = afterMessage',
      replace: 'const frames = stack',
    },
    {
      name: 'a name is no free text',
      find: "isCode(error.name) ? error.name : 'Error'",
      replace: 'error.name',
    },
    {
      name: 'a code is no free text',
      find: "'code' in error && isCode(error.code)",
      replace: "'code' in error",
    },
  ],
);

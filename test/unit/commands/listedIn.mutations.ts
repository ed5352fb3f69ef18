import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/commandArguments.ts', killedBy: suites('commands/listedIn') },
  [
    {
      name: 'a command takes only an identifier for one',
      find: 'return isIdentifier(id) && typeof name',
      replace: 'return typeof name',
    },
    { name: 'a command takes only a name for one', find: " && typeof name === 'string'", replace: '' },
    {
      name: 'a name that a command is called with is shown as it is',
      find: 'name: escapeInvisible(name)',
      replace: 'name',
    },
  ],
);

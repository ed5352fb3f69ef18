import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/launch/commandArguments.ts', killedBy: suites('commands/commandArguments') },
  [
    {
      name: 'a command accepts only a valid identifier',
      find: 'return isIdentifier(id) && typeof name',
      replace: 'return typeof name',
    },
    { name: 'a command accepts only a string as a name', find: " && typeof name === 'string'", replace: '' },
    {
      name: 'hidden characters in a name from command arguments are made visible',
      find: 'name: escapeInvisible(name)',
      replace: 'name',
    },
  ],
);

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/excludePatterns.ts', killedBy: suites('upload/defaultExclude') },
  [
    {
      name: 'a pattern has one Unicode form',
      find: 'pattern.normalize()',
      replace: 'pattern',
    },
    {
      name: 'a name that is compared with patterns has one Unicode form',
      find: 'relative.normalize()',
      replace: 'relative',
    },
  ],
);

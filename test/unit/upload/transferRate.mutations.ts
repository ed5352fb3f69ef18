import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/transferRate.ts', killedBy: suites('upload/transferRate') },
  [
    {
      name: 'the rounding error of a sum is no rate',
      find: 'amount >= minAmount',
      replace: 'amount > 0',
    },
  ],
);

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/check/probeLists.ts', killedBy: suites('check/checkService') },
  [
    { name: 'a check asks nobody to sign in', find: 'unattended: true', replace: 'unattended: false' },
    { name: 'a check repeats nothing', find: 'once: true,', replace: 'once: false,' },
  ],
);

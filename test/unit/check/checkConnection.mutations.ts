import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/check/probeLists.ts', killedBy: suites('check/checkConnection') },
  [
    {
      name: 'a check never prompts the user to sign in',
      find: 'unattended: true',
      replace: 'unattended: false',
    },
    { name: 'a check never repeats a request', find: 'once: true,', replace: 'once: false,' },
  ],
);

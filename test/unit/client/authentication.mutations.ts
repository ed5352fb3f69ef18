import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/authentication.ts', killedBy: suites('client/authentication') },
  [
    {
      name: 'a key is in no header that steers the connection',
      find: "return isName && !taken.has(name) && !name.startsWith('proxy-');",
      replace: 'return isName;',
    },
    { name: 'a key is in a header', find: 'return isName && ', replace: 'return ' },
  ],
);

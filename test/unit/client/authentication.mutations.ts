import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/authentication.ts', killedBy: suites('client/authentication') },
  [
    {
      name: 'an API key is never in a header that controls the connection',
      find: "return isHeader && !taken.has(name) && !name.startsWith('proxy-');",
      replace: 'return isHeader;',
    },
    { name: 'an API key has a header name', find: 'return isHeader && ', replace: 'return ' },
  ],
);

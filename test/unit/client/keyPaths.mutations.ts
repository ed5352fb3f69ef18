import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/response/keyPaths.ts', killedBy: suites('client/keyPaths', 'client/decodeUploadUrls') },
  [
    {
      name: 'a key that is no word is not shown',
      find: '/^[a-z_][\\w-]{0,39}$/i.test(key) && ',
      replace: '',
    },
    { name: 'a key that is a token is not shown', find: ' && !looksRandom(key)', replace: '' },
  ],
);

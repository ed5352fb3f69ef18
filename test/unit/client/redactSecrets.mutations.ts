import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/redactSecrets.ts', killedBy: suites('client/redactSecrets') },
  [
    {
      name: 'user and password are found',
      find: '...(/^basic$/i.test(scheme) ? decodeUserInfo(credential) : [])',
      replace: '',
    },
    {
      name: 'signatures in queries are found',
      find: 'const words = values.length > 0 ? values : ',
      replace: 'const words = ',
    },
    {
      name: 'signatures in paths are found',
      find: " : path.split('/').filter(isSecretSegment);",
      replace: ' : [];',
    },
  ],
);

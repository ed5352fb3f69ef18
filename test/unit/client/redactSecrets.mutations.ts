import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/text/redactSecrets.ts', killedBy: suites('client/redactSecrets') },
  [
    { name: 'user and password are found', find: '/^basic$/i.test(scheme)', replace: 'false' },
    { name: 'signatures in queries are found', remove: 'values.length > 0 ? values : ' },
    { name: 'signatures in paths are found', find: 'filter(isSecretSegment);', replace: 'slice(0, 0);' },
  ],
);

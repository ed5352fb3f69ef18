import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/connect.ts', killedBy: suites('client/farAddresses') },
  [
    {
      name: 'an address of a server or a proxy has time to respond',
      find: 'port: portOf(endpoint), ...addressRules }',
      replace: 'port: portOf(endpoint) }',
    },
  ],
);

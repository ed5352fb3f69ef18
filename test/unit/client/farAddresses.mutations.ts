import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/connectors.ts', killedBy: suites('client/farAddresses') }, [
    {
      name: 'an address of a server has time to respond',
      find: ' ...addressRules, allowH2: false',
      replace: ' allowH2: false',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/proxyTunnel.ts', killedBy: suites('client/farAddresses') }, [
    {
      name: 'an address of a proxy has time to respond',
      find: 'Number(url.port),\n    ...addressRules,',
      replace: 'Number(url.port),',
    },
  ]),
];

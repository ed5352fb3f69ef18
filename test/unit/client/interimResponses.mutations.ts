import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/proxyTunnel.ts', killedBy: suites('client/interimResponses') },
  [{ name: 'interim responses of proxies are skipped', find: 'new Wire(socket);', replace: '' }],
);

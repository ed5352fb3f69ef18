import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/proxyRules.ts', killedBy: suites('client/proxyRules') },
  [
    {
      name: 'this computer is reached without a proxy',
      find: " || neverProxied.has(origin.hostname)) return 'direct';",
      replace: ") return 'direct';",
    },
    {
      name: 'unencrypted requests to this computer use no proxy',
      find: "if (isClearHere(origin)) return 'direct';",
      replace: '',
    },
    {
      name: 'no proxy is used when it is turned off',
      find: "settings.support === 'off' || ",
      replace: '',
    },
    {
      name: 'excluded hosts are reached without a proxy',
      find: "if (isExcepted(origin, settings.noProxy, environment)) return 'direct';",
      replace: '',
    },
  ],
);

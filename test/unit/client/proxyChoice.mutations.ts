import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/proxyRules.ts', killedBy: suites('client/proxyChoice') },
  [
    {
      name: 'this computer is reached without a proxy',
      find: " || neverProxied.has(origin.hostname)) return 'direct';",
      replace: ") return 'direct';",
    },
    {
      name: 'what goes in clear to this computer goes direct',
      find: "if (isClearHere(origin)) return 'direct';",
      replace: '',
    },
    {
      name: 'no proxy is used where that is switched off',
      find: "settings.support === 'off' || ",
      replace: '',
    },
    {
      name: 'what is excepted is reached without a proxy',
      find: "if (isExcepted(origin, settings.noProxy, environment)) return 'direct';",
      replace: '',
    },
  ],
);

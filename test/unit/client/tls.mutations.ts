import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/route.ts', killedBy: suites('client/tls') }, [
    {
      name: 'certificates are checked',
      find: 'rejectUnauthorized: true',
      replace: 'rejectUnauthorized: false',
    },
    { name: 'certificates are checked in any environment', remove: ', rejectUnauthorized: true' },
    { name: 'TLS is at least 1.2 in any environment', remove: "minVersion: 'TLSv1.2', " },
    {
      name: 'a tunnel is made for https',
      find: "return protocol === 'http:' && ",
      replace: 'return ',
      killedBy: suites('client/proxies', 'client/proxyFaults'),
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/secureContext.ts', killedBy: suites('client/tls') }, [
    { name: 'TLS is at least 1.2 with custom authorities', find: 'tlsRules.minVersion', replace: "'TLSv1'" },
  ]),
];

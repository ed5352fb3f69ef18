import { guardsOf, unit } from './guard';

/** Certificates, and what stands between this computer and a server. */
export const network = [
  ...guardsOf('src/client/route.ts', unit('client/tls'), [
    ['certificates are checked', 'rejectUnauthorized: true', 'rejectUnauthorized: false'],
    ['certificates are checked whatever the environment says', ', rejectUnauthorized: true }', ' }'],
    ['TLS is 1.2 at least whatever the environment says', "minVersion: 'TLSv1.2', ", ''],
    [
      'a tunnel is made for https',
      "return protocol === 'http:' && ",
      'return ',
      unit('client/proxies', 'client/proxyFaults'),
    ],
  ]),
  ...guardsOf('src/client/secureContext.ts', unit('client/tls'), [
    [
      'TLS is 1.2 at least with authorities of its own',
      'minVersion: tlsRules.minVersion',
      "minVersion: 'TLSv1'",
    ],
  ]),
  ...guardsOf('src/client/tunnel.ts', unit('client/proxyFaults'), [
    [
      'a setting about proxies leaves certificates of servers checked',
      '...identity(hostname), ...tlsRules, ',
      '...identity(hostname), rejectUnauthorized: route.proxy.checked, ',
    ],
    ['the certificate of a proxy is checked', 'rejectUnauthorized: checked', 'rejectUnauthorized: false'],
    [
      'a tunnel that is refused is none',
      'if (statusCode < 200 || statusCode > 299) throw',
      'if (false) throw',
    ],
    ['who cancels has the tunnel closed', "stop.addEventListener('abort', close);", ''],
  ]),
  ...guardsOf('src/client/http.ts', unit('client/proxyFaults'), [
    [
      'a proxy that wants to know who asks is not taken for the server',
      'if (forwarded && answer.status === 407)',
      'if (false)',
    ],
  ]),
  ...guardsOf('src/check/checkWay.ts', unit('check/checkWay'), [
    [
      'a connection is not taken away from below its encryption, which ends the process',
      'way.sockets.reverse()',
      'way.sockets',
    ],
  ]),
  ...guardsOf('src/check/askLists.ts', unit('check/checkService'), [
    ['a check asks nobody to sign in', 'unattended: true', 'unattended: false'],
    ['a check repeats nothing', 'once: true,', 'once: false,'],
  ]),
  ...guardsOf('src/check/checkConnection.ts', unit('check/checkWay'), [
    [
      'a check says nothing to a server that is not the right one',
      'if (failed !== undefined) return [...way,',
      'if (false) return [...way,',
    ],
  ]),
  ...guardsOf('src/client/proxyChoice.ts', unit('client/proxyChoice'), [
    [
      'this computer is reached without a proxy',
      " || neverProxied.has(origin.hostname)) return 'direct';",
      ") return 'direct';",
    ],
    ['what goes in clear to this computer goes direct', "if (isClearHere(origin)) return 'direct';", ''],
    ['no proxy is used where that is switched off', "settings.support === 'off' || ", ''],
    [
      'what is excepted is reached without a proxy',
      "if (isExcepted(origin, settings.noProxy, environment)) return 'direct';",
      '',
    ],
  ]),
];

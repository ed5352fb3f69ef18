import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/connect.ts', killedBy: suites('client/proxyFaults') }, [
    {
      name: 'a setting about proxies leaves the certificate check of servers on',
      find: 'connectTls({ socket, ...tlsOptions(server.hostname, route) })',
      replace:
        'connectTls({ socket, ...tlsOptions(server.hostname, route), rejectUnauthorized: route.proxy?.verifyCertificate })',
    },
    { name: 'the certificate of a proxy is checked', find: ': verifyCertificate', replace: ': false' },
    { name: 'a refused tunnel is not used', find: 'statusCode < 200 || statusCode > 299', replace: 'false' },
    { name: 'cancelling closes the tunnel', remove: "stop.addEventListener('abort', close);" },
  ]),
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy: suites('client/proxyFaults') }, [
    {
      name: 'a proxy that requires authentication is not mistaken for the server',
      find: 'if (response.status === 407 && isForwarded(attempt.route, origin))',
      replace: 'if (false)',
    },
  ]),
];

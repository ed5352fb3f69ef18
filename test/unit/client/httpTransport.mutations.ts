import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/httpTransport', 'client/serviceClient');

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('client/httpTransport') },
  [
    { name: 'a POST has a connection of its own', remove: "request.method === 'POST' || " },
    {
      name: 'a request that may have been sent counts as sent',
      remove: "this.sent = 'maybe';",
      killedBy,
    },
    {
      name: 'a response that is cut is an error',
      find: "if (fault === undefined || !accepted || (!needsBody && code !== 'protocol')) return;",
      replace: 'return;',
    },
    {
      name: 'errors of libraries are not passed on',
      find: 'throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, attempt));',
      replace: 'throw error;',
      killedBy,
    },
  ],
);

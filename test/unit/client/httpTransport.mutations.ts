import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/httpTransport', 'client/serviceClient');

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('client/httpTransport') },
  [
    { name: 'a POST has a connection of its own', find: "request.method === 'POST' || ", replace: '' },
    {
      name: 'a request that may have been sent counts as sent',
      find: "this.sent = 'maybe';",
      replace: '',
      killedBy,
    },
    {
      name: 'a response that is cut is an error',
      find: 'if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;',
      replace: '',
    },
    {
      name: 'errors of libraries are not passed on',
      find: 'throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, attempt));',
      replace: 'throw error;',
      killedBy,
    },
  ],
);

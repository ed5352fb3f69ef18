import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy: suites('client/httpTransport') }, [
    {
      name: 'a POST has a connection of its own',
      find: "request.method === 'POST' || isAgain",
      replace: 'isAgain',
    },
    {
      name: 'a request that may have been sent counts as sent',
      find: "this.sent = 'maybe';",
      replace: '',
      killedBy: suites('client/httpTransport', 'client/serviceClient'),
    },
    {
      name: 'a response that is cut is an error',
      find: 'if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;',
      replace: '',
    },
  ]),
  ...mutationsOf(
    {
      in: 'src/client/http/exchange.ts',
      killedBy: suites('client/httpTransport', 'client/checkResponse'),
    },
    [
      { name: 'no response is decompressed', find: 'encoded ? 0 : accepted', replace: 'accepted' },
      {
        name: 'an error response has a maximum size',
        find: 'limits.maxBodyBytes : maxErrorBodyBytes;',
        replace: 'limits.maxBodyBytes : limits.maxBodyBytes;',
      },
      {
        name: 'reading stops at the maximum size',
        find: 'if (this.#add(chunk)) return;',
        replace: 'this.#add(chunk);\n    return;',
      },
      {
        name: 'a response that arrives byte by byte has a time limit',
        find: "this.#startTimer('timeout', limits.bodyTimeoutMs);",
        replace: '',
        killedBy: test('faults/matrix', 'row 17,'),
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/client/http/httpTransport.ts',
      killedBy: suites('client/httpTransport', 'client/serviceClient'),
    },
    [
      {
        name: 'errors of libraries are not passed on',
        find: 'throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, attempt));',
        replace: 'throw error;',
      },
    ],
  ),
];

import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy: suites('client/httpTransport') }, [
    {
      name: 'a POST has a connection of its own',
      find: "request.method === 'POST' ? createOwnPool(request, trip, watch) : this",
      replace: 'this',
    },
    {
      name: 'a request that may have been sent counts as sent',
      find: "trip.sent = 'maybe';",
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
      in: 'src/client/http/responseReader.ts',
      killedBy: suites('client/httpTransport', 'client/checkResponse'),
    },
    [
      {
        name: 'a request that is accepted early is sent completely',
        find: 'if (!accepted || this.#watch.hasSentAll)',
        replace: 'if (true)',
        killedBy: suites('client/earlyAcceptance'),
      },
      { name: 'no response is decompressed', find: 'encoded ? 0 : accepted', replace: 'accepted' },
      {
        name: 'an error response has a maximum size',
        find: 'maxBodyBytes : maxErrorBodyBytes);',
        replace: 'maxBodyBytes : maxBodyBytes);',
      },
      {
        name: 'reading stops at the maximum size',
        find: 'if (this.#bytes.add(chunk)) return;',
        replace: 'this.#bytes.add(chunk);\n    return;',
      },
      {
        name: 'a response that arrives byte by byte has a time limit',
        find: "controller.abort(new RequestInterruptedError('timeout'))",
        replace: 'undefined',
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
        find: 'throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, trip));',
        replace: 'throw error;',
      },
    ],
  ),
];

import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy: suites('client/http') }, [
    {
      name: 'a POST has a connection of its own',
      find: "request.method === 'POST' ? ownPool(request, trip, watch) : this",
      replace: 'this',
    },
    {
      name: 'what may have been sent counts as sent',
      find: "trip.sent = 'maybe';",
      replace: '',
      killedBy: suites('client/http', 'client/serviceClient'),
    },
    {
      name: 'an answer that is cut is none',
      find: 'if (fault !== undefined && accepted && (needsBody || isGarbled) && !encoded) throw fault;',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/http/responseReader.ts', killedBy: suites('client/http', 'client/answers') },
    [
      {
        name: 'a request that is accepted early is sent to its end',
        find: 'if (!accepted || this.watch.hasSentAll)',
        replace: 'if (true)',
        killedBy: suites('client/earlyAcceptance'),
      },
      { name: 'nothing is inflated', find: 'encoded ? 0 : accepted', replace: 'accepted' },
      {
        name: 'a refusal has a largest size',
        find: 'bodyBytes : errorBodyBytes);',
        replace: 'bodyBytes : bodyBytes);',
      },
      {
        name: 'reading stops at the largest size',
        find: 'if (this.bytes.add(chunk)) return;',
        replace: 'this.bytes.add(chunk);\n    return;',
      },
      {
        name: 'an answer that drips comes to an end',
        find: "controller.abort(new RequestInterruptedError('timeout'))",
        replace: 'undefined',
        killedBy: test('faults/matrix', 'row 17,'),
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/client/http/httpTransport.ts', killedBy: suites('client/http', 'client/serviceClient') },
    [
      {
        name: 'errors of libraries go no further',
        find: 'throw new NetworkError(request.operation, request.target.host, toNetworkDetails(error, trip));',
        replace: 'throw error;',
      },
    ],
  ),
];

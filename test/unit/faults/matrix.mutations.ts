import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/requestTimeouts.ts', killedBy: test('faults/matrix', 'row (4|11|12),') },
  [
    {
      name: 'a response from a file server stands, whatever happens to the rest of the file',
      find: 'if (!this.#hasResponse) reject',
      replace: 'reject',
      killedBy: suites(
        'client/httpTransport',
        'client/uploadFile',
        'client/checkResponse',
        'upload/uploadFiles',
      ),
    },
    {
      name: 'the wait for a connection has a limit',
      find: "this.#startTimer('connectTimeout', limits.connectMs);",
      replace: '',
    },
    {
      name: 'the wait for a response has a limit',
      find: "else if (this.#hasGivenAll) this.#startTimer('timeout', this.#limits.responseMs);",
      replace: '',
    },
    {
      name: 'the wait for a response to a file has a limit',
      find: 'this.#hasGivenAll = true;\n    this.#progressed();\n  };',
      replace: '};',
    },
    {
      name: 'the wait for a server that reads nothing has a limit',
      find: "if (this.#wire.isWaiting) this.#startTimer('stalled', this.#limits.stallMs);\n    else ",
      replace: '',
    },
    {
      name: 'a server that reads slowly does not time out',
      find: 'this.#stopLooking = wire.watchQueue(this.#limits.stallMs / looksPerStall);',
      replace: '',
      killedBy: suites('client/slowServers'),
    },
    {
      name: 'cancelling ends a wait',
      find: "outer.addEventListener('abort', this.#abort);",
      replace: '',
      killedBy: suites('client/httpTransport', 'client/uploadFile'),
    },
  ],
);

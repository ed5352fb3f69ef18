import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/exchange.ts', killedBy: test('faults/matrix', 'row (4|11|12),') },
  [
    {
      name: 'a response from a file server stands, whatever happens to the rest of the file',
      find: 'if (this.#undici === undefined) this.#reject(reason);\n    else this.#undici.abort(reason);',
      replace: 'this.#reject(reason);',
      killedBy: suites(
        'client/httpTransport',
        'client/uploadFile',
        'client/checkResponse',
        'upload/uploadFiles',
      ),
    },
    {
      name: 'the wait for a connection has a limit',
      find: "this.#startTimer('connectTimeout', connectTimeoutMs);",
      replace: '',
    },
    {
      name: 'the wait for a response has a limit',
      find: "this.#startTimer('timeout', this.#options.limits.responseTimeoutMs);",
      replace: '',
    },
    {
      name: 'the wait for a response to a file has a limit',
      find: "else this.#stream.on('end', () => this.#awaitResponse());",
      replace: '',
    },
    {
      name: 'the wait for a server that reads nothing has a limit',
      find: "this.#stream?.on('pause', () => this.#startTimer('stalled', stallTimeoutMs));",
      replace: '',
    },
    {
      name: 'a slow file is not mistaken for a slow server',
      find: "this.#stream?.on('resume', () => this.#stopTimer());",
      replace: '',
      killedBy: suites('client/httpTransport'),
    },
    {
      name: 'cancelling ends a wait',
      find: "options.signal.addEventListener('abort', this.#cancel);",
      replace: '',
      killedBy: suites('client/httpTransport', 'client/uploadFile'),
    },
  ],
);

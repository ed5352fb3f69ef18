import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/connect.ts', killedBy: suites('client/interimResponses') }, [
    {
      name: 'interim responses of proxies are skipped',
      find: 'new ResponseGate(socket, Promise.resolve());',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/responseGate.ts', killedBy: suites('client/interimResponses') }, [
    {
      name: 'interim responses are skipped',
      find: 'skipInterimResponses(Buffer.concat([this.#held, bytes]))',
      replace: 'Buffer.concat([this.#held, bytes])',
    },
    {
      name: 'an interim response is awaited to its end',
      find: 'if (isUndecided || ',
      replace: 'if (isUndecided && ',
    },
    {
      name: 'a request that is accepted early is sent completely',
      find: 'this.#isHandedOver && this.#socket.writableLength === 0',
      replace: 'true',
      killedBy: suites('client/earlyAcceptance'),
    },
    {
      name: 'a request is sent when the system has taken the last of it',
      find: 'this.#isHandedOver && this.#socket.writableLength === 0',
      replace: 'this.#isHandedOver',
      killedBy: suites('client/earlyAcceptance'),
    },
    {
      name: 'an early response has a maximum size',
      find: 'if (this.#held.length > maxHeldBytes)',
      replace: 'if (false)',
      killedBy: suites('client/earlyAcceptance'),
    },
  ]),
];

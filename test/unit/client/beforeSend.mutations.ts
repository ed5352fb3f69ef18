import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/beforeSend');

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy }, [
    { name: 'a POST is checked before it is sent', find: 'request.beforeSend?.()', replace: 'undefined' },
    { name: 'the check does not use up the connect timeout', remove: 'exchange.connected();' },
    {
      name: 'cancelling during the check closes the connection',
      find: 'raceAbort(Promise.resolve(request.beforeSend?.()), exchange.signal)',
      replace: 'request.beforeSend?.()',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/pooledSocket.ts', killedBy }, [
    { name: 'an approved POST is sent on no other connection', remove: 'isFirst = false;' },
  ]),
  ...mutationsOf({ in: 'src/client/http/exchange.ts', killedBy }, [
    {
      name: 'nothing is sent for an exchange that has ended',
      find: 'this.signal.aborted) {',
      replace: 'false) {',
    },
  ]),
];

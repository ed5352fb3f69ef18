import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/beforeSend');

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy }, [
    {
      name: 'a POST is checked before it is sent',
      find: 'Promise.resolve(request.beforeSend?.())',
      replace: 'Promise.resolve()',
    },
    { name: 'the check does not use up the connect timeout', find: 'exchange.connected();', replace: '' },
    {
      name: 'cancelling during the check closes the connection',
      find: 'raceAbort(Promise.resolve(request.beforeSend?.()), exchange.signal)',
      replace: 'request.beforeSend?.()',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/pooledSocket.ts', killedBy }, [
    {
      name: 'a POST that was approved on one connection is sent on no other',
      find: 'isFirst = false;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/exchange.ts', killedBy }, [
    {
      name: 'nothing is sent for an exchange that has ended',
      find: 'if (this.signal.aborted) {',
      replace: 'if (false) {',
    },
  ]),
];

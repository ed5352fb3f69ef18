import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/beforeSend');

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy }, [
    { name: 'a POST is checked before it is sent', find: 'await request.beforeSend?.();', replace: '' },
    { name: 'the check does not use up the connect timeout', find: 'watch.connected();', replace: '' },
  ]),
  ...mutationsOf({ in: 'src/client/http/connectors.ts', killedBy }, [
    {
      name: 'cancelling during the check closes the connection',
      find: 'raceAbort(beforeSend(), signal)',
      replace: 'beforeSend()',
    },
    {
      name: 'a POST that was approved on one connection is sent on no other',
      find: 'isFirst = false;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/responseReader.ts', killedBy }, [
    {
      name: 'nothing is sent for an exchange that has ended',
      find: 'if (signal.aborted) controller.abort(signal.reason as Error);\n    else this.#started();',
      replace: 'this.#started();',
    },
  ]),
];

import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/beforeSend');

export const mutations = [
  ...mutationsOf({ in: 'src/client/http/httpTransport.ts', killedBy }, [
    { name: 'a POST is asked for before it is sent', find: 'await request.beforeSend?.();', replace: '' },
    {
      name: 'who cancels in that question has the connection closed',
      find: 'raceAbort(beforeSend(), signal)',
      replace: 'beforeSend()',
    },
    { name: 'that question takes no time from the connection', find: 'watch.connected();', replace: '' },
    {
      name: 'a POST that was allowed on one connection goes out on no other',
      find: 'isFirst = false;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/http/responseReader.ts', killedBy }, [
    {
      name: 'nothing is sent for an exchange that has ended',
      find: 'if (signal.aborted) controller.abort(signal.reason as Error);\n    else this.started();',
      replace: 'this.started();',
    },
  ]),
];

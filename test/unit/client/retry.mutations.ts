import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/core/isPassing.ts', killedBy: suites('launch/outcome') }, [
    {
      name: 'an unknown status counts as one of its class',
      find: 'status >= 500 && status < 600 && !neverInstalled.has(status)',
      replace: 'status === 500',
    },
  ]),
  ...mutationsOf({ in: 'src/client/retry.ts', killedBy: suites('client/retry') }, [
    {
      name: 'a create request is repeated only when nothing was sent',
      find: "if (rule.unsentOnly && error.sent !== 'no') return false;",
      replace: '',
    },
    {
      name: 'a create request is not repeated after a failure of the service',
      find: 'mayPass: (status) => status === 429, unsentOnly',
      replace: 'unsentOnly',
    },
    {
      name: 'finalising is not repeated while the first request may run',
      find: 'finaliseModel: create,',
      replace: 'finaliseModel: list,',
    },
    {
      name: 'a server cannot make its client wait for hours',
      find: 'return error.retryAfter <= rule.maxServerWaitMs ? error.retryAfter : undefined;',
      replace: 'return error.retryAfter;',
    },
    {
      name: 'a repetition of an upload does not come at once',
      find: '  minPart: 0.5,\n',
      replace: '',
    },
  ]),
];

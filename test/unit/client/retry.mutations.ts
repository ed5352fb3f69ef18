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
    { name: 'only an unsent POST is repeated', find: "error.sent !== 'no'", replace: 'false' },
    {
      name: 'a POST is not repeated after a 503',
      find: 'mayPass: provesNothingDone',
      replace: 'mayPass: isPassing',
    },
    { name: 'a model is not finalised twice', find: 'finaliseModel: create', replace: 'finaliseModel: list' },
    {
      name: 'a server does not cause a wait of hours',
      find: 'error.retryAfter <= rule.maxServerWaitMs',
      replace: 'true',
    },
    { name: 'a repetition of an upload does not come at once', remove: '  minPart: 0.5,\n' },
  ]),
];

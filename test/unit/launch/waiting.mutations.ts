import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/operations.ts', killedBy: suites('launch/waiting') }, [
    {
      name: 'a request that creates or finalises waits as long as its connection lives',
      find: 'needsBody: true,\n  responseTimeoutMs: 30 * minuteMs,',
      replace: 'needsBody: true,\n  responseTimeoutMs: 2 * minuteMs,',
    },
    {
      name: 'a file is not sent again while the file server may confirm it',
      find: 'responseTimeoutMs: 30 * minuteMs,\n    bodyTimeoutMs: 15',
      replace: 'responseTimeoutMs: 2 * minuteMs,\n    bodyTimeoutMs: 15',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/stepSender.ts', killedBy: suites('launch/waiting') }, [
    {
      name: 'the user learns what a launch waits for',
      find: 'this.#stopReporting = clock.every(waitingMs, onWaiting);',
      replace: 'onWaiting.length;',
    },
  ]),
];

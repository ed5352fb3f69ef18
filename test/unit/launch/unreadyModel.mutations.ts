import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('launch/unreadyModel');

export const mutations = [
  ...mutationsOf({ in: 'src/client/retry.ts', killedBy }, [
    {
      name: 'a model is not waited for without end',
      find: '<= maxUnreadyMs ? delayMs',
      replace: '>= 0 ? delayMs',
    },
    {
      name: 'the service says when to ask again',
      find: 'error.retryAfter ?? Math.min(',
      replace: 'Math.min(',
    },
  ]),
  ...mutationsOf({ in: 'src/launch/runLaunch.ts', killedBy }, [
    {
      name: 'only a model of this run is waited for',
      find: '#hasFinalised = false',
      replace: '#hasFinalised = true',
    },
  ]),
];

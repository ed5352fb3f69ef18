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
      find: '#isMaybeUnready = false',
      replace: '#isMaybeUnready = true',
    },
  ]),
  ...mutationsOf({ in: 'src/client/serviceClient.ts', killedBy }, [
    {
      name: 'a service that has finalised a model is not preparing it',
      find: 'response.status === 202 || response.status === 204',
      replace: 'response.status >= 200',
    },
  ]),
];

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('upload/closingServers') },
  [
    {
      name: 'a kept connection that turns out closed costs nothing',
      find: 'if (!wasClosedBefore(error, trip)) throw error;',
      replace: 'throw error;',
    },
    {
      name: 'what is sent again goes out on a new connection',
      find: 'isNew: trip.isAgain',
      replace: 'isNew: false',
    },
    {
      name: 'a server that has begun to answer is not asked again',
      find: 'wire.requests > 1 && wire.isSilent',
      replace: 'wire.requests > 1',
    },
  ],
);

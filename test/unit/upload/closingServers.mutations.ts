import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('upload/closingServers') },
  [
    {
      name: 'a reused connection that turns out closed costs nothing',
      find: 'if (!wasClosedBefore(error, trip)) throw error;',
      replace: 'throw error;',
    },
    {
      name: 'a repetition is sent on a new connection',
      find: 'isNew: trip.isAgain',
      replace: 'isNew: false',
    },
    {
      name: 'a request is not repeated once its response has begun',
      find: 'wire.requests > 1 && wire.isSilent',
      replace: 'wire.requests > 1',
    },
  ],
);

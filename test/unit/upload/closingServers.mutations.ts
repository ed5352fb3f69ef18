import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('upload/closingServers') },
  [
    {
      name: 'a reused connection that turns out closed costs nothing',
      find: '!wasClosedBefore(error, trip)',
      replace: 'true',
    },
    {
      name: 'a repetition is sent on a new connection',
      find: 'isNew: trip.isAgain',
      replace: 'isNew: false',
    },
    {
      name: 'a request is not repeated once its response has begun',
      find: 'isKept && !hasResponse',
      replace: 'isKept',
    },
  ],
);

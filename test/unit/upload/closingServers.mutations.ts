import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/client/http/httpTransport.ts', killedBy: suites('upload/closingServers') },
  [
    {
      name: 'a reused connection that turns out closed costs nothing',
      find: 'wasClosedBefore(error, attempt) ? requestAgain(request) : undefined',
      replace: 'undefined',
    },
    {
      name: 'a repetition is sent on a new connection',
      find: "request.method === 'POST' || isAgain",
      replace: "request.method === 'POST'",
    },
    {
      name: 'a request is not repeated once its response has begun',
      find: 'isKept && !exchange.hasResponse',
      replace: 'isKept',
    },
  ],
);

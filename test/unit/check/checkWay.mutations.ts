import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/check/checkRoute.ts', killedBy: suites('check/checkWay') }, [
    {
      name: 'a connection is not taken away from below its encryption, which ends the process',
      find: 'way.sockets.reverse()',
      replace: 'way.sockets',
    },
  ]),
  ...mutationsOf({ in: 'src/check/checkConnection.ts', killedBy: suites('check/checkWay') }, [
    {
      name: 'a check says nothing to a server that is not the right one',
      find: 'if (failed !== undefined) return [...way,',
      replace: 'if (false) return [...way,',
    },
  ]),
];

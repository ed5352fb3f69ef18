import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/emulator/originCheck.ts', killedBy: suites('emulator/strangers') }, [
    {
      name: 'the emulator responds under no foreign host name',
      find: 'if (!hosts.includes(host.toLowerCase())) return true;',
      replace: '',
    },
    {
      name: 'the emulator refuses requests of web pages',
      find: 'return origin !== undefined && ',
      replace: 'return false && ',
    },
  ]),
  ...mutationsOf({ in: 'src/emulator/requestLog.ts', killedBy: suites('emulator/strangers') }, [
    {
      name: 'the emulator does not keep every request',
      find: '!this.keepsEverything && ',
      replace: 'false && ',
    },
  ]),
  ...mutationsOf({ in: 'src/emulator/serviceServer.ts', killedBy: suites('emulator/strangers') }, [
    { name: 'the emulator keeps no body', find: 'if (exchange.keepsBody) ', replace: '' },
  ]),
];

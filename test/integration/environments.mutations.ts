import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/connection.ts', killedBy: inExtensionHost('The selected environment') },
  [
    {
      name: 'an undefined environment leads to no other service',
      find: "if (found === undefined) throw new NotConnectedError('unknownEnvironment', name);",
      replace: 'if (found === undefined) return undefined;',
    },
  ],
);

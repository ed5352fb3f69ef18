import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/trust.ts', killedBy: byClicks('has not said that a folder is trusted') },
  [
    {
      name: 'nothing is sent from a folder that is not trusted',
      find: 'if (!vscode.workspace.isTrusted) throw new UntrustedError(action);',
      replace: '',
    },
  ],
);

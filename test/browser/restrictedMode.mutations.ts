import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/trust.ts', killedBy: byClicks('who has not trusted a folder') },
  [
    {
      name: 'nothing is sent from a folder that is not trusted',
      find: 'if (!vscode.workspace.isTrusted) throw new UntrustedError(action);',
      replace: '',
    },
  ],
);

import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/launch/unknownOutcome.ts', killedBy: byClicks('A user whose attention is needed') },
  [
    {
      name: 'a question about an unknown outcome stays on the screen',
      find: "await showMessage('error', text, look.label",
      replace: "await showMessage('warning', text, look.label",
    },
  ],
);

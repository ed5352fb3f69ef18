import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/unknownOutcome.ts', killedBy: byClicks('A person whose launch needs them') },
  [
    {
      name: 'a question about an unknown outcome stays on the screen',
      find: "await showMessage('error', text, ...answers",
      replace: "await showMessage('warning', text, ...answers",
    },
  ],
);

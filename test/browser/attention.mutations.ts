import { byClicks, inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/unknownOutcome.ts', killedBy: byClicks('A person whose launch needs them') },
  [
    {
      name: 'a question about an unknown outcome stays on the screen',
      find: "await showMessage('error', text, ...answers",
      replace: "await showMessage('warning', text, ...answers",
    },
    {
      name: 'a launch whose outcome is known is not asked about',
      find: "if (state === 'unknown') {",
      replace: 'if (Boolean(state)) {',
      killedBy: inExtensionHost('A launch whose outcome is known'),
    },
  ],
);

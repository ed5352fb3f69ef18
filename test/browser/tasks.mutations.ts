import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/commands/launch/requestedLaunch.ts', killedBy: byClicks('A task ') }, [
    {
      name: 'nothing is launched but what the user has agreed to',
      find: "if (!isSame(shown, prepared)) return { end: 'changed' };",
      replace: '',
    },
    {
      name: 'nothing is launched without the yes of the user',
      find: "if (!isAgreed || isAborted(signal)) return { end: 'declined' };",
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/commands/task/taskTerminal.ts', killedBy: byClicks('A task is cancelled') }, [
    {
      name: 'closing a terminal cancels',
      find: 'close(): void {\n    this.#cancelled.abort();',
      replace: 'close(): void {',
    },
  ]),
];

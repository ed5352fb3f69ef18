import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/seenFailures.ts', killedBy: suites('session/seenFailures') },
  [
    {
      name: 'a launch that fails again is counted again',
      find: 'return this.#times[id] === changedAt;',
      replace: 'return id in this.#times && changedAt > 0;',
    },
    {
      name: 'removed launches are forgotten',
      find: '[...kept, ...fresh]',
      replace: '[...Object.entries(this.#times).map(([id, changedAt]) => ({ id, changedAt })), ...fresh]',
    },
  ],
);

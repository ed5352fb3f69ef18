import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/announcements.ts', killedBy: suites('commands/announcements') },
  [
    {
      name: 'figures leave enough announcements for the end',
      find: 'if (!isDue || this.#left(atMs) <= 1) return undefined;',
      replace: 'if (!isDue) return undefined;',
    },
    {
      name: 'figures leave one announcement for waiting',
      find: 'this.#left(atMs) <= 1)',
      replace: 'this.#left(atMs) <= 0)',
    },
    {
      name: 'waiting is announced once',
      find: 'if (this.#isWaitingSaid) return undefined;',
      replace: '',
    },
    {
      name: 'figures return when a file is sent again',
      find: 'this.#isWaitingSaid = false;\n    return',
      replace: 'return',
    },
    {
      name: 'figures come less and less often',
      find: 'Math.min(laterMs, gapFactor * this.#gapMs)',
      replace: 'firstGapMs',
    },
  ],
);

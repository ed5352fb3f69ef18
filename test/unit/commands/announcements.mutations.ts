import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/commands/launch/announcements.ts', killedBy: suites('commands/announcements') },
  [
    {
      name: 'figures leave enough announcements for the end',
      find: 'if (!isDue || spare <= 0) return undefined;',
      replace: 'if (!isDue) return undefined;',
    },
    {
      name: 'figures leave one announcement for waiting',
      find: 'const spare = this.#left(atMs) - (this.#isOutageSaid || this.#isWaitingSaid ? 1 : 2);',
      replace: 'const spare = this.#left(atMs);',
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
      name: 'an outage leaves one announcement for waiting',
      find: ' || this.#left(atMs) <= 1) return undefined;',
      replace: ') return undefined;',
    },
    {
      name: 'an outage of a moment is not announced',
      find: 'atMs - this.#outageSinceMs < minGapMs',
      replace: 'false',
    },
    {
      name: 'an outage is announced once',
      find: 'if (isSaid || ',
      replace: 'if (',
    },
    {
      name: 'figures are spread over the time left',
      find: 'Math.max(minGapMs, timeLeftMs / (spare + 1))',
      replace: 'minGapMs',
    },
  ],
);

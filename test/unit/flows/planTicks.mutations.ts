import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/flows/plan/planTicks.ts', killedBy: suites('flows/planTicks') },
  [
    {
      name: 'a change is compared with every state that the list may have had',
      find: 'sizes.lastIndexOf(Math.min(...sizes))',
      replace: 'sizes.length - 1',
    },
    {
      name: 'a list does not tell the same ticks twice',
      find: 'index === 0 && length === 0 ? Infinity : length',
      replace: 'length + 0 * index',
    },
    {
      name: 'a folder is ticked only if all of its files are',
      find: 'if (members.every((member)',
      replace: 'if (members.some((member)',
    },
    {
      name: 'a change on its way is not taken for one of rows that were added since',
      find: 'now.size === 0 ? start + 1 : start',
      replace: 'start + 1',
    },
    {
      name: 'a change on its way returns to rows that were added to a list without ticks',
      find: 'isSet && isSure',
      replace: 'isSet',
    },
    {
      name: 'a row that only informs cannot be ticked',
      find: ' && !this.#fixed.has(member)',
      replace: '',
    },
  ],
);

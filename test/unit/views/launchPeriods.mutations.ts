import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/views/launchPeriods.ts', killedBy: suites('views/launchPeriods') },
  [
    {
      name: 'days are counted by the calendar, not in hours',
      find: 'now.getDate() - daysAgo).getTime()',
      replace: 'now.getDate()).getTime() - daysAgo * 86_400_000',
    },
  ],
);

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/launchActions.ts', killedBy: suites('launch/launchActions') },
  [
    {
      name: 'a launch of unknown outcome is not created again',
      find: 'recreate: hasFiles && !isWorkedOn && !isUnknown',
      replace: 'recreate: hasFiles && !isWorkedOn',
    },
    {
      name: 'no further simulation is created while an outcome is unknown',
      find: 'undefined && !isWorkedOn && !isUnknown',
      replace: 'undefined && !isWorkedOn',
    },
  ],
);

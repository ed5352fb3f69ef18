import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/commands/launch/requestedLaunch.ts', killedBy: byClicks('An agent') }, [
    {
      name: 'an agent that was stopped launches nothing',
      find: 'if (!isAgreed || isAborted(signal)) return',
      replace: 'if (!isAgreed) return',
    },
  ]),
  ...mutationsOf({ in: 'src/tools/launchTools.ts', killedBy: byClicks('An agent') }, [
    {
      name: 'one question at a time is asked for agents',
      find: '  openQuestion = plan;\n',
      replace: '',
    },
    {
      name: 'an agent that was declined too often may not ask again',
      find: ' || declinedInARow >= maxDeclined',
      replace: '',
    },
  ]),
];

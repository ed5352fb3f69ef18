import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/launch/runLaunch.ts', killedBy: test('launch/promptAnswers', 'missing') }, [
    {
      name: 'a launch has all required answers when it begins',
      find: 'assertAnswered(client, journal.record, journal.record.plan.finalise || finalise);',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/launch/promptAnswers.ts', killedBy: suites('launch/promptAnswers', 'launch/strictServices') },
    [
      {
        name: 'answers are stored with their launch',
        find: 'return { answers: plan.answers?.[operation] };',
        replace: 'return {};',
      },
      {
        name: 'answers are needed only for the remaining requests',
        find: '(finalise && !finalised ?',
        replace: '(!finalised ?',
      },
    ],
  ),
];

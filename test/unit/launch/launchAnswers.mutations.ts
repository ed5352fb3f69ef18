import { mutationsOf, suites, test } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/launch/runLaunch.ts', killedBy: test('launch/launchAnswers', 'missing') }, [
    {
      name: 'a launch lacks no answer when it begins',
      find: 'assertAnswered(client, journal.record, journal.record.plan.finalise || finalise);',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/launch/promptAnswers.ts', killedBy: suites('launch/launchAnswers', 'launch/strictServices') },
    [
      {
        name: 'answers go along with their launch',
        find: 'return { answers: plan.answers?.[operation] };',
        replace: 'return {};',
      },
      {
        name: 'answers are needed only for what is still to come',
        find: '(finalise && !finalised ?',
        replace: '(!finalised ?',
      },
    ],
  ),
];

import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/commands/study/askForStudy.ts', killedBy: byClicks('A study of many rows') }, [
    {
      name: 'the number of many simulations is typed',
      find: 'const isTyped = isProtected || count > context.settings.typeAbove;',
      replace: 'const isTyped = isProtected;',
    },
  ]),
  ...mutationsOf({ in: 'src/commands/study/askForStudy.ts', killedBy: byClicks('A study has the answers') }, [
    {
      name: 'the first button creates nothing',
      find: 'const buttons = [review, ',
      replace: 'const buttons = [all, review, ',
    },
  ]),
  ...mutationsOf(
    { in: 'src/commands/study/askForStudy.ts', killedBy: byClicks('A study can be its first') },
    [
      {
        name: 'the first row alone is one row',
        find: 'const firstRowOnly = chosen === first;',
        replace: 'const firstRowOnly = false;',
      },
      {
        name: 'the other rows are asked about if only the first one was agreed to',
        find: 'if (environment === undefined && isAgreed) return true;',
        replace: 'if (environment === undefined) return true;',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/commands/study/askForStudy.ts', killedBy: byClicks('A study has its number typed') },
    [
      {
        name: 'in a protected environment, any number is typed',
        find: 'const isTyped = isProtected || count > context.settings.typeAbove;',
        replace: 'const isTyped = count > context.settings.typeAbove;',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/commands/study/prepareTable.ts', killedBy: byClicks('A study says which rows') },
    [
      {
        name: 'rows that were started before are told',
        find: 'request.leftOut === undefined ? findStartedRows(study, await launches.listStudies()) : []',
        replace: '[]',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/commands/study/startStudy.ts', killedBy: byClicks('A study creates nothing') }, [
    {
      name: 'nothing starts but the study that was shown',
      find: 'assertSameStudy(asked.study, study);',
      replace: '',
    },
    {
      name: 'nothing starts without the yes of the user',
      find: 'if (answer === undefined) return;',
      replace: '',
    },
  ]),
  ...mutationsOf(
    { in: 'src/commands/study/studyCommands.ts', killedBy: byClicks('A study asks for the rows') },
    [
      {
        name: 'a study goes on in a protected environment after a yes only',
        find: 'if (!(await confirmMoreRows(context, service, { label, study, count, isAgreed }))) return;',
        replace: '',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/commands/launch/removeLaunches.ts', killedBy: byClicks('A study is stopped by Cancel') },
    [
      {
        name: 'the rows of a study that is not finished stay in the list',
        find: '!isRunning(launch.state) && !isRow(launch)',
        replace: '!isRunning(launch.state)',
      },
    ],
  ),
];

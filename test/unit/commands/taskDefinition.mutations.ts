import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/commands/task/taskDefinition.ts', killedBy: suites('commands/taskDefinition') }, [
    {
      name: 'a task with a property that VS Code does not pass on is refused',
      find: 'if (unknown.length === 0) return parsed;',
      replace: 'if (unknown.length >= 0) return parsed;',
    },
    {
      name: 'a task of another type is no launch',
      find: 'parse(type === taskType ? given : undefined)',
      replace: 'parse(given)',
    },
  ]),
  ...mutationsOf({ in: 'src/platform/tasksFile.ts', killedBy: suites('commands/tasksFile') }, [
    {
      name: 'no variable gets into a saved task',
      find: "throw new TasksFileError('variable');",
      replace: 'return;',
    },
    {
      name: 'a file that is not valid is left alone',
      find: 'errors.length > 0 || ',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/prompts.ts', killedBy: suites('request/prepareLaunch') }, [
    {
      name: 'a number that is text fits a number only',
      find: 'return text;',
      replace: 'return parseNumber(text) ?? text;',
    },
  ]),
  ...mutationsOf({ in: 'src/request/prepareLaunch.ts', killedBy: suites('request/prepareLaunch') }, [
    {
      name: 'answers for a project that is there by now are no error',
      find: 'for (const key of this.#answersIfCreated()) unused.delete(key);',
      replace: '',
    },
  ]),
];

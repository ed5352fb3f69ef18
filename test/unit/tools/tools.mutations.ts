import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/tools/launchPlans.ts', killedBy: suites('tools/launchPlans') }, [
    { name: 'a plan can be taken once', find: 'this.#plans.delete(id);', replace: '' },
    {
      name: 'a plan expires',
      find: ' && this.#clock.elapsed() - kept.plannedAtMs <= maxPlanAgeMs',
      replace: '',
    },
    { name: 'a window keeps a limited number of plans', find: 'this.#plans.delete(oldest);', replace: '' },
  ]),
  ...mutationsOf({ in: 'src/tools/agentText.ts', killedBy: suites('tools/agentText') }, [
    { name: 'an agent gets no links', find: ".replace(link, '(link)')", replace: '' },
    { name: 'an agent gets no path with blanks', find: ".replace(quotedPath, '(path)')", replace: '' },
    { name: 'an agent gets no absolute paths', find: ".replace(absolutePath, '(path)')", replace: '' },
    {
      name: 'an agent gets an identifier unchanged or not at all',
      find: 'text !== undefined && toAgentText(text) === text',
      replace: 'text !== undefined',
    },
  ]),
  ...mutationsOf({ in: 'src/tools/toolInput.ts', killedBy: suites('tools/toolInput') }, [
    {
      name: 'a tool takes no unknown property',
      find: 'if (kind === undefined) throw new ToolInputError();',
      replace: 'if (kind === undefined) continue;',
    },
    {
      name: 'a tool takes only values of the declared type',
      find: 'if (!isOfKind(value, kind)) throw new ToolInputError(name);',
      replace: '',
    },
  ]),
];

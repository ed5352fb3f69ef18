import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf({ in: 'src/views/listNodes.ts', killedBy: suites('views/listNodes') }, [
  {
    name: 'a list that failed does not look empty',
    find: "return [{ kind: 'failed', offer: 'retry', text: content.text }];",
    replace: 'return [];',
  },
  {
    name: 'entries of the same name can be told apart',
    find: '(seen.has(name) ? shared : seen).add(name);',
    replace: 'seen.add(name);',
  },
]);

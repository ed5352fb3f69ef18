import { inExtensionHost, mutationsOf, suites } from '../mutations/mutation';

export const mutations = mutationsOf({ in: 'src/session/settings.ts', killedBy: suites('sources') }, [
  {
    name: 'a setting is read from the user or the machine',
    find: 'getConfiguration().inspect(key);\n  return found?.globalValue ?? found?.defaultValue;',
    replace: 'getConfiguration().get(key);\n  return found;',
  },
  {
    name: 'a workspace defines no environment',
    find: 'parseEnvironments(this.#read(table.environments))',
    replace: 'parseEnvironments(vscode.workspace.getConfiguration().get(keys.environments))',
    killedBy: inExtensionHost('The selected environment'),
  },
  {
    name: 'a changed setting is read again',
    remove: 'this.#known.clear();',
    killedBy: inExtensionHost('The selected environment'),
  },
]);

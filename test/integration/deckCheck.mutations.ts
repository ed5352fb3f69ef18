import { inExtensionHost, mutationsOf } from '../mutations/mutation';

const killedBy = inExtensionHost('Check Deck');

export const mutations = [
  ...mutationsOf({ in: 'src/views/deckProblems.ts', killedBy }, [
    {
      name: 'a check replaces the rows of the one before',
      find: 'this.#collection.clear();',
      replace: '',
    },
    {
      name: 'a deck that is saved is checked again',
      find: 'vscode.workspace.onDidSaveTextDocument(check),',
      replace: '',
    },
    {
      name: 'a deck that is closed is checked again',
      find: 'vscode.workspace.onDidCloseTextDocument(check),',
      replace: '',
    },
    {
      name: 'names are underlined as soon as their file is open',
      find: 'vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#showProblemsOf(uri)),',
      replace: '',
    },
    {
      name: 'a quick fix is offered only where a file could be added',
      find: '.filter(({ target }) => target !== undefined)',
      replace: '',
    },
    {
      name: 'a quick fix uploads what was checked as well',
      find: 'return [...checked, ...files',
      replace: 'return [...files',
    },
    {
      name: 'known secrets are taken out of the rows',
      find: 'this.#redact(describeFinding(finding))',
      replace: 'describeFinding(finding)',
    },
  ]),
  ...mutationsOf({ in: 'src/flows/plan/checkSelections.ts', killedBy }, [
    {
      name: 'the command checks the decks of no folder',
      find: 'const roots = selections.map(({ root }) => root);',
      replace: 'const roots: string[] = [];',
    },
  ]),
];

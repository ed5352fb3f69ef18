import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/flows/projectList.ts', killedBy: suites('flows/projectList') }, [
    {
      name: 'projects that are requested early ask nobody to sign in',
      find: ', unattended: true }',
      replace: ' }',
    },
    {
      name: 'an early list of another service is not used',
      find: 'early?.service.key === service.key && ',
      replace: 'early !== undefined && ',
    },
    {
      name: 'a user who has to sign in is asked, although nobody was asked early',
      find: 'if (!isSignInRequired(error)) throw error;',
      replace: 'throw error;',
    },
  ]),
  ...mutationsOf({ in: 'src/flows/flowService.ts', killedBy: suites('flows/flowService') }, [
    {
      name: 'answers of one service are never used at another one',
      find: 'if (isBoundToService(draft)) await this.#connection.requireSelected(this.#current);\n    else ',
      replace: '',
    },
    {
      name: 'going back does not return to another service',
      find: 'step({ ...draft, service: this.#current }, position)',
      replace: 'step(draft, position)',
    },
  ]),
  ...mutationsOf({ in: 'src/ui/inputScreen.ts', killedBy: suites('flows/inputScreen') }, [
    {
      name: 'an input that is reported hidden after an interruption was not left',
      find: '!this.#hiding.delete(input) && ',
      replace: '',
    },
  ]),
];

import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    { in: 'src/session/listStore.ts', killedBy: inExtensionHost('late list of another service') },
    [
      {
        name: 'a list that was asked for at one service is given for no other one',
        remove: 'if (before !== this.#refreshes) return await this.content();',
      },
      {
        name: 'a new project appears in the list of its service only',
        find: 'if (service === undefined || !belongs(service)) return;',
        replace: 'if (service === undefined) return;',
        killedBy: inExtensionHost('to no list of another service'),
      },
    ],
  ),
  ...mutationsOf({ in: 'src/workflow/resumeLaunch.ts', killedBy: inExtensionHost('became protected only') }, [
    {
      name: 'a launch that was begun before its service was protected asks',
      find: 'plan.protectionConfirmed === true && ',
      replace: '',
    },
    {
      name: 'a launch that somebody else continues asks',
      remove: '...listCallerReasons(caller),',
      killedBy: inExtensionHost('what another extension names'),
    },
  ]),
];

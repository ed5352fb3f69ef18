import { inExtensionHost, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/listStore.ts', killedBy: inExtensionHost('A flow') },
  [
    {
      name: 'a late list is not shown for another service',
      find: 'if (isHere && before === this.#refreshes) this.#show(listing);',
      replace: 'this.#show(listing);',
    },
  ],
);

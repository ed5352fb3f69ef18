import { inExtensionHost, mutationsOf } from '../mutations/mutation';

const killedBy = inExtensionHost('A part of the extension');

export const mutations = [
  ...mutationsOf({ in: 'src/session/launchStore.ts', killedBy }, [
    {
      name: 'launches that could not be loaded are loaded again',
      find: 'if (this.#loading === loading) this.#loading = undefined;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/session/listStore.ts', killedBy }, [
    {
      name: 'a list whose failure cannot be described is failed',
      find: '.describeFailure(error).catch(',
      replace: '.describeFailure(error).finally(',
    },
  ]),
];

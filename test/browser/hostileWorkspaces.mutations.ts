import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/excludeSetting.ts', killedBy: byClicks('A hostile workspace') },
  [
    {
      name: 'a workspace cannot re-include excluded key files',
      find: "...added.filter((pattern) => !pattern.trimStart().startsWith('!'))",
      replace: '...added',
    },
  ],
);

import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/session/settings.ts', killedBy: byClicks('A hostile workspace') },
  [
    {
      name: 'a workspace cannot put keys back in',
      find: "...added.filter((pattern) => !pattern.trimStart().startsWith('!'))",
      replace: '...added',
    },
  ],
);

import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/output.ts', killedBy: byClicks('is shown literally') },
  [
    {
      name: 'a name cannot put links and icons into a message',
      find: ".replace(/\\]\\(/g, ']\\u200b(').replace(/\\$\\(/g, '$\\u200b(')",
      replace: '',
    },
  ],
);

import { byClicks, mutationsOf } from '../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/platform/output.ts', killedBy: byClicks('read letter by letter') },
  [
    {
      name: 'a message has no links and icons that a name brings',
      find: ".replace(/\\]\\(/g, ']\\u200b(').replace(/\\$\\(/g, '$\\u200b(')",
      replace: '',
    },
  ],
);

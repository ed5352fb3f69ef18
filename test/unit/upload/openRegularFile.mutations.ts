import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/openRegularFile.ts', killedBy: suites('upload/openRegularFile') },
  [
    {
      name: 'opening follows no link',
      find: 'constants.O_RDONLY | noFollow | nonBlocking',
      replace: 'constants.O_RDONLY | nonBlocking',
    },
    {
      name: 'opening does not wait for a pipe',
      find: 'constants.O_RDONLY | noFollow | nonBlocking',
      replace: 'constants.O_RDONLY | noFollow',
    },
    { name: 'only a regular file is read', find: 'if (!stats.isFile()) throw', replace: 'if (false) throw' },
  ],
);

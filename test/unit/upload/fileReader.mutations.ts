import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/fileReader.ts', killedBy: suites('upload/fileReader') },
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
      killedBy: suites('upload/fileThread'),
    },
    { name: 'only a regular file is read', find: 'if (!stats.isFile()) throw', replace: 'if (false) throw' },
    {
      name: 'a body that is sent again has a checksum of its own',
      find: '      reading.checksum = 0;\n',
      replace: '',
    },
  ],
);

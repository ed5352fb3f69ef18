import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/upload/fileReader.ts', killedBy: suites('upload/fileReader') },
  [
    {
      name: 'opening follows no link',
      find: 'O_RDONLY | O_NOFOLLOW | O_NONBLOCK',
      replace: 'O_RDONLY | O_NONBLOCK',
    },
    {
      name: 'opening does not wait for a pipe',
      find: 'O_RDONLY | O_NOFOLLOW | O_NONBLOCK',
      replace: 'O_RDONLY | O_NOFOLLOW',
      killedBy: suites('upload/fileThread'),
    },
    {
      name: 'only a regular file is read',
      find: 'if (!stats.isFile() || !isEntry) throw',
      replace: 'if (!isEntry) throw',
    },
    {
      name: 'opening follows no link on Windows either',
      find: 'if (!stats.isFile() || !isEntry) throw',
      replace: 'if (!stats.isFile()) throw',
    },
    {
      name: 'a reading that was given up cannot reach the file that is opened next',
      find: 'const file = this.#nextFile++;',
      replace: 'const file = descriptor;',
    },
    {
      name: 'the hash is that of all bytes',
      find: 'reading.hash.update(bytes);',
      replace: '',
    },
    {
      name: 'a file that is finished is closed, so that it can be replaced on Windows',
      find: 'this.close(file);',
      replace: '',
    },
  ],
);

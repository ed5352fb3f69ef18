import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/launch/fileSnapshot.ts', killedBy: suites('launch/fileSnapshot') },
  [
    {
      name: 'a folder that was replaced by a link is not followed',
      remove:
        'if (!isSamePath(await resolveLinks(dirname(path)), dirname(expected))) throw new LinkedFolderError(name);',
    },
    {
      name: 'only files in open folders are uploaded again',
      find: 'if (expected === undefined) throw new FolderNotOpenError(name);',
      replace:
        'if (expected === undefined) return await takeSnapshot({ name, path }, [{ path: dirname(path), real: dirname(path) }]);',
    },
    {
      name: 'a folder may be open under the name of a link',
      find: 'if (isInside(path, file)) return join(real, relativePath(path, file));',
      replace: 'if (isInside(path, file)) return file;',
    },
    {
      name: 'a folder may have been open under the name of a link',
      remove: 'if (isInside(real, file)) return file;',
    },
  ],
);

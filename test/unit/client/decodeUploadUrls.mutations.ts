import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/decodeUploadUrls', 'client/responseShapes');

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/uploadUrlReader.ts', killedBy }, [
    {
      name: 'each file has an upload URL of its own',
      find: ' || targets.size < requested.files.length ?',
      replace: ' ?',
    },
    {
      name: 'a name in an upload URL is respected',
      find: ' || (requested.findInUrl(url) ?? name) !== name',
      replace: '',
    },
    {
      name: 'the method of a URL is respected',
      find: 'const around = [...keys, ...purposes];',
      replace: 'const around = keys;',
    },
    {
      name: 'no upload URL is left over',
      find: 'this.#isLeftOver(part, isArray, isMap)',
      replace: 'false',
    },
    {
      name: 'a name that another property has is not that of the file',
      find: 'isNameKey(key) && !this.#areNamesInUrls ? named',
      replace: '!this.#areNamesInUrls ? named',
    },
    {
      name: 'a single file that is named is not another one',
      find: 'const isOther = named === undefined',
      replace: 'const isOther = false && named === undefined',
    },
    {
      name: 'names in URLs count only if no name stands with a URL',
      find: " && typeof whole.file !== 'string';",
      replace: ';',
    },
    {
      name: 'a link to another file does not name the file of its entry',
      find: 'this.#areNamesInUrls && isPlain(key) &&',
      replace: 'this.#areNamesInUrls &&',
    },
    {
      name: 'a link with another purpose does not name the file of its entry',
      find: ' && !hasOtherPurpose(keys);',
      replace: ';',
    },
    {
      name: 'a field is no name of a file',
      find: 'isField || this.#areNamesInUrls ?',
      replace: 'this.#areNamesInUrls ?',
    },
    {
      name: 'the names in URLs are read',
      find: 'if (mayBeInUrls) return',
      replace: 'if (false) return',
    },
    {
      name: 'the entry of a single file ends where it does for several',
      find: 'if (this.#isSingle && isEntry && this.#assign(part)) continue;',
      replace: '',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/requestedFiles.ts', killedBy }, [
    {
      name: 'positions begin at 0 or at 1',
      find: 'numbers.includes(0) ? 0 : 1',
      replace: '0',
      killedBy: suites('client/responsePointers'),
    },
    {
      name: 'a name in another Unicode form is the same name',
      find: "text.normalize('NFC').replaceAll",
      replace: 'text.replaceAll',
    },
    {
      name: 'a path as Windows writes it is the same name',
      find: ".replaceAll('\\\\', '/')",
      replace: '',
    },
    {
      name: 'a number in a URL is no name',
      find: 'name === undefined || /^\\d+$/.test(name) ? undefined : name',
      replace: 'name',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/pickUploadUrl.ts', killedBy }, [
    {
      name: 'a URL with another purpose is no upload URL',
      find: 'const open = urls.filter(({ keys }) => !hasOtherPurpose(keys));',
      replace: 'const open = urls;',
    },
    {
      name: 'a URL under an unknown key is no upload URL',
      find: 'inner.every(isPlain) && ',
      replace: '',
    },
    {
      name: 'an unsigned address of the service is no upload URL',
      find: ' && !isOwnResource(url)',
      replace: '',
    },
    {
      name: 'a URL that is called an upload takes precedence',
      find: 'called.length > 0 ? called : plain',
      replace: '[...called, ...plain]',
    },
    {
      name: 'a key in an object for uploads must itself name a URL',
      find: 'keys.slice(lastOther + 1).some(',
      replace: 'keys.some(',
    },
  ]),
];

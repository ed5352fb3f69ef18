import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf({ in: 'src/files/fileName.ts', killedBy: suites('files/fileName') }, [
  {
    name: 'a name has no invisible characters',
    find: "if (hidden.test(withoutEmojiStyle(name))) return 'controlCharacters';",
    replace: '',
  },
  {
    name: 'a name has no unassigned characters',
    find: '\\p{Default_Ignorable_Code_Point}\\u180e',
    replace: '\\u180e',
  },
  { name: 'a name is valid Unicode', find: "if (damaged.test(name)) return 'notUnicode';", replace: '' },
  {
    name: 'a name leads nowhere else',
    find: "if (segments.some((segment) => pathLike.test(segment))) return 'pathLike';",
    replace: '',
  },
  {
    name: 'a name is no device',
    find: "if (segments.some((segment) => device.test(segment))) return 'reserved';",
    replace: '',
  },
  {
    name: 'a name does not end in a dot or space',
    find: "if (segments.some((segment) => /[. ]$/.test(segment))) return 'trailing';",
    replace: '',
  },
  {
    name: 'a name has a maximum length',
    find: "return getExcessiveLength(name) === undefined ? undefined : 'tooLong';",
    replace: 'return undefined;',
  },
  {
    name: 'names that differ by case are equal',
    find: '.toLowerCase()',
    replace: '',
    killedBy: suites('files/fileName', 'upload/badFiles', 'upload/uploadPlan'),
  },
  {
    name: 'names that differ by Unicode form are equal',
    find: ".normalize('NFC')",
    replace: '',
    killedBy: suites('files/fileName', 'upload/badFiles', 'upload/uploadPlan'),
  },
]);

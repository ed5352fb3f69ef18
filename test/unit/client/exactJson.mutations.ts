import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/client/response/exactJson.ts',
      killedBy: suites('client/exactJson', 'launch/longIdentifiers'),
    },
    [
      {
        name: 'a long integer keeps its digits',
        find: 'if (json.search(longInteger) === -1) return value;',
        replace: 'return value;',
      },
      { name: 'digits in a string are no integer', find: 'if (isInText || Number', replace: 'if (Number' },
      {
        name: 'a long integer is sent as the original number',
        find: "typeof item === 'bigint' ? `${mark}${item}`",
        replace: "typeof item === 'bigint' ? `${item}`",
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/client/core/storedForm.ts', killedBy: suites('client/exactJson', 'launch/longIdentifiers') },
    [
      {
        name: 'no earlier version rounds a long integer that is stored',
        find: "typeof value === 'bigint' ? { integer: String(value) } : value",
        replace: "typeof value === 'bigint' ? Number(value) : value",
      },
    ],
  ),
];

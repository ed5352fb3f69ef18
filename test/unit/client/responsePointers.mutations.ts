import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf({ in: 'src/client/response/decodeList.ts', killedBy: suites('client/responsePointers') }, [
    {
      name: 'a pointer to a list is followed and nothing else',
      find: 'pointers.list === undefined ? findOutermostArrays(json, carries)',
      replace: 'findArrayAt(json, pointers.list ?? "").length === 0 ? findOutermostArrays(json, carries)',
    },
    {
      name: 'a pointer to names that leads to none is reported',
      find: 'if (pointers.name !== undefined && ',
      replace: 'if (false && ',
    },
  ]),
  ...mutationsOf(
    { in: 'src/client/response/decodeCreated.ts', killedBy: suites('client/responsePointers') },
    [
      {
        name: 'a pointer to an identifier leads to one',
        find: 'return isIdentifier(id) ? { id, fields: isObject(carrier) ? carrier : {} } : undefined;',
        replace: 'return { id: id as string, fields: isObject(carrier) ? carrier : {} };',
      },
    ],
  ),
  ...mutationsOf(
    { in: 'src/client/response/decodeUploadUrls.ts', killedBy: suites('client/responsePointers') },
    [
      {
        name: 'with pointers, names elsewhere in another order are respected',
        find: ' || !(yield* isInOrder(json, place))',
        replace: '',
      },
      {
        name: 'with a pointer to URLs, others do not count',
        find: 'upload: urls[index], get: value }',
        replace: 'upload: urls[index], value }',
      },
      {
        name: 'only URLs themselves have the order of the request',
        find: 'areTexts.includes(false) || ',
        replace: '',
      },
    ],
  ),
];

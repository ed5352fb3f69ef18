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
        name: 'with pointers, no upload URL is left over',
        find: 'if (entries?.length !== requested.count) return [];',
        replace: 'if (entries === undefined) return [];',
      },
      {
        name: 'with pointers, no other rule is applied',
        find: 'isExact ? readAt(place, pointers, reading) : readingsOf(place, reading)',
        replace:
          'isExact && readingAt(place, pointers, reading).length > 0 ? readingAt(place, pointers, reading) : readingsOf(place, reading)',
      },
      {
        name: 'a pointer to the file of an entry leads to it',
        find: 'const isByColumns = named === undefined && name === undefined;',
        replace: 'const isByColumns = named === undefined;',
      },
    ],
  ),
];

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
        find: ' || Object.keys(container).length !== requested.files.length',
        replace: '',
      },
      {
        name: 'with pointers, names elsewhere in another order are respected',
        find: 'if (!isSame([...reader.named], listed)) return true;',
        replace: '',
      },
      {
        name: 'with pointers, numbers in another order are respected',
        find: 'if (readings.some((names) => !isSame(names, order))) return true;',
        replace: '',
      },
      {
        name: 'with pointers, names at the end of URLs are respected',
        find: "typeof url === 'string' ? requested.findInUrl(url) : undefined",
        replace: 'undefined',
      },
      {
        name: 'with pointers, a name in one element is respected',
        find: 'elements.every((element) => element.isInTurn) &&',
        replace: '',
      },
      {
        name: 'the entries of an object have no order',
        find: 'const isInTurn = isArray && (',
        replace: 'const isInTurn = (',
      },
    ],
  ),
];

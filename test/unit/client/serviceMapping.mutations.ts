import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/client/mapping/customHeaders.ts',
      killedBy: suites('client/serviceMapping', 'client/mappingOnTheWire'),
    },
    [
      {
        name: 'a header value cannot begin another header',
        find: "typeof value !== 'string' || !/^[\\t\\x20-\\x7e]*$/.test(value)",
        replace: 'false',
      },
      {
        name: 'a header has a valid name',
        find: "!/^[!#$%&'*+.^_`|~\\w-]+$/.test(name) || ",
        replace: '',
      },
      { name: 'a header is set once', find: ' || headers.has(name)', replace: '' },
      { name: 'settings cannot set headers of the connection', find: 'reserved.test(name) || ', replace: '' },
      {
        name: 'settings cannot set the content type of a body',
        find: " || (setting === 'requestHeaders' && reservedForService.test(name))",
        replace: '',
      },
      { name: 'settings cannot set credentials', find: '!names.has(name.toLowerCase())', replace: 'true' },
    ],
  ),
  ...mutationsOf({ in: 'src/client/url/uploadHeaders.ts', killedBy: suites('client/mappingOnTheWire') }, [
    {
      name: 'only an Azure upload URL gets the Azure header',
      find: "has('sv') && has('sig') && (has('sr') || has('ss'))",
      replace: "has('sig')",
    },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/serviceMapping.ts', killedBy: suites('client/serviceMapping') }, [
    { name: 'a prefix is a plain path', find: '!isPath || ', replace: '' },
    { name: 'a prefix has no dot segments', find: ' || hasDotSegment(given)', replace: '' },
  ]),
  ...mutationsOf(
    { in: 'src/client/mapping/responsePointers.ts', killedBy: suites('client/serviceMapping') },
    [
      {
        name: 'an unknown pointer is reported',
        find: "if (!(keys as readonly string[]).includes(key)) throw new MappingError('responses', 'entry', key);",
        replace: '',
      },
      {
        name: 'a pointer is a valid one',
        find: "if (!isJsonPointer(pointer)) throw new MappingError('responses', 'pointer', key);",
        replace: '',
      },
    ],
  ),
];

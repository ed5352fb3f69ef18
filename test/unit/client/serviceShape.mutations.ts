import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/client/mapping/customHeaders.ts',
      killedBy: suites('client/serviceShape', 'client/shapeOnTheWire'),
    },
    [
      {
        name: 'no header begins another one by its value',
        find: "typeof value !== 'string' || !/^[\\t\\x20-\\x7e]*$/.test(value)",
        replace: 'false',
      },
      {
        name: 'a header has the name of one',
        find: "!/^[!#$%&'*+.^_`|~\\w-]+$/.test(name) || ",
        replace: '',
      },
      { name: 'a header is set once', find: ' || headers.has(name)', replace: '' },
      { name: 'the connection is not for settings to decide', find: 'reserved.test(name) || ', replace: '' },
      {
        name: 'what a body is called is not for settings to decide',
        find: " || (setting === 'requestHeaders' && reservedForService.test(name))",
        replace: '',
      },
      { name: 'settings do not say who is there', find: '!names.has(name.toLowerCase())', replace: 'true' },
    ],
  ),
  ...mutationsOf({ in: 'src/client/url/uploadHeaders.ts', killedBy: suites('client/shapeOnTheWire') }, [
    {
      name: 'only a link of Azure has the header of one',
      find: "has('sv') && has('sig') && (has('sr') || has('ss'))",
      replace: "has('sig')",
    },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/serviceMapping.ts', killedBy: suites('client/serviceShape') }, [
    { name: 'a prefix is a plain path', find: '!isPath || ', replace: '' },
    { name: 'a prefix has no dots to be resolved', find: ' || hasDotSegment(given)', replace: '' },
  ]),
  ...mutationsOf({ in: 'src/client/mapping/responsePointers.ts', killedBy: suites('client/serviceShape') }, [
    {
      name: 'a pointer that nobody reads is told',
      find: "if (!(keys as readonly string[]).includes(key)) throw new MappingError('responses', 'entry', key);",
      replace: '',
    },
    {
      name: 'a pointer is one',
      find: "if (!isJsonPointer(pointer)) throw new MappingError('responses', 'pointer', key);",
      replace: '',
    },
  ]),
];

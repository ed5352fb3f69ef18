import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = [
  ...mutationsOf(
    {
      in: 'src/client/response/jsonLimits.ts',
      killedBy: suites('client/decoding', 'client/malformedResponses'),
    },
    [
      { name: 'JSON has a maximum depth', find: "if (depth > maxDepth) return 'tooDeep';", replace: '' },
      {
        name: 'JSON has a maximum number of values',
        find: "if (values > mostValues) return 'tooLarge';",
        replace: '',
        killedBy: suites('client/decoding'),
      },
    ],
  ),
  ...mutationsOf(
    {
      in: 'src/client/response/decodeJson.ts',
      killedBy: suites('client/decoding', 'client/malformedResponses'),
    },
    [{ name: 'JSON is strict UTF-8', find: '{ fatal: true }', replace: '{}' }],
  ),
  ...mutationsOf(
    { in: 'src/client/response/identifier.ts', killedBy: suites('client/decoding', 'client/serviceClient') },
    [
      {
        name: 'a number that JSON has rounded is no identifier',
        find: 'return Number.isSafeInteger(value);',
        replace: 'return true;',
      },
      {
        name: 'an identifier has no invisible characters, and a maximum length',
        find: '&& printable.test(value) ',
        replace: '',
      },
      { name: 'two dots are no identifier', find: ' && !isDotSegment(value)', replace: '' },
      {
        name: 'an invalid identifier gets into no path',
        find: "if (!isIdentifier(id)) throw new RangeError('Not an identifier that a path can hold');",
        replace: '',
      },
      {
        name: 'an identifier cannot change a path',
        find: 'return encodeURIComponent(String(id));',
        replace: 'return String(id);',
      },
    ],
  ),
  ...mutationsOf({ in: 'src/client/response/decodeCreated.ts', killedBy: suites('client/decoding') }, [
    {
      name: 'a created object has an identifier',
      find: 'fields !== undefined && isIdentifier(id) &&',
      replace: 'fields !== undefined &&',
    },
  ]),
  ...mutationsOf({ in: 'src/client/response/decodeList.ts', killedBy: suites('client/decoding') }, [
    {
      name: 'a listed object has an identifier',
      find: 'return isIdentifier(id) ? [',
      replace: 'return true ? [',
    },
    {
      name: 'two lists are ambiguous',
      find: 'if (another !== undefined) throw',
      replace: 'if (false) throw',
    },
  ]),
  ...mutationsOf(
    {
      in: 'src/client/response/displayName.ts',
      killedBy: suites('client/decoding', 'client/malformedResponses'),
    },
    [
      {
        name: 'hidden characters in names are made visible',
        find: 'return escapeInvisible(name);',
        replace: 'return name;',
      },
    ],
  ),
];

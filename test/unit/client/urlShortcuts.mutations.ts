import { mutationsOf, suites } from '../../mutations/mutation';

const killedBy = suites('client/urlShortcuts');

export const mutations = [
  ...mutationsOf({ in: 'src/client/url/splitUrl.ts', killedBy }, [
    {
      name: 'a URL with a segment that a parser may resolve is parsed',
      find: '(?!\\.|%2[eE])',
      replace: '',
    },
    {
      name: 'a URL whose host a parser rewrites is parsed',
      find: 'isAsWritten ?',
      replace: 'true ?',
    },
  ]),
  ...mutationsOf({ in: 'src/client/url/query.ts', killedBy }, [
    {
      name: 'a value may be written in another way than it is meant',
      find: "if (query.includes('%') || query.includes('+'))",
      replace: 'if (false)',
    },
  ]),
];

import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/parseToken.ts', killedBy: suites('secrets/parseToken') },
  [
    { name: 'a token is not empty', find: "if (token === '') return 'empty';", replace: '' },
    {
      name: 'a token has a maximum length',
      find: "if (token.length > maxSecretLength) return 'tooLong';",
      replace: '',
    },
    {
      name: 'a token contains no spaces',
      find: "if (/[ \\t\\r\\n]/.test(token)) return 'whitespace';",
      replace: '',
    },
    {
      name: 'a token contains only characters that are allowed in a header',
      find: "return /[^\\x21-\\x7e]/.test(token) ? 'characters' : undefined;",
      replace: 'return undefined;',
    },
  ],
);

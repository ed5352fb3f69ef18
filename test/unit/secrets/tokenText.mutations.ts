import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/parseToken.ts', killedBy: suites('secrets/tokenText') },
  [
    { name: 'a token is not empty', find: "if (token === '') return 'empty';", replace: '' },
    {
      name: 'a token has a largest length',
      find: "if (token.length > maxSecretLength) return 'tooLong';",
      replace: '',
    },
    {
      name: 'a token has no spaces inside',
      find: "if (/[ \\t\\r\\n]/.test(token)) return 'whitespace';",
      replace: '',
    },
    {
      name: 'a token is one that a header can hold',
      find: "return /[^\\x21-\\x7e]/.test(token) ? 'characters' : undefined;",
      replace: 'return undefined;',
    },
  ],
);

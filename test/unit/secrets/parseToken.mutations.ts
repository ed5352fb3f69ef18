import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/parseToken.ts', killedBy: suites('secrets/parseToken') },
  [
    { name: 'a token is not empty', remove: "if (token === '') return 'empty';" },
    { name: 'a token has a maximum length', remove: "if (token.length > maxSecretLength) return 'tooLong';" },
    { name: 'a token stands alone', remove: "if (notAlone.test(token)) return 'notAlone';" },
    { name: 'a token contains no spaces', remove: "if (/[ \\t\\r\\n]/.test(token)) return 'whitespace';" },
    {
      name: 'a token contains only characters that are allowed in a header',
      find: "return /[^\\x21-\\x7e]/.test(token) ? 'characters' : undefined;",
      replace: 'return undefined;',
    },
  ],
);

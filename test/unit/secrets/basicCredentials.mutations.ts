import { mutationsOf, suites } from '../../mutations/mutation';

export const mutations = mutationsOf(
  { in: 'src/secrets/basicCredentials.ts', killedBy: suites('secrets/basicCredentials') },
  [
    { name: 'a user name has no colon', remove: "text.includes(':') ? 'colon' : " },
    {
      name: 'a password is hidden also by itself',
      find: '[secret, splitCredentials(secret).password]',
      replace: '[secret]',
    },
    {
      name: 'a password contains only characters that are allowed in a header',
      find: "return /[\\p{Cc}\\p{Cs}]/u.test(text) ? 'characters' : undefined;",
      replace: 'return undefined;',
    },
  ],
);
